package io.tallykeep.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;

/** The two S3 requests the sandbox makes itself, without an SDK on every test's class path. */
final class S3Requests {
  private static final int TIMEOUT_MILLIS = 10_000;

  private final Clock clock;

  S3Requests(Clock clock) {
    this.clock = clock;
  }

  /** Whether something at the address lists buckets for these keys. */
  boolean answers(S3Address address) {
    try {
      return send(address, "GET", "/", "").contains("ListAllMyBucketsResult");
    } catch (IOException notYetOrNotS3) {
      return false;
    }
  }

  /**
   * Creates a bucket.
   *
   * @throws SandboxException if the server can't be reached or refuses it
   */
  void createBucket(S3Address address, String bucket) {
    // The default region must not be named, any other must.
    String body =
        address.region().equals("us-east-1")
            ? ""
            : "<CreateBucketConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><LocationConstraint>"
                + address.region()
                + "</LocationConstraint></CreateBucketConfiguration>";
    try {
      send(address, "PUT", "/" + bucket, body);
    } catch (IOException e) {
      throw new SandboxException(
          SandboxFault.UNREACHABLE,
          "The S3 server at "
              + address
              + " did not create the bucket "
              + bucket
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private String send(S3Address address, String method, String path, String body)
      throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    URI uri = address.endpoint().resolve(path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestMethod(method);
    new S3Signature(address, clock.instant())
        .headers(method, path, content)
        .forEach(connection::setRequestProperty);
    if (content.length > 0 || method.equals("PUT")) {
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(content.length);
      connection.getOutputStream().write(content);
    }
    int status = connection.getResponseCode();
    try (InputStream in =
        status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
      String answer = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (status >= 300) {
        throw new IOException(method + " " + path + " answered HTTP " + status + " " + answer);
      }
      return answer;
    }
  }
}
