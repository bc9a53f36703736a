package io.tallykeep.jobs.retention.crash;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Something a command has to do, once, whatever becomes of the runs that try.
 *
 * @param faulty where
 * @param words the command
 * @param before done before each run that is to die
 * @param answers looks events up, at any moment, and insists on the right answers
 * @param mend done before the runs that are to succeed
 * @param once whether it is a person's command, which nobody repeats once its effect is there
 * @param state what the command has brought about, comparable with that of other units
 */
record Unit(
    FaultyInbox faulty,
    List<String> words,
    Runnable before,
    Runnable answers,
    Runnable mend,
    boolean once,
    Callable<List<String>> state) {
  static Unit of(FaultyInbox faulty, List<String> words, Callable<List<String>> state) {
    return new Unit(faulty, words, () -> {}, () -> {}, () -> {}, false, state);
  }

  /** A person's command. */
  static Unit once(FaultyInbox faulty, List<String> words, Callable<List<String>> state) {
    return new Unit(faulty, words, () -> {}, () -> {}, () -> {}, true, state);
  }
}
