package io.tallykeep.verifier.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AnswerTest {
  private static final List<Answer> ALL =
      List.of(
          new Answer.Unseen(7, "uuid"),
          new Answer.Duplicate(Map.of("result_code", Optional.of("OK"))),
          new Answer.Conflict("ab"),
          new Answer.InProgress("PROCESSING"),
          new Answer.BeyondWindow(),
          new Answer.Undecidable(UndecidableReason.NOT_COVERED, "no ledger row"));

  @Test
  void everyAnswerHasItsKindAndItsCase() {
    assertThat(ALL).extracting(Answer::kind).containsExactly(AnswerKind.values());
    assertThat(ALL)
        .extracting(answer -> answer.fold(new NameOfCase()))
        .containsExactly(
            "unseen 7",
            "duplicate 1",
            "conflict ab",
            "inProgress PROCESSING",
            "beyondWindow",
            "undecidable NOT_COVERED");
  }

  @Test
  void resultColumnsKeepTheirOrderAndCanNotBeChanged() {
    Map<String, Optional<String>> columns = new LinkedHashMap<>();
    columns.put("z", Optional.of("1"));
    columns.put("a", Optional.empty());
    Answer.Duplicate duplicate = new Answer.Duplicate(columns);
    columns.clear();

    assertThat(duplicate.result().keySet()).containsExactly("z", "a");
    assertThatThrownBy(() -> duplicate.result().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void onlyUndecidableHasAReasonAndOnlyDuplicateAResult() {
    for (Answer answer : ALL) {
      Adjudication adjudication =
          new Adjudication(
              answer,
              Optional.of(LocalDate.of(2026, 3, 29)),
              Where.NONE,
              Optional.empty(),
              OptionalLong.empty(),
              Optional.empty(),
              0);

      assertThat(adjudication.reason().isPresent())
          .isEqualTo(answer.kind() == AnswerKind.UNDECIDABLE);
      assertThat(adjudication.result().isEmpty()).isEqualTo(answer.kind() != AnswerKind.DUPLICATE);
    }
  }

  @Test
  void aQueryKeepsItsOwnCopyOfTheHash() {
    byte[] hash = {1, 2};
    Query query = new Query("inbox", List.of("a"), Optional.empty(), Optional.of(hash));
    hash[0] = 9;

    assertThat(query.payloadHash().orElseThrow()).containsExactly(1, 2);
  }

  @Test
  void everyReasonHasSomebodyWhoCanMendIt() {
    assertThat(UndecidableReason.values()).allSatisfy(r -> assertThat(r.owner()).isNotNull());
  }

  private static final class NameOfCase implements Answer.Cases<String> {
    @Override
    public String unseen(Answer.Unseen answer) {
      return "unseen " + answer.epoch();
    }

    @Override
    public String duplicate(Answer.Duplicate answer) {
      return "duplicate " + answer.result().size();
    }

    @Override
    public String conflict(Answer.Conflict answer) {
      return "conflict " + answer.recordedHash();
    }

    @Override
    public String inProgress(Answer.InProgress answer) {
      return "inProgress " + answer.state();
    }

    @Override
    public String beyondWindow(Answer.BeyondWindow answer) {
      return "beyondWindow";
    }

    @Override
    public String undecidable(Answer.Undecidable answer) {
      return "undecidable " + answer.reason();
    }
  }
}
