package io.tallykeep.demo.lab;

/** Whether a case shows what to do or what not to do. */
enum Protocol {
  RIGHT,
  WRONG
}
