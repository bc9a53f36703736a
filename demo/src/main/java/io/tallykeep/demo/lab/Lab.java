package io.tallykeep.demo.lab;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Plays cases, one after the other. */
final class Lab {
  private final LabStage stage;

  Lab(LabStage stage) {
    this.stage = stage;
  }

  /**
   * Plays them.
   *
   * @param told is told each case when it has been played
   */
  LabReport play(List<LabCase> cases, Consumer<CaseReport> told) throws IOException, SQLException {
    List<CaseReport> reports = new ArrayList<>();
    for (LabCase next : cases) {
      Story story = new Story();
      next.play(stage, story);
      CaseReport report = story.report(next);
      reports.add(report);
      told.accept(report);
    }
    return new LabReport(reports);
  }
}
