package io.tallykeep.archive.table;

import java.util.Optional;

/**
 * Static keys for object storage. Without them the AWS SDK's default provider chain decides.
 *
 * @param sessionToken set with temporary keys only
 */
public record Credentials(
    String accessKeyId, String secretAccessKey, Optional<String> sessionToken) {
  public Credentials {
    if (accessKeyId.isBlank() || secretAccessKey.isBlank()) {
      throw new IllegalArgumentException(
          "object storage credentials need an access key id and a secret access key: set both, or"
              + " neither to use the AWS default provider chain.");
    }
  }

  /** Keys that do not expire. */
  public static Credentials of(String accessKeyId, String secretAccessKey) {
    return new Credentials(accessKeyId, secretAccessKey, Optional.empty());
  }

  @Override
  public String toString() {
    return "Credentials[accessKeyId=" + accessKeyId + ", secretAccessKey=***, sessionToken=***]";
  }
}
