package io.tallykeep.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.client.guide.ClientExample;
import io.tallykeep.client.guide.ClientExample.Event;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs the example of docs/client.md. */
class GuideExampleIT {
  private static final Event EVENT =
      new Event("ledger-v1", "e-1", LocalDate.of(2026, 3, 1), Documents.HASH);
  private static final Event OTHER_PAYLOAD =
      new Event("ledger-v1", "e-1", LocalDate.of(2026, 3, 1), "00".repeat(32));

  @Test
  void saysWhatToDoForEveryAnswer() throws IOException {
    assertThat(whatToDo(Documents.unseen(), EVENT)).startsWith("hand it to the gate");
    assertThat(whatToDo(Documents.duplicate(), EVENT))
        .isEqualTo(
            "done before: answer with {status=Optional[SUCCEEDED], result_code=Optional.empty}");
    assertThat(whatToDo(Documents.conflict(), OTHER_PAYLOAD))
        .isEqualTo("another payload (9f86d081884c7d65) was processed: show it to a person");
    assertThat(whatToDo(Documents.inProgress(), EVENT))
        .isEqualTo("not done yet, its state is PROCESSING: come back later");
    assertThat(whatToDo(Documents.beyondWindow(), EVENT)).startsWith("too old");
    assertThat(whatToDo(Documents.undecidable(), EVENT))
        .startsWith("do not apply it, ask again: NOT_COVERED, day 2026-03-01");
    assertThat(whatToDo(Map.of("answer", "\"UNSEEN\""), EVENT))
        .startsWith("do not apply it, ask again: NOT_UNDERSTOOD");
  }

  @Test
  void plansAReplay() throws IOException {
    Pattern identity = Pattern.compile("\"identity\"");
    try (RawServer server =
            new RawServer(
                question -> {
                  long lines = identity.matcher(question.body()).results().count();
                  List<String> answers = new ArrayList<>();
                  for (int line = 1; line <= lines; line++) {
                    Map<String, String> document =
                        line == 1 ? Documents.unseen() : Documents.duplicate();
                    document.put("line", Integer.toString(line));
                    answers.add(Documents.json(document));
                  }
                  question.write(
                      question.okHead("application/x-ndjson", "Connection: close")
                          + String.join("\n", answers)
                          + "\n{\"end\":true,\"lines\":3,\"answered\":3,\"refused\":0}\n");
                  throw RawServer.gone();
                });
        ClientExample example = new ClientExample(server.address(), "secret")) {
      assertThat(example.plan(Stream.of(EVENT, EVENT, EVENT)))
          .isEqualTo(Map.of(AnswerKind.UNSEEN, 1L, AnswerKind.DUPLICATE, 2L));
    }
  }

  private static String whatToDo(Map<String, String> document, Event event) throws IOException {
    try (RawServer server =
            new RawServer(
                question -> {
                  question.body();
                  question.answer(document);
                });
        ClientExample example = new ClientExample(server.address(), "secret")) {
      return example.whatToDo(event);
    }
  }
}
