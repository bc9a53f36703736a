package io.tallykeep.archive.table;

import io.tallykeep.archive.table.StorageFinding.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DefaultRetention;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.LifecycleRuleFilter;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.ObjectLockConfiguration;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Transition;
import software.amazon.awssdk.services.s3.model.TransitionStorageClass;

/**
 * What the bucket itself does to objects of the archive: rules that expire them or make them
 * unreadable, Object Lock, versioning, uploads that never ended. Only reads.
 */
final class BucketRules {
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final Set<Integer> NOT_SUPPORTED = Set.of(405, 501);

  /** Classes whose objects must be brought back before they can be read. */
  private static final Set<TransitionStorageClass> UNREADABLE =
      Set.of(TransitionStorageClass.GLACIER, TransitionStorageClass.DEEP_ARCHIVE);

  private final S3Client client;
  private final String bucket;
  private final String prefix;
  private final List<StorageFinding> findings = new ArrayList<>();

  /**
   * @param prefix the archive's keys begin so; empty for the whole bucket
   */
  BucketRules(S3Client client, String bucket, String prefix) {
    this.client = client;
    this.bucket = bucket;
    this.prefix = prefix;
  }

  /**
   * @param days objects must stay readable for at least so long
   * @param startedBefore uploads begun before this moment and not ended are told
   */
  BucketReport read(int days, Instant startedBefore) {
    try {
      lifecycle(days);
      return new BucketReport(
          versioning(), objectLock(), unfinishedUploads(startedBefore), findings);
    } catch (SdkClientException e) {
      add(Kind.UNREACHABLE, "the bucket's rules got no answer (" + e.getMessage() + ")");
      return new BucketReport("unknown", "unknown", List.of(), findings);
    }
  }

  private void lifecycle(int days) {
    List<LifecycleRule> rules;
    try {
      rules = client.getBucketLifecycleConfiguration(request -> request.bucket(bucket)).rules();
    } catch (S3Exception e) {
      if (e.statusCode() != NOT_FOUND && !NOT_SUPPORTED.contains(e.statusCode())) {
        add(
            Kind.LIFECYCLE_UNKNOWN,
            "its lifecycle rules can't be read ("
                + e.statusCode()
                + ", "
                + e.getMessage()
                + "), and one of them may expire archived files: grant"
                + " s3:GetLifecycleConfiguration on the bucket");
      }
      return;
    }
    rules.stream()
        .filter(rule -> rule.status() != ExpirationStatus.DISABLED)
        .filter(rule -> touches(rule))
        .forEach(rule -> tooShort(rule, days));
  }

  /** Rules for tagged objects only don't touch the archive's, which carry no tags. */
  @SuppressWarnings("deprecation") // Rules of the older form, with the prefix beside the filter.
  private boolean touches(LifecycleRule rule) {
    LifecycleRuleFilter filter = rule.filter();
    Optional<String> start = Optional.ofNullable(rule.prefix());
    if (filter != null) {
      if (filter.tag() != null || (filter.and() != null && filter.and().hasTags())) {
        return false;
      }
      start =
          start
              .or(() -> Optional.ofNullable(filter.prefix()))
              .or(() -> Optional.ofNullable(filter.and()).map(and -> and.prefix()));
    }
    String keys = start.orElse("");
    return keys.startsWith(prefix) || prefix.startsWith(keys);
  }

  private void tooShort(LifecycleRule rule, int days) {
    List<String> reasons = new ArrayList<>();
    if (rule.expiration() != null) {
      if (rule.expiration().date() != null) {
        reasons.add("expires objects on " + rule.expiration().date());
      } else if (rule.expiration().days() != null && rule.expiration().days() < days) {
        reasons.add("expires objects after " + rule.expiration().days() + " days");
      }
    }
    for (Transition transition : rule.transitions()) {
      if (UNREADABLE.contains(transition.storageClass())
          && (transition.days() == null || transition.days() < days)) {
        reasons.add(
            "moves objects to "
                + transition.storageClassAsString()
                + ", where they can't be read, "
                + (transition.days() == null
                    ? "on " + transition.date()
                    : "after " + transition.days() + " days"));
      }
    }
    if (!reasons.isEmpty()) {
      add(
          Kind.LIFECYCLE_TOO_SHORT,
          "lifecycle rule '"
              + rule.id()
              + "' "
              + String.join(" and ", reasons)
              + ", but archived files are needed for "
              + days
              + " days: exclude the prefix "
              + prefix
              + " from the rule");
    }
  }

  private String versioning() {
    try {
      String status =
          client.getBucketVersioning(request -> request.bucket(bucket)).statusAsString();
      return status == null ? "off" : status;
    } catch (S3Exception e) {
      return unknown(e, "s3:GetBucketVersioning");
    }
  }

  private String objectLock() {
    try {
      ObjectLockConfiguration lock =
          client
              .getObjectLockConfiguration(request -> request.bucket(bucket))
              .objectLockConfiguration();
      if (lock == null || lock.objectLockEnabled() == null) {
        return "off";
      }
      return lock.rule() == null || lock.rule().defaultRetention() == null
          ? "on, no default retention"
          : "on, " + shown(lock.rule().defaultRetention());
    } catch (S3Exception e) {
      // AWS answers 404 for a bucket without a lock, other stores 400.
      return e.statusCode() == NOT_FOUND || e.statusCode() == BAD_REQUEST
          ? "off"
          : unknown(e, "s3:GetBucketObjectLockConfiguration");
    }
  }

  private static String shown(DefaultRetention retention) {
    return retention.modeAsString()
        + " for "
        + (retention.days() != null ? retention.days() + " days" : retention.years() + " years");
  }

  private static String unknown(S3Exception e, String permission) {
    return "unknown"
        + (e.statusCode() == FORBIDDEN
            ? ": grant " + permission
            : " (the store answered " + e.statusCode() + ")");
  }

  private List<String> unfinishedUploads(Instant startedBefore) {
    try {
      return client
          .listMultipartUploadsPaginator(request -> request.bucket(bucket).prefix(prefix))
          .uploads()
          .stream()
          .filter(
              upload -> upload.initiated() == null || upload.initiated().isBefore(startedBefore))
          .map((MultipartUpload upload) -> "s3://" + bucket + "/" + upload.key())
          .toList();
    } catch (S3Exception e) {
      return List.of();
    }
  }

  private void add(Kind kind, String detail) {
    findings.add(new StorageFinding(kind, "bucket " + bucket + ": " + detail + "."));
  }
}
