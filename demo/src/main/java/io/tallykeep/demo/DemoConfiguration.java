package io.tallykeep.demo;

import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A story's {@code tallykeep.yml}: small windows, so that twelve days show everything. */
public final class DemoConfiguration {
  static final int ONLINE_DAYS = 4;
  static final int IDENTITY_DAYS = 10;
  static final String SCHEMA = "payments";

  private DemoConfiguration() {}

  /**
   * Where a story keeps its tables and its archive.
   *
   * @param schema the inbox and the business keys
   * @param controlSchema Tallykeep's own tables
   */
  public record Places(String schema, String controlSchema, String bucket) {}

  /** Writes the configuration of a dataset {@code inbox} on these servers. */
  public static void write(Path file, Sandbox sandbox, Places places) throws IOException {
    Files.writeString(
        file,
        """
        tallykeep:
          source:
            url: "%s"
            username: "%s"
            password: "%s"
            control-schema: "%s"
          object-store:
            endpoint: "%s"
            region: "%s"
            bucket: "%s"
            path-style: true
            access-key: "%s"
            secret-key: "%s"
          # Ten days instead of ninety: redelivery 8 d, reconciling 1 d, confirmation 3 d, margin 2 d.
          window:
            upstream-redelivery: {replay: 8d}
            reconciliation-period: {daily: 1d}
            downstream-confirmation: {channel: 3d}
            margin: 2d
            direct-redelivery: 4d
          datasets:
            inbox:
              table: %s.inbox
              identity: [consumer_name, event_id]
              event-day: event_day
              payload-hash: payload_hash
              result: [status, result_code, amount_minor, currency]
              live-rows: {column: status, values: [PROCESSING, DEFERRED]}
              business-key:
                columns: [tenant_id, operation_type, operation_id]
                table: %s.operation
                key-columns: [tenant_id, operation_type, operation_id]
                status-column: status
                undecided: [PROCESSING, UNKNOWN]
                intent: [payee, amount_minor, currency]
              windows: {online-days: %d, slack-days: 3, hold-days: 0, identity-days: %d, provision-days: 7}
        """
            .formatted(
                sandbox.mysql().jdbcUrl(""),
                sandbox.mysql().user(),
                sandbox.mysql().password(),
                places.controlSchema(),
                sandbox.s3().endpoint(),
                sandbox.s3().region(),
                places.bucket(),
                sandbox.s3().accessKey(),
                sandbox.s3().secretKey(),
                places.schema(),
                places.schema(),
                ONLINE_DAYS,
                IDENTITY_DAYS));
  }
}
