package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;

/** One incident: what is done, and what the servers must say afterwards. */
interface LabCase {
  /** The name on the command line. */
  String name();

  Protocol protocol();

  /** One sentence: what happens in this case. */
  String title();

  /** Makes it happen, and tells the story what was seen and what should have been. */
  void play(LabStage stage, Story story) throws IOException, SQLException;
}
