package io.tallykeep.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class S3SignatureTest {
  @Test
  void headersOfAnEmptyRequestAreThoseOfAnIndependentSigner() {
    S3Address address =
        new S3Address(
            URI.create("http://127.0.0.1:9000"),
            "us-east-1",
            "AKIAIOSFODNN7EXAMPLE",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY");
    assertThat(
            new S3Signature(address, Instant.parse("2013-05-24T00:00:00Z"))
                .headers("PUT", "/bucket", new byte[0]))
        .containsEntry("x-amz-date", "20130524T000000Z")
        .containsEntry(
            "x-amz-content-sha256",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        .containsEntry(
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
                + "SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=4b1685744d2998a6288efe063c993a3b0b46571584f67bd5a9fb24d00b798060");
  }
}
