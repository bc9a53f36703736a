package io.tallykeep.archive.read;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Sends one request for one range and takes the answer only if it is that range: its place and the
 * object's size in Content-Range, its length, and the entity tag. Thread-safe.
 */
final class S3RangeClient implements AutoCloseable {
  private static final int TIMEOUT = 408;
  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;
  private static final int RANGE_NOT_SATISFIABLE = 416;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;

  private final S3Client client;
  private final AbortableHttpClient http;

  /**
   * @param client sends each request once, through {@code http}
   */
  S3RangeClient(S3Client client, AbortableHttpClient http) {
    this.client = client;
    this.http = http;
  }

  /** An answer before it is looked at; a body that is too long is cut one byte behind its end. */
  private record Body(GetObjectResponse response, byte[] bytes) {}

  /**
   * Sends the request once.
   *
   * @param handle breaks it off
   * @throws FileNotFoundException if there is no such object
   * @throws ObjectReplacedException if there is another one than stated or seen before
   * @throws RetryableReadException if it did not answer as it should, but may do so another time
   * @throws IOException on any other answer
   */
  RangeAnswer send(
      RangeRequest request, Duration timeout, ReadScope scope, AbortableHttpClient.Handle handle)
      throws IOException {
    try {
      return checked(
          request,
          http.run(
              handle,
              () ->
                  client.getObject(
                      get(request, timeout, scope),
                      (response, in) -> body(request, response, in))));
    } catch (S3Exception e) {
      throw refused(request, e);
    } catch (SdkException e) {
      throw new RetryableReadException(request + " did not come: " + e.getMessage(), e);
    }
  }

  private static GetObjectRequest get(RangeRequest request, Duration timeout, ReadScope scope) {
    int bucketEnd = request.path().indexOf('/', "s3://".length());
    GetObjectRequest.Builder get =
        GetObjectRequest.builder()
            .bucket(request.path().substring("s3://".length(), bucketEnd))
            .key(request.path().substring(bucketEnd + 1))
            .range(request.header())
            .overrideConfiguration(
                override ->
                    override
                        .apiCallTimeout(timeout)
                        .putExecutionAttribute(ReadScope.OF_REQUEST, scope));
    request.etag().ifPresent(get::ifMatch);
    return get.build();
  }

  private static Body body(
      RangeRequest request, GetObjectResponse response, AbortableInputStream in)
      throws IOException {
    byte[] bytes = in.readNBytes(request.count() + 1);
    if (bytes.length > request.count()) {
      in.abort();
    }
    return new Body(response, bytes);
  }

  private static RangeAnswer checked(RangeRequest request, Body body) throws IOException {
    String place = body.response().contentRange();
    String etag = body.response().eTag();
    if (place == null || etag == null) {
      throw new IOException(
          request
              + ": the store's answer has no "
              + (place == null ? "Content-Range" : "ETag")
              + ". Use a store that serves ranges and sends entity tags.");
    }
    long size = objectSize(request, place);
    if (request.etag().isPresent() && !request.etag().get().equals(etag)) {
      throw replaced(request, "its entity tag is " + etag + " now");
    }
    if (request.sizeBytes() != RangeRequest.UNKNOWN && size != request.sizeBytes()) {
      throw replaced(
          request, "it has " + size + " bytes and not " + request.sizeBytes() + " as recorded");
    }
    long count = Math.min(request.count(), size - request.from());
    String expected = "bytes " + request.from() + "-" + (request.from() + count - 1) + "/" + size;
    if (!place.equals(expected)) {
      throw new RetryableReadException(
          request + ": the store answered '" + place + "' instead of '" + expected + "'.", null);
    }
    if (body.bytes().length != count) {
      throw new RetryableReadException(
          request + ": " + shown(body.bytes().length, request) + " bytes came.", null);
    }
    return new RangeAnswer(body.bytes(), etag, size);
  }

  private static String shown(int length, RangeRequest request) {
    return length > request.count() ? "more than " + request.count() : "only " + length;
  }

  private static long objectSize(RangeRequest request, String place) throws RetryableReadException {
    String size = place.substring(place.indexOf('/') + 1);
    try {
      return Long.parseLong(size);
    } catch (NumberFormatException e) {
      throw new RetryableReadException(
          request + ": the store's answer has the Content-Range '" + place + "'.", e);
    }
  }

  private static IOException refused(RangeRequest request, S3Exception e) {
    int status = e.statusCode();
    if (status == NOT_FOUND && !(e instanceof NoSuchBucketException)) {
      return withCause(new FileNotFoundException(request.path() + " is not there."), e);
    }
    if (status == PRECONDITION_FAILED) {
      return withCause(replaced(request, "another one has been put in its place"), e);
    }
    if (status == RANGE_NOT_SATISFIABLE) {
      return withCause(replaced(request, "it is shorter than recorded"), e);
    }
    String what = request + ": the store answered " + status + " (" + e.getMessage() + ").";
    return status >= SERVER_ERROR || status == TOO_MANY_REQUESTS || status == TIMEOUT
        ? new RetryableReadException(what, e)
        : new IOException(what, e);
  }

  private static ObjectReplacedException replaced(RangeRequest request, String how) {
    return new ObjectReplacedException(
        request.path()
            + " is not the object it was: "
            + how
            + ". Nothing may be concluded from it; restore the object or its version.");
  }

  private static <E extends IOException> E withCause(E exception, @Nullable Throwable cause) {
    exception.initCause(cause);
    return exception;
  }

  @Override
  public void close() {
    client.close();
    http.close();
  }
}
