package io.tallykeep.archive.table;

import io.tallykeep.archive.table.StorageFinding.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.utils.Md5Utils;

/** Tries one small object through its life and turns every refusal into a finding. */
final class StorageProbe {
  private static final byte[] CONTENT = "tallykeep probe".getBytes(StandardCharsets.UTF_8);
  private static final byte[] OTHER = "something else".getBytes(StandardCharsets.UTF_8);
  private static final int BAD_REQUEST = 400;
  private static final int FORBIDDEN = 403;
  private static final int NOT_IMPLEMENTED = 501;

  private final S3Client client;
  private final String bucket;
  private final String key;
  private final List<StorageFinding> findings = new ArrayList<>();

  StorageProbe(S3Client client, String bucket, String keyPrefix) {
    this.client = client;
    this.bucket = bucket;
    this.key = keyPrefix + UUID.randomUUID();
  }

  List<StorageFinding> findings() {
    if (attempt("HEAD bucket", () -> client.headBucket(r -> r.bucket(bucket))) == null) {
      return List.copyOf(findings);
    }
    if (attempt("PUT with Content-MD5", () -> put(CONTENT, CONTENT)) == null) {
      return List.copyOf(findings);
    }
    byte @Nullable [] read =
        attempt("GET", () -> client.getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray());
    if (read != null && !Arrays.equals(read, CONTENT)) {
      add(Kind.FAILED, "GET returned other bytes than were put");
    }
    attempt("HEAD object", () -> client.headObject(r -> r.bucket(bucket).key(key)));
    refusesWrongChecksum();
    attempt("DELETE", () -> client.deleteObject(r -> r.bucket(bucket).key(key)));
    return List.copyOf(findings);
  }

  private PutObjectResponse put(byte[] content, byte[] digested) {
    return client.putObject(
        r -> r.bucket(bucket).key(key).contentMD5(Md5Utils.md5AsBase64(digested)),
        RequestBody.fromBytes(content));
  }

  private void refusesWrongChecksum() {
    try {
      put(OTHER, CONTENT);
      add(
          Kind.CHECKSUM_UNSUPPORTED,
          "the store accepted an upload whose Content-MD5 is wrong, so a damaged upload would go"
              + " unseen: use a store that checks it");
    } catch (S3Exception e) {
      if (e.statusCode() != BAD_REQUEST) {
        refused("PUT with a wrong Content-MD5", e);
      }
    } catch (SdkClientException e) {
      unreachable("PUT with a wrong Content-MD5", e);
    }
  }

  private <T> @Nullable T attempt(String what, Supplier<T> request) {
    try {
      return request.get();
    } catch (S3Exception e) {
      refused(what, e);
    } catch (SdkClientException e) {
      unreachable(what, e);
    }
    return null;
  }

  private void unreachable(String what, SdkClientException e) {
    add(
        Kind.UNREACHABLE,
        what + " got no answer (" + e.getMessage() + "): check endpoint, region and network");
  }

  private void refused(String what, S3Exception e) {
    String said = what + " was answered with " + e.statusCode() + " (" + e.getMessage() + ")";
    switch (e.statusCode()) {
      case FORBIDDEN ->
          add(
              Kind.DENIED,
              said + ": grant s3:ListBucket, PutObject, GetObject and DeleteObject to these keys");
      case 404 -> add(Kind.BUCKET_MISSING, said + ": create the bucket or correct its name");
      case BAD_REQUEST, NOT_IMPLEMENTED -> {
        boolean upload = what.startsWith("PUT");
        add(upload ? Kind.CHECKSUM_UNSUPPORTED : Kind.FAILED, said);
      }
      default -> add(Kind.FAILED, said);
    }
  }

  private void add(Kind kind, String detail) {
    findings.add(new StorageFinding(kind, "bucket " + bucket + ", " + key + ": " + detail + "."));
  }
}
