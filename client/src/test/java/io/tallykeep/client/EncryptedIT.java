package io.tallykeep.client;

import static io.tallykeep.client.Documents.ASKED;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over TLS, with a certificate that only this test knows. */
class EncryptedIT {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir static Path folder;

  private static SSLContext trusted;

  @BeforeAll
  static void makeCertificate() throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve("keys");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    trusted = SSLContext.getInstance("TLS");
    trusted.init(own.getKeyManagers(), trust.getTrustManagers(), null);
  }

  @Test
  void aTrustedCertificateIsAnsweredAndAnyOtherCaseIsUndecidable() throws IOException {
    try (RawServer server =
        new RawServer(
            trusted.getServerSocketFactory(),
            question -> {
              question.body();
              question.answer(Documents.unseen());
            })) {
      int port = server.address().getPort();
      URI service = URI.create("https://localhost:" + port);
      try (VerifierClient client = new VerifierClient(ClientSettings.of(service), trusted)) {
        assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNSEEN);
      }
      try (VerifierClient client = new VerifierClient(ClientSettings.of(service))) {
        assertThat(code(client.lookup(ASKED))).isEqualTo("TLS");
      }
      URI otherName = URI.create("https://127.0.0.1:" + port);
      try (VerifierClient client = new VerifierClient(ClientSettings.of(otherName), trusted)) {
        assertThat(code(client.lookup(ASKED))).isEqualTo("TLS");
      }
      URI plain = URI.create("http://127.0.0.1:" + port);
      try (VerifierClient client = new VerifierClient(ClientSettings.of(plain))) {
        assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
      }
    }
  }

  @Test
  void aServiceThatDoesNotEncryptIsUndecidable() throws IOException {
    try (RawServer server =
        new RawServer(
            question -> {
              throw RawServer.gone();
            })) {
      URI service = URI.create("https://127.0.0.1:" + server.address().getPort());
      try (VerifierClient client =
          new VerifierClient(ClientSettings.of(service).withAnswerTimeout(Duration.ofSeconds(1)))) {
        assertThat(client.lookup(ASKED).kind()).isEqualTo(AnswerKind.UNDECIDABLE);
      }
    }
  }

  private static String code(LookupAnswer answer) {
    return ((LookupAnswer.Undecidable) answer).code();
  }
}
