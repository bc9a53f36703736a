package io.tallykeep.archive.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tallykeep.archive.table.StorageFinding.Kind;
import io.tallykeep.sandbox.S3Address;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.apache.iceberg.io.PositionOutputStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkException;

class ArchiveStorageIT {
  private static final Credentials KEYS = Credentials.of("reader", "very-secret");

  private final S3Address s3 = Sandbox.shared().s3();

  private ArchiveStorage storage(URI endpoint, String bucket) {
    return new ArchiveStorage(
        Optional.of(endpoint), s3.region(), bucket, "archive", true, Optional.of(KEYS));
  }

  @Test
  void objectsAreWrittenReadAndHeaded() throws IOException {
    try (ArchiveStorage storage = storage(s3.endpoint(), Sandbox.shared().newBucket("storage"))) {
      String path = storage.warehouse() + "/a";
      assertThat(storage.objectState(path)).isEqualTo(new ObjectState.Missing());
      try (PositionOutputStream out = storage.fileIO().newOutputFile(path).createOrOverwrite()) {
        out.write("hello".getBytes(StandardCharsets.UTF_8));
      }

      assertThat(storage.objectState(path))
          .isEqualTo(new ObjectState.Present(5, "5d41402abc4b2a76b9719d911017c592"));
      assertThat(storage.requests()).as("two HEADs and a PUT").isEqualTo(3);
    }
  }

  @Test
  void objectsOfSeveralPartsArriveWhole() throws IOException {
    byte[] content = new byte[50 << 20];
    new Random(7).nextBytes(content);
    try (ArchiveStorage storage = storage(s3.endpoint(), Sandbox.shared().newBucket("storage"))) {
      String path = storage.warehouse() + "/large";
      try (PositionOutputStream out = storage.fileIO().newOutputFile(path).createOrOverwrite()) {
        out.write(content);
      }

      assertThat(storage.objectState(path))
          .isInstanceOfSatisfying(
              ObjectState.Present.class,
              there -> {
                assertThat(there.sizeBytes()).isEqualTo(content.length);
                assertThat(there.etag()).endsWith("-2");
              });
      assertThat(storage.fileIO().newInputFile(path).newStream().readAllBytes()).isEqualTo(content);
    }
  }

  @Test
  void stateOfAnObjectElsewhereIsNotAsked() {
    try (ArchiveStorage storage = storage(s3.endpoint(), "some-bucket")) {
      assertThatThrownBy(() -> storage.objectState("s3://other-bucket/a"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("s3://other-bucket/a")
          .hasMessageContaining("some-bucket");
    }
  }

  @Test
  void soundBucketHasNoFindingsAndIsLeftAsItWas() {
    String bucket = Sandbox.shared().newBucket("storage");
    try (ArchiveStorage storage = storage(s3.endpoint(), bucket)) {
      assertThat(storage.probe()).isEmpty();
      assertThat(storage.s3Client().listObjectsV2(r -> r.bucket(bucket)).contents()).isEmpty();
    }
  }

  @Test
  void missingBucketIsFound() {
    try (ArchiveStorage storage = storage(s3.endpoint(), "no-such-bucket")) {
      assertThat(storage.probe())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.kind()).isEqualTo(Kind.BUCKET_MISSING);
                assertThat(finding.detail()).contains("no-such-bucket").contains("create");
              });
    }
  }

  @Test
  void storeThatDoesNotAnswerIsFoundAndItsObjectsAreNotCalledMissing() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    try (ArchiveStorage storage = storage(URI.create("http://127.0.0.1:" + port), "bucket")) {
      assertThat(storage.probe())
          .extracting(StorageFinding::kind)
          .containsExactly(Kind.UNREACHABLE);
      assertThatThrownBy(() -> storage.objectState("s3://bucket/a"))
          .isInstanceOf(SdkException.class);
    }
  }

  @Test
  void refusedKeysAreFoundAndTheirObjectsAreNotCalledMissing() throws IOException {
    HttpServer refusing = answering(403);
    try (ArchiveStorage storage = storage(uri(refusing), "bucket")) {
      assertThat(storage.probe()).extracting(StorageFinding::kind).containsExactly(Kind.DENIED);
      assertThatThrownBy(() -> storage.objectState("s3://bucket/a"))
          .isInstanceOf(SdkException.class);
    } finally {
      refusing.stop(0);
    }
  }

  @Test
  void storeThatTakesAWrongChecksumIsFound() throws IOException {
    HttpServer credulous = answering(200);
    try (ArchiveStorage storage = storage(uri(credulous), "bucket")) {
      assertThat(storage.probe())
          .extracting(StorageFinding::kind)
          .contains(Kind.CHECKSUM_UNSUPPORTED);
    } finally {
      credulous.stop(0);
    }
  }

  @Test
  void secretsAreNotPrinted() {
    try (ArchiveStorage storage = storage(s3.endpoint(), "bucket")) {
      assertThat(storage + " " + KEYS)
          .contains("reader")
          .contains("s3://bucket/archive")
          .doesNotContain("very-secret");
    }
  }

  private static URI uri(HttpServer server) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** A store that answers every request alike. */
  private static HttpServer answering(int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.getResponseHeaders().add("ETag", "\"0\"");
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return server;
  }
}
