package io.tallykeep.archive.table;

import java.util.List;

/**
 * What the bucket does with objects by itself.
 *
 * @param versioning {@code off}, {@code Enabled}, {@code Suspended}, or {@code unknown} and why
 * @param objectLock {@code off}; {@code on}, with mode and length of the default retention; or
 *     {@code unknown} and why
 * @param unfinishedUploads locations of multipart uploads that were begun long ago and never ended:
 *     they cost storage and no listing shows them
 * @param findings rules that would take archived files away, or that can't be read
 */
public record BucketReport(
    String versioning,
    String objectLock,
    List<String> unfinishedUploads,
    List<StorageFinding> findings) {
  public BucketReport {
    unfinishedUploads = List.copyOf(unfinishedUploads);
    findings = List.copyOf(findings);
  }
}
