package io.tallykeep.archive.table;

import io.tallykeep.archive.read.ArchiveReads;
import io.tallykeep.archive.read.ReadLimits;
import io.tallykeep.archive.read.ReadStats;
import io.tallykeep.archive.read.WeighedCache;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.aws.s3.S3FileIO;
import org.apache.iceberg.aws.s3.S3FileIOProperties;
import org.apache.iceberg.io.FileIO;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The bucket the archive lives in: one client, one Iceberg {@link FileIO} on top of it, the reads
 * of look-ups beside them, one counter of the requests all of them send.
 *
 * <p>Uploads carry a Content-MD5, per part where there are several: every S3 store checks it, and
 * buckets with Object Lock demand it. The newer checksum trailers and chunked bodies, which older
 * S3-compatible stores refuse (iceberg#12339, #15242), are off. All waits are bounded. Thread-safe;
 * close it once, at the end.
 */
public final class ArchiveStorage implements AutoCloseable {
  private static final int NOT_FOUND = 404;
  private static final int MAX_CONNECTIONS = 64;
  private static final int MAX_ATTEMPTS = 4;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(3);

  private final String description;
  private final String bucket;
  private final String warehouse;
  private final RequestCounter requests = new RequestCounter();
  private final S3Client client;
  private final S3FileIO fileIO;
  private final ArchiveReads reads;
  private final WeighedCache<ManifestKey, List<ArchivedFile>> manifests;

  /**
   * Opens no connection yet.
   *
   * @param endpoint the store's address, empty for AWS itself
   * @param prefix the folder inside the bucket, without slashes at its ends; may be empty
   * @param pathStyle whether the bucket stands in the path and not in the host name
   * @param credentials empty to use the AWS default provider chain
   */
  public ArchiveStorage(
      Optional<URI> endpoint,
      String region,
      String bucket,
      String prefix,
      boolean pathStyle,
      Optional<Credentials> credentials) {
    this(endpoint, region, bucket, prefix, pathStyle, credentials, ReadLimits.DEFAULT);
  }

  /**
   * Opens no connection yet.
   *
   * @param endpoint the store's address, empty for AWS itself
   * @param prefix the folder inside the bucket, without slashes at its ends; may be empty
   * @param pathStyle whether the bucket stands in the path and not in the host name
   * @param credentials empty to use the AWS default provider chain
   * @param limits what bounds the reads of look-ups
   */
  public ArchiveStorage(
      Optional<URI> endpoint,
      String region,
      String bucket,
      String prefix,
      boolean pathStyle,
      Optional<Credentials> credentials,
      ReadLimits limits) {
    if (bucket.isBlank() || bucket.contains("/")) {
      throw new IllegalArgumentException("'" + bucket + "' is not the name of a bucket.");
    }
    if (prefix.startsWith("/") || prefix.endsWith("/")) {
      throw new IllegalArgumentException(
          "archive prefix '" + prefix + "' of bucket " + bucket + " must not start or end with /.");
    }
    this.bucket = bucket;
    this.warehouse = "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
    this.description =
        endpoint.map(URI::toString).orElse("AWS")
            + ", region "
            + region
            + ", "
            + warehouse
            + (pathStyle ? ", path style" : "")
            + ", "
            + credentials.map(Credentials::toString).orElse("default credentials");
    AwsCredentialsProvider provider = provider(credentials);
    this.client = newClient(builder(endpoint, region, pathStyle, provider));
    this.reads = new ArchiveReads(builder(endpoint, region, pathStyle, provider), requests, limits);
    this.manifests =
        reads.cache(
            limits.manifestCacheBytes(),
            files -> 400 + files.stream().mapToInt(ArchivedFile::weightBytes).sum());
    this.fileIO = new S3FileIO(() -> client);
    fileIO.initialize(
        Map.of(
            S3FileIOProperties.CHECKSUM_ENABLED,
            "true",
            S3FileIOProperties.CHUNKED_ENCODING_ENABLED,
            "false",
            S3FileIOProperties.S3_CRT_ENABLED,
            "false",
            // Only files of a commit that certainly did not happen are deleted through it.
            S3FileIOProperties.DELETE_ENABLED,
            "true",
            "init-creation-stacktrace",
            "false"));
  }

  private static S3ClientBuilder builder(
      Optional<URI> endpoint,
      String region,
      boolean pathStyle,
      AwsCredentialsProvider credentialsProvider) {
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(region))
            .credentialsProvider(credentialsProvider)
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .serviceConfiguration(
                S3Configuration.builder()
                    .pathStyleAccessEnabled(pathStyle)
                    .chunkedEncodingEnabled(false)
                    .build());
    endpoint.ifPresent(builder::endpointOverride);
    return builder;
  }

  private S3Client newClient(S3ClientBuilder builder) {
    return builder
        .httpClientBuilder(
            ApacheHttpClient.builder()
                .maxConnections(MAX_CONNECTIONS)
                .connectionTimeout(CONNECT_TIMEOUT)
                .connectionAcquisitionTimeout(SOCKET_TIMEOUT)
                .socketTimeout(SOCKET_TIMEOUT))
        .overrideConfiguration(
            override ->
                override
                    .addExecutionInterceptor(requests)
                    .apiCallAttemptTimeout(ATTEMPT_TIMEOUT)
                    .apiCallTimeout(CALL_TIMEOUT)
                    .retryStrategy(
                        AwsRetryStrategy.standardRetryStrategy().toBuilder()
                            .maxAttempts(MAX_ATTEMPTS)
                            .build()))
        .build();
  }

  private static AwsCredentialsProvider provider(Optional<Credentials> credentials) {
    if (credentials.isEmpty()) {
      return DefaultCredentialsProvider.builder().build();
    }
    Credentials keys = credentials.get();
    return StaticCredentialsProvider.create(
        keys.sessionToken().isPresent()
            ? AwsSessionCredentials.create(
                keys.accessKeyId(), keys.secretAccessKey(), keys.sessionToken().get())
            : AwsBasicCredentials.create(keys.accessKeyId(), keys.secretAccessKey()));
  }

  /** Iceberg's view of the bucket; closed with this storage, never by the caller. */
  public FileIO fileIO() {
    return fileIO;
  }

  /** The client under {@link #fileIO()}; closed with this storage, never by the caller. */
  public S3Client s3Client() {
    return client;
  }

  /** The reads of look-ups, with limits and connections of their own; closed with this storage. */
  public ArchiveReads reads() {
    return reads;
  }

  WeighedCache<ManifestKey, List<ArchivedFile>> manifests() {
    return manifests;
  }

  /** What look-ups have read since this storage was opened. */
  public ReadStats readStats() {
    return reads.stats(manifests.stats());
  }

  public String bucket() {
    return bucket;
  }

  /** The warehouse location, {@code s3://bucket/prefix}, without a slash at its end. */
  public String warehouse() {
    return warehouse;
  }

  /** How many HTTP requests were sent since this storage was opened, each retry as one. */
  public long requests() {
    return requests.sent();
  }

  /**
   * Asks the store for one object's size and entity tag (one HEAD request).
   *
   * @param path the object's location, {@code s3://bucket/key}
   * @throws IllegalArgumentException if the path is not in this storage's bucket
   * @throws IllegalStateException if the store's answer lacks the length or the entity tag
   * @throws software.amazon.awssdk.core.exception.SdkException if the store answers anything but
   *     the object's state or 404
   */
  public ObjectState objectState(String path) {
    String key = keyOf(path);
    try {
      HeadObjectResponse head = client.headObject(request -> request.bucket(bucket).key(key));
      if (head.contentLength() == null || head.eTag() == null) {
        throw new IllegalStateException(
            "the store's answer for "
                + path
                + " has no length or no ETag: use a store that sends both.");
      }
      return new ObjectState.Present(head.contentLength(), head.eTag().replace("\"", ""));
    } catch (S3Exception e) {
      if (e.statusCode() == NOT_FOUND) {
        return new ObjectState.Missing();
      }
      throw e;
    }
  }

  /**
   * Lists every object whose location begins so (one request per 1,000).
   *
   * @param start {@code s3://bucket/key…}
   * @throws IllegalArgumentException if it is not in this storage's bucket
   */
  public List<StoredObject> objects(String start) {
    String keys = keyOf(start);
    return client
        .listObjectsV2Paginator(request -> request.bucket(bucket).prefix(keys))
        .contents()
        .stream()
        .map(object -> new StoredObject("s3://" + bucket + "/" + object.key(), object.size()))
        .toList();
  }

  private String keyOf(String path) {
    String start = "s3://" + bucket + "/";
    if (!path.startsWith(start) || path.length() == start.length()) {
      throw new IllegalArgumentException(path + " is not an object of bucket " + bucket + ".");
    }
    return path.substring(start.length());
  }

  /**
   * Puts, reads and deletes a probe object under the warehouse and checks that a wrong checksum is
   * refused. Changes nothing else.
   *
   * @return what is wrong, empty if nothing is
   */
  public List<StorageFinding> probe() {
    return new StorageProbe(client, bucket, keyOf(warehouse + "/.tallykeep-probe-")).findings();
  }

  /**
   * Reads what the bucket does with objects by itself. Changes nothing.
   *
   * @param days archived files must stay readable for at least so long after they were written
   * @param startedBefore multipart uploads begun before this moment and not ended are told
   */
  public BucketReport bucketRules(int days, Instant startedBefore) {
    String folder = warehouse.substring(("s3://" + bucket).length()).replaceFirst("^/", "");
    return new BucketRules(client, bucket, folder.isEmpty() ? "" : folder + "/")
        .read(days, startedBefore);
  }

  @Override
  public void close() {
    reads.close();
    fileIO.close();
    client.close();
  }

  @Override
  public String toString() {
    return "ArchiveStorage[" + description + "]";
  }
}
