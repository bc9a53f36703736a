package io.tallykeep.jobs.settings;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * {@code tallykeep.serve}: how the look-up service listens and what bounds it.
 *
 * @param host where it listens; other machines reach it only with tokens
 * @param port its port
 * @param rateLimit look-ups a second at most, batches included; 0 for no limit
 * @param inFlight look-ups that run at once, each with a connection to MySQL
 * @param queue look-ups that may wait for one of those
 * @param queueWait one that waited longer is refused
 * @param maxLookup the longest JSON of one look-up
 * @param maxHeader the longest request line and header
 * @param clientConnections clients' connections at once
 * @param requestWithin a look-up's body must have arrived by then
 * @param idle a connection that is silent for so long is closed
 * @param stopWithin a stop waits so long for what is running
 * @param warmUp it looks up for so long before it listens; 0s for not at all
 * @param batch what bounds batches
 * @param audit where the record of who asked what goes
 * @param tokens who may ask, by name; none means everybody on this machine
 */
public record ServeSettings(
    @DefaultValue("127.0.0.1") String host,
    @DefaultValue("8085") int port,
    @DefaultValue("500") int rateLimit,
    @DefaultValue("32") int inFlight,
    @DefaultValue("64") int queue,
    @DefaultValue("500ms") Duration queueWait,
    @DefaultValue("16KB") DataSize maxLookup,
    @DefaultValue("8KB") DataSize maxHeader,
    @DefaultValue("512") int clientConnections,
    @DefaultValue("10s") Duration requestWithin,
    @DefaultValue("30s") Duration idle,
    @DefaultValue("20s") Duration stopWithin,
    @DefaultValue("3s") Duration warmUp,
    @DefaultValue Batch batch,
    @DefaultValue Audit audit,
    @DefaultValue Map<String, Token> tokens) {
  public ServeSettings {
    tokens = new LinkedHashMap<>(tokens);
  }

  /** The same, listening elsewhere. */
  public ServeSettings at(String otherHost, int otherPort) {
    return new ServeSettings(
        otherHost,
        otherPort,
        rateLimit,
        inFlight,
        queue,
        queueWait,
        maxLookup,
        maxHeader,
        clientConnections,
        requestWithin,
        idle,
        stopWithin,
        warmUp,
        batch,
        audit,
        tokens);
  }

  /**
   * {@code batch}.
   *
   * @param atOnce batches that run at once
   * @param parallel look-ups of one batch that run at once
   * @param maxLines lines of one batch
   * @param longest a batch that takes longer is cut
   */
  public record Batch(
      @DefaultValue("4") int atOnce,
      @DefaultValue("8") int parallel,
      @DefaultValue("100000") int maxLines,
      @DefaultValue("15m") Duration longest) {}

  /**
   * {@code audit}.
   *
   * @param file its own file; empty for the log
   * @param identity plain or sha256
   */
  public record Audit(
      @DefaultValue("") String file, @DefaultValue("plain") IdentityForm identity) {}

  /** How the audit writes an identity. */
  public enum IdentityForm {
    PLAIN,
    SHA256
  }

  /**
   * One token: its hash or a file that holds it.
   *
   * @param sha256 the token's SHA-256 in 64 hexadecimal digits
   * @param file a file with the token itself, read once at the start
   */
  public record Token(@DefaultValue("") String sha256, @DefaultValue("") String file) {
    @Override
    public String toString() {
      return "Token[sha256=***, file=" + file + "]";
    }
  }
}
