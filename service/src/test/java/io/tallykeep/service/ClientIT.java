package io.tallykeep.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.client.AnswerKind;
import io.tallykeep.client.BatchSummary;
import io.tallykeep.client.ClientSettings;
import io.tallykeep.client.LookupAnswer;
import io.tallykeep.client.LookupAnswer.Origin;
import io.tallykeep.client.LookupAnswer.Undecidable;
import io.tallykeep.client.LookupRequest;
import io.tallykeep.client.VerifierClient;
import io.tallykeep.service.access.AccessTokens;
import io.tallykeep.service.testing.TestService;
import io.tallykeep.verifier.testing.TestInbox;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The Java client of module {@code client} against the service itself. */
class ClientIT {
  private static final String TOKEN = "a-token-of-the-test-that-is-long-enough";
  private static final LocalDate ARCHIVED = TestInbox.DAY;
  private static final LocalDate ONLINE = TestInbox.DAY.plusDays(1);

  private TestService service;
  private VerifierClient client;

  @BeforeEach
  void start() {
    service =
        TestService.start(
            settings -> {
              settings.deadline = Duration.ofSeconds(2);
              settings.tokens =
                  AccessTokens.ofHashes(Map.of("client", AccessTokens.hashOf("client", TOKEN)));
            });
    client = new VerifierClient(settings().withToken(TOKEN));
  }

  @AfterEach
  void stop() {
    client.close();
    service.close();
  }

  @Test
  void everyAnswerOfTheServiceIsUnderstood() {
    LookupRequest old = LookupRequest.of("billing", "old").onDay(ARCHIVED);
    assertThat(client.lookup(old.withPayloadHash(TestInbox.hash("old"))))
        .isInstanceOfSatisfying(
            LookupAnswer.Duplicate.class,
            duplicate ->
                assertThat(duplicate.result()).containsEntry("amount_minor", Optional.of("1250")));
    assertThat(client.lookup(old.inDataset("inbox").withPayloadHash(new byte[32])))
        .isInstanceOf(LookupAnswer.Conflict.class);
    assertThat(client.lookup(LookupRequest.of("billing", "never").onDay(ARCHIVED)))
        .isInstanceOfSatisfying(
            LookupAnswer.Unseen.class,
            unseen -> {
              assertThat(unseen.epoch()).isEqualTo(100);
              assertThat(unseen.server()).hasSize(36);
            });
    assertThat(client.lookup(LookupRequest.of("billing", "busy").onDay(ONLINE)))
        .isEqualTo(new LookupAnswer.InProgress("PROCESSING"));
    assertThat(client.lookup(old.onDay(LocalDate.of(2020, 1, 1))))
        .isInstanceOfSatisfying(
            Undecidable.class,
            answer -> {
              assertThat(answer.origin()).isEqualTo(Origin.SERVICE);
              assertThat(answer.code()).isEqualTo("NOT_COVERED");
            });
    assertThat(code(client.lookup(LookupRequest.of("billing", "never"))))
        .isEqualTo("EVENT_DAY_UNKNOWN");
    assertThat(client.lookup(old.onDay(ARCHIVED.minusDays(1))))
        .isEqualTo(new LookupAnswer.BeyondWindow());
  }

  @Test
  void whatTheServiceRefusesIsUndecidable() {
    LookupRequest old = LookupRequest.of("billing", "old").onDay(ARCHIVED);
    for (LookupRequest request :
        List.of(
            LookupRequest.of("billing").onDay(ARCHIVED),
            old.inDataset("no such"),
            old.withPayloadHash("no hex"),
            old.withPayloadHash(new byte[3]),
            LookupRequest.of("billing", "x".repeat(10_000)))) {
      assertThat(code(client.lookup(request))).as(request.toString()).isEqualTo("REFUSED");
    }
    try (VerifierClient stranger = new VerifierClient(settings().withToken("another"));
        VerifierClient nobody = new VerifierClient(settings())) {
      assertThat(code(stranger.lookup(old))).isEqualTo("UNAUTHORIZED");
      assertThat(code(nobody.lookup(old))).isEqualTo("UNAUTHORIZED");
    }
  }

  @Test
  void aBatchIsAnsweredLineByLine() {
    List<AnswerKind> kinds = new ArrayList<>();
    BatchSummary summary =
        client.batch(
            IntStream.range(0, 600).mapToObj(ClientIT::oneOfThree).iterator(),
            (request, answer) -> kinds.add(answer.kind()));
    assertThat(summary).isEqualTo(new BatchSummary(600, 400, 200));
    assertThat(kinds.subList(0, 6))
        .containsExactly(
            AnswerKind.DUPLICATE,
            AnswerKind.UNSEEN,
            AnswerKind.UNDECIDABLE,
            AnswerKind.DUPLICATE,
            AnswerKind.UNSEEN,
            AnswerKind.UNDECIDABLE);
    assertThat(kinds.subList(597, 600)).isEqualTo(kinds.subList(0, 3));
  }

  /** One that is there, one that is not, and one that is refused. */
  private static LookupRequest oneOfThree(int number) {
    LookupRequest there = LookupRequest.of("billing", "new").onDay(ONLINE);
    return switch (number % 3) {
      case 0 -> there;
      case 1 -> LookupRequest.of("billing", "never-" + number).onDay(ONLINE);
      default -> there.withPayloadHash("no hex");
    };
  }

  @Test
  void serversThatAreAwayAndAServiceThatIsGoneAreUndecidable() throws InterruptedException {
    LookupRequest never = LookupRequest.of("billing", "never").onDay(ONLINE);
    assertThat(client.lookup(never).kind()).isEqualTo(AnswerKind.UNSEEN);
    service.mysql().refuse();
    service.mysql().cut();
    assertThat(client.lookup(never))
        .isInstanceOfSatisfying(
            Undecidable.class, answer -> assertThat(answer.origin()).isEqualTo(Origin.SERVICE));
    service.service().stop();
    assertThat(code(client.lookup(never))).isIn("UNREACHABLE", "OVERLOADED", "CUT");
  }

  private ClientSettings settings() {
    return ClientSettings.of(URI.create("http://127.0.0.1:" + service.port()));
  }

  private static String code(LookupAnswer answer) {
    return answer instanceof Undecidable undecidable ? undecidable.code() : answer.toString();
  }
}
