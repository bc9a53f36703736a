package io.tallykeep.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * An S3 server (Adobe S3Mock) in a folder of its own: {@code objects}, its log, its port and secret
 * key. Objects stay over stops and kills.
 */
final class S3Server extends LocalServer {
  static final String REGION = "us-east-1";
  private static final String ACCESS_KEY = "sandbox";

  private final S3Requests requests = new S3Requests(Clock.systemUTC());

  S3Server(Path folder) {
    super("s3", folder);
  }

  static S3Address address(ServerState state) {
    return new S3Address(
        URI.create("http://127.0.0.1:" + state.port()), REGION, ACCESS_KEY, state.secret());
  }

  @Override
  String marker() {
    return "-Dtallykeep.sandbox.s3=" + folder();
  }

  @Override
  Duration stopLimit() {
    return Duration.ofSeconds(20);
  }

  @Override
  void prepare(ServerState state) {
    Folders.create(objects());
    Folders.create(folder().resolve("tmp"));
  }

  @Override
  List<String> command(ServerState state) {
    return List.of(
        Spawn.java(),
        marker(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-Djava.io.tmpdir=" + folder().resolve("tmp"),
        "-jar",
        Artifacts.ofThisBuild().s3Jar().toString(),
        // The main connector, made plain HTTP: the only one that can be bound to loopback. The
        // other can't be left out and goes to any free port.
        "--server.address=127.0.0.1",
        "--server.port=" + state.port(),
        "--server.ssl.enabled=false",
        "--http.port=0",
        "--com.adobe.testing.s3mock.store.root=" + objects(),
        "--com.adobe.testing.s3mock.store.retainFilesOnExit=true",
        "--com.adobe.testing.s3mock.store.region=" + REGION,
        "--com.adobe.testing.s3mock.max-payload-size=1GB");
  }

  @Override
  boolean answers(ServerState state) {
    return Ports.isAnswering(state.port()) && requests.answers(address(state));
  }

  @Override
  void started() {}

  private Path objects() {
    return folder().resolve("objects");
  }
}
