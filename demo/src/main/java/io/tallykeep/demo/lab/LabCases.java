package io.tallykeep.demo.lab;

import java.util.List;

/** All cases, in the order they are told. */
final class LabCases {
  private static final List<LabCase> ALL =
      List.of(
          CommitCase.before(),
          CommitCase.after(),
          new ConflictCase(),
          new SetnxCase(),
          new DbThenSetnxCase(),
          ExternalCase.byClientKey(),
          ExternalCase.byReceiptId(),
          new TwoEventsCase(),
          new OffsetFirstCase(),
          BlockedInsert.firstCommits(),
          BlockedInsert.firstRollsBack());

  private LabCases() {}

  static List<LabCase> all() {
    return ALL;
  }

  static List<String> names() {
    return ALL.stream().map(LabCase::name).toList();
  }
}
