package io.tallykeep.jobs.retention.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

class StoreSilentExceptionTest {
  private static boolean silent(Throwable cause) {
    return StoreSilentException.isBehind(new IllegalStateException("a file", cause));
  }

  private static AwsServiceException answer(int status) {
    return S3Exception.builder().statusCode(status).message("no").build();
  }

  @Test
  void noAnswerAndARefusalSayNothingOfAFile() {
    assertThat(silent(SdkClientException.create("refused", new SocketException("reset")))).isTrue();
    assertThat(silent(new UncheckedIOException(new SocketTimeoutException("timeout")))).isTrue();
    assertThat(silent(answer(503))).isTrue();
    assertThat(silent(answer(403))).isTrue();
  }

  @Test
  void aMissingOrShortObjectIsAnAnswer() {
    assertThat(silent(NoSuchKeyException.builder().statusCode(404).message("gone").build()))
        .isFalse();
    assertThat(silent(answer(416))).isFalse();
  }

  @Test
  void aDamagedFileIsNoSilence() {
    assertThat(silent(new EOFException("short"))).isFalse();
    assertThat(silent(new IOException("bad page checksum"))).isFalse();
    assertThat(StoreSilentException.isBehind(new IllegalStateException("rows out of order")))
        .isFalse();
  }
}
