package io.tallykeep.client;

import io.tallykeep.client.ServiceCalls.Target;
import java.net.http.HttpClient;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLContext;

/**
 * Asks the look-up service ({@code verifier serve}). Thread-safe; one for a process is enough.
 *
 * <p>Every failure is an answer, UNDECIDABLE with a reason: no connection, no time left, any status
 * but 200, a body that is cut, too large or not the service's, and an answer to another question.
 * None is an exception, and none is UNSEEN. Questions change nothing, so they are asked again where
 * that may help. Redirects are not followed.
 */
public final class VerifierClient implements AutoCloseable {
  private final ClientSettings settings;
  private final ServiceCalls calls;
  private final Tries tries;
  private final CountDownLatch closed = new CountDownLatch(1);

  public VerifierClient(ClientSettings settings) {
    this(settings, http(settings).build());
  }

  /**
   * @param tls certificates to trust and to show, instead of the JVM's
   */
  public VerifierClient(ClientSettings settings, SSLContext tls) {
    this(settings, http(settings).sslContext(tls).build());
  }

  private VerifierClient(ClientSettings settings, HttpClient http) {
    this.settings = settings;
    this.calls = new ServiceCalls(settings, http);
    this.tries = new Tries(settings.tries(), closed);
  }

  private static HttpClient.Builder http(ClientSettings settings) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(settings.connectTimeout());
  }

  /**
   * Looks one event up. Returns within the answer timeout, whatever the service does.
   *
   * @return never UNSEEN without the service's own word on exactly this event; UNDECIDABLE also if
   *     the thread is interrupted (it stays so) or the client is closed
   */
  public LookupAnswer lookup(LookupRequest request) {
    try {
      byte[] question = QuestionWriter.write(request);
      TimeLimit limit = TimeLimit.in(settings.answerTimeout());
      return tries.within(limit, () -> ask(request, question, limit));
    } catch (NoAnswerException e) {
      return e.answer();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return interrupted();
    }
  }

  private LookupAnswer ask(LookupRequest request, byte[] question, TimeLimit limit)
      throws NoAnswerException, InterruptedException {
    try (AnswerBytes bytes = calls.post(Target.SINGLE, question, limit)) {
      return AnswerReader.read(
          JsonObject.parse(bytes.whole(settings.maxAnswerBytes(), limit)), request);
    }
  }

  /**
   * Looks many events up, in their order, with bounded memory. Each question gets exactly one
   * answer, handed on as it comes. When the service stops answering in between, the questions
   * already sent are UNDECIDABLE, and the next ones are asked all the same.
   *
   * @param requests taken as they are needed; what it throws ends the batch and is thrown on
   * @param answers gets each question with its answer, on this thread; what it throws ends the
   *     batch and is thrown on
   */
  public BatchSummary batch(
      Iterator<LookupRequest> requests, BiConsumer<LookupRequest, LookupAnswer> answers) {
    return new BatchRun(settings, calls, tries, answers).run(requests);
  }

  static LookupAnswer interrupted() {
    return LookupAnswer.Undecidable.noAnswer(
        NoAnswer.INTERRUPTED, "The thread that asked was interrupted. Ask again.");
  }

  /** Ends what is under way: UNDECIDABLE, code CLOSED. Everything asked later is that too. */
  @Override
  public void close() {
    closed.countDown();
    calls.close();
  }
}
