package io.tallykeep.verifier.lookup;

import static org.assertj.core.api.Assertions.assertThat;

/** What the look-up tests check alike. */
final class LookupAssertions {
  private LookupAssertions() {}

  /** The answer is UNDECIDABLE for this reason, and its detail holds these words. */
  static void assertUndecidable(
      Adjudication adjudication, UndecidableReason reason, String... words) {
    assertThat(adjudication.answer())
        .as(adjudication.toString())
        .isInstanceOfSatisfying(
            Answer.Undecidable.class,
            answer -> {
              assertThat(answer.reason()).as(answer.toString()).isEqualTo(reason);
              for (String word : words) {
                assertThat(answer.detail()).contains(word);
              }
            });
    assertThat(adjudication.where()).isEqualTo(Where.NONE);
    assertThat(adjudication.reason().orElseThrow()).startsWith(reason + ": ");
  }

  static void assertKind(Adjudication adjudication, AnswerKind kind) {
    assertThat(adjudication.answer().kind()).as(adjudication.toString()).isEqualTo(kind);
  }
}
