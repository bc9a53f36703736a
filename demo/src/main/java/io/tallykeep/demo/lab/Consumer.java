package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;

/** A consumer of payment messages, with one protocol. */
@FunctionalInterface
interface Consumer {
  /** Handles one delivery and says what it holds for the outcome: SUCCEEDED, DUPLICATE, … */
  String deliver(Delivery delivery) throws IOException, SQLException;
}
