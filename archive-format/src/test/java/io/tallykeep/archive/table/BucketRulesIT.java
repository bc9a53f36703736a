package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tallykeep.archive.table.StorageFinding.Kind;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.ObjectLockEnabled;
import software.amazon.awssdk.services.s3.model.ObjectLockRetentionMode;
import software.amazon.awssdk.services.s3.model.TransitionStorageClass;

/** What a bucket would do to the archive is told from its own configuration. */
class BucketRulesIT {
  private static final int WINDOW_DAYS = 90;

  private final S3Address s3 = Sandbox.shared().s3();
  private final Instant now = Clock.systemUTC().instant();

  private ArchiveStorage storage(URI endpoint, String bucket) {
    return new ArchiveStorage(
        Optional.of(endpoint),
        s3.region(),
        bucket,
        "archive",
        true,
        Optional.of(Credentials.of(s3.accessKey(), s3.secretKey())));
  }

  private List<StorageFinding> findings(Consumer<LifecycleRule.Builder> rule) {
    String bucket = Sandbox.shared().newBucket("rules");
    try (ArchiveStorage storage = storage(s3.endpoint(), bucket)) {
      LifecycleRule.Builder built =
          LifecycleRule.builder().id("tidy-up").status(ExpirationStatus.ENABLED);
      rule.accept(built);
      storage
          .s3Client()
          .putBucketLifecycleConfiguration(
              request ->
                  request.bucket(bucket).lifecycleConfiguration(c -> c.rules(built.build())));
      return storage.bucketRules(WINDOW_DAYS, now).findings();
    }
  }

