package io.tallykeep.jobs.settings;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code tallykeep.object-store}: the S3 bucket that holds the archive.
 *
 * @param endpoint address of an S3-compatible server; empty for AWS
 * @param region the bucket's region
 * @param bucket the bucket's name
 * @param prefix folder inside the bucket
 * @param pathStyle whether the bucket stands in the path instead of the host name
 * @param accessKey access key; empty for the default credentials chain of the AWS SDK
 * @param secretKey secret key; prefer the environment variable TALLYKEEP_OBJECTSTORE_SECRETKEY
 */
public record ObjectStoreSettings(
    @DefaultValue("") String endpoint,
    @DefaultValue("us-east-1") String region,
    @DefaultValue("") String bucket,
    @DefaultValue("tallykeep") String prefix,
    @DefaultValue("false") boolean pathStyle,
    @DefaultValue("") String accessKey,
    @DefaultValue("") String secretKey) {
  @Override
  public String toString() {
    return "ObjectStoreSettings[endpoint="
        + endpoint
        + ", region="
        + region
        + ", bucket="
        + bucket
        + ", prefix="
        + prefix
        + ", pathStyle="
        + pathStyle
        + ", accessKey=***, secretKey=***]";
  }
}
