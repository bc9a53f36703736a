package io.tallykeep.sandbox;

import java.net.URI;

/**
 * Where an S3 server answers; buckets are addressed in the path, not in the host name.
 *
 * @param endpoint scheme, host and port, without a path
 * @param region the region to sign for
 * @param accessKey access key id
 * @param secretKey secret key; {@link #toString()} hides it
 */
public record S3Address(URI endpoint, String region, String accessKey, String secretKey) {

  /** The same server reached through another local port, such as a {@link FaultProxy}'s. */
  public S3Address throughPort(int otherPort) {
    return new S3Address(
        URI.create(endpoint.getScheme() + "://127.0.0.1:" + otherPort),
        region,
        accessKey,
        secretKey);
  }

  @Override
  public String toString() {
    return accessKey + ":***@" + endpoint + " (" + region + ")";
  }
}