  private void assertTooShort(String why, Consumer<LifecycleRule.Builder> rule) {
    assertThat(findings(rule))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(Kind.LIFECYCLE_TOO_SHORT);
              assertThat(finding.detail()).contains("'tidy-up'").contains(why).contains("90 days");
            });
  }

  @Test
  void aRuleThatTakesFilesBeforeTheWindowEndsIsFound() {
    assertTooShort(
        "expires objects after 89 days",
        rule -> rule.filter(f -> f.prefix("")).expiration(e -> e.days(89)));
    assertTooShort(
        "expires objects after 30 days",
        rule -> rule.filter(f -> f.prefix("archive/archive/inbox/")).expiration(e -> e.days(30)));
    assertTooShort(
        "moves objects to GLACIER, where they can't be read, after 7 days",
        rule ->
            rule.filter(f -> f.prefix("archive/"))
                .transitions(t -> t.days(7).storageClass(TransitionStorageClass.GLACIER)));
  }

  @Test
  void aRuleThatLeavesTheArchiveReadableIsNone() {
    assertThat(
            findings(rule -> rule.filter(f -> f.prefix("")).expiration(e -> e.days(WINDOW_DAYS))))
        .isEmpty();
    assertThat(findings(rule -> rule.filter(f -> f.prefix("logs/")).expiration(e -> e.days(1))))
        .isEmpty();
    assertThat(
            findings(
                rule ->
                    rule.status(ExpirationStatus.DISABLED)
                        .filter(f -> f.prefix(""))
                        .expiration(e -> e.days(1))))
        .isEmpty();
    assertThat(
            findings(
                rule ->
                    rule.filter(f -> f.prefix(""))
                        .abortIncompleteMultipartUpload(a -> a.daysAfterInitiation(7))
                        .noncurrentVersionExpiration(n -> n.noncurrentDays(1))
                        .transitions(
                            t -> t.days(30).storageClass(TransitionStorageClass.STANDARD_IA))))
        .isEmpty();
  }

  @Test
  void aBucketWithoutRulesHasNoFindingAndSaysSo() {
    try (ArchiveStorage storage = storage(s3.endpoint(), Sandbox.shared().newBucket("rules"))) {
      assertThat(storage.bucketRules(WINDOW_DAYS, now))
          .isEqualTo(new BucketReport("off", "off", List.of(), List.of()));
    }
  }

  @Test
  void lockAndVersioningAreReportedAndALockedBucketPassesTheProbe() {
    String bucket = "locked-" + UUID.randomUUID().toString().substring(0, 8);
    try (ArchiveStorage storage = storage(s3.endpoint(), bucket)) {
      S3Client client = storage.s3Client();
      client.createBucket(request -> request.bucket(bucket).objectLockEnabledForBucket(true));
      client.putBucketVersioning(
          request ->
              request
                  .bucket(bucket)
                  .versioningConfiguration(c -> c.status(BucketVersioningStatus.ENABLED)));
      assertThat(storage.bucketRules(WINDOW_DAYS, now).objectLock())
          .isEqualTo("on, no default retention");
      client.putObjectLockConfiguration(
          request ->
              request
                  .bucket(bucket)
                  .objectLockConfiguration(
                      c ->
                          c.objectLockEnabled(ObjectLockEnabled.ENABLED)
                              .rule(
                                  r ->
                                      r.defaultRetention(
                                          d ->
                                              d.mode(ObjectLockRetentionMode.COMPLIANCE)
                                                  .days(120)))));

      assertThat(storage.bucketRules(WINDOW_DAYS, now))
          .isEqualTo(
              new BucketReport("Enabled", "on, COMPLIANCE for 120 days", List.of(), List.of()));
      assertThat(storage.probe()).isEmpty();
    }
  }

  @Test
  void anUploadThatNeverEndedIsTold() {
    String bucket = Sandbox.shared().newBucket("rules");
    try (ArchiveStorage storage = storage(s3.endpoint(), bucket)) {
      storage
          .s3Client()
          .createMultipartUpload(request -> request.bucket(bucket).key("archive/data/left-over"));
      storage
          .s3Client()
          .createMultipartUpload(request -> request.bucket(bucket).key("elsewhere/left-over"));

      assertThat(
              storage.bucketRules(WINDOW_DAYS, now.plus(1, ChronoUnit.HOURS)).unfinishedUploads())
          .containsExactly("s3://" + bucket + "/archive/data/left-over");
      assertThat(
              storage.bucketRules(WINDOW_DAYS, now.minus(1, ChronoUnit.HOURS)).unfinishedUploads())
          .as("one that may still be under way")
          .isEmpty();
    }
  }

  @Test
  void rulesThatCanNotBeReadAreNotTakenForNone() throws IOException {
    assertThat(answered(403).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo(Kind.LIFECYCLE_UNKNOWN);
              assertThat(finding.detail()).contains("grant s3:GetLifecycleConfiguration");
            });
    assertThat(answered(403).objectLock()).startsWith("unknown: grant s3:GetBucketObjectLock");
    assertThat(answered(501).findings()).as("a store without lifecycle rules").isEmpty();
  }

  /** What the sandbox's server can't keep, in the words of the S3 reference. */
  @Test
  void datesAndTagsAreReadAsS3WritesThem() throws IOException {
    assertThat(
            answered(
                    200,
                    rule(
                        "<Filter><Prefix>arch</Prefix></Filter>"
                            + "<Expiration><Date>2031-01-01T00:00:00.000Z</Date></Expiration>"))
                .findings())
        .extracting(StorageFinding::detail)
        .singleElement()
        .asString()
        .contains("expires objects on 2031-01-01");
    assertThat(
            answered(
                    200,
                    rule(
                        "<Filter><Tag><Key>class</Key><Value>tmp</Value></Tag></Filter>"
                            + "<Expiration><Days>1</Days></Expiration>"))
                .findings())
        .as("the archive's objects carry no tags")
        .isEmpty();
    assertThat(
            answered(200, rule("<Prefix></Prefix><Expiration><Days>1</Days></Expiration>"))
                .findings())
        .as("the older form, without a filter")
        .hasSize(1);
  }

  private static String rule(String content) {
    return "<LifecycleConfiguration><Rule><ID>tidy-up</ID><Status>Enabled</Status>"
        + content
        + "</Rule></LifecycleConfiguration>";
  }

  private BucketReport answered(int status) throws IOException {
    return answered(status, "");
  }

  private BucketReport answered(int status, String lifecycle) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          boolean asked = "lifecycle".equals(exchange.getRequestURI().getQuery());
          byte[] body = (asked ? lifecycle : "").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try (ArchiveStorage storage =
        storage(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "bucket")) {
      return storage.bucketRules(WINDOW_DAYS, now);
    } finally {
      server.stop(0);
    }
  }
}
