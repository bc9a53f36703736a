package io.tallykeep.sandbox;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * AWS Signature Version 4 for S3 requests without a query (AWS General Reference, "Create a signed
 * AWS API request").
 */
final class S3Signature {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final String SIGNED_HEADERS = "host;x-amz-content-sha256;x-amz-date";

  private final S3Address address;
  private final String time;

  S3Signature(S3Address address, Instant at) {
    this.address = address;
    this.time = TIME.format(at);
  }

  /**
   * The headers to send.
   *
   * @param path the path, already in the form that goes over the wire
   */
  Map<String, String> headers(String method, String path, byte[] body) {
    String bodyHash = hash(body);
    String canonical =
        String.join(
            "\n",
            method,
            path,
            "",
            "host:" + host(),
            "x-amz-content-sha256:" + bodyHash,
            "x-amz-date:" + time,
            "",
            SIGNED_HEADERS,
            bodyHash);
    String scope = time.substring(0, 8) + "/" + address.region() + "/s3/aws4_request";
    String toSign =
        String.join(
            "\n",
            "AWS4-HMAC-SHA256",
            time,
            scope,
            hash(canonical.getBytes(StandardCharsets.UTF_8)));
    byte[] key = ("AWS4" + address.secretKey()).getBytes(StandardCharsets.UTF_8);
    for (String part : scope.split("/")) {
      key = mac(key, part);
    }
    String authorization =
        "AWS4-HMAC-SHA256 Credential="
            + address.accessKey()
            + "/"
            + scope
            + ", SignedHeaders="
            + SIGNED_HEADERS
            + ", Signature="
            + HexFormat.of().formatHex(mac(key, toSign));
    return Map.of(
        "x-amz-date", time, "x-amz-content-sha256", bodyHash, "Authorization", authorization);
  }

  private String host() {
    URI endpoint = address.endpoint();
    return endpoint.getPort() < 0
        ? endpoint.getHost()
        : endpoint.getHost() + ":" + endpoint.getPort();
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static byte[] mac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }
}
