package io.tallykeep.service.refusal;

/** Why a request or a line of a batch was not answered: stable codes (docs/service.md). */
public enum RefusalCode {
  /**
   * The body is not one JSON object in UTF-8, or a field is unknown, missing or of a wrong type.
   */
  MALFORMED(400),
  /** HTTP itself was violated. */
  BAD_REQUEST(400),
  /** No token, or none of ours. */
  UNAUTHORIZED(401),
  /** There is nothing at this path. */
  NOT_FOUND(404),
  /** The path takes another method. */
  METHOD_NOT_ALLOWED(405),
  /** The caller accepts no media type that this path answers in. */
  NOT_ACCEPTABLE(406),
  /** The request did not arrive in time. */
  REQUEST_TIMEOUT(408),
  /** A body, or a line of a batch, is longer than allowed. */
  TOO_LARGE(413),
  /** The request line is longer than allowed. */
  URI_TOO_LONG(414),
  /** The body's media type is another one than the path takes. */
  UNSUPPORTED_MEDIA_TYPE(415),
  /** Several datasets, and none was named. */
  DATASET_MISSING(422),
  /** There is no dataset of this name. */
  DATASET_UNKNOWN(422),
  /** The identity has another number of values than the dataset's, an empty one, or no text. */
  BAD_IDENTITY(422),
  /** The event day is no date. */
  BAD_DAY(422),
  /** The payload hash is not hexadecimal, or of another length than its column's. */
  BAD_HASH(422),
  /** A batch has more lines than allowed; those before were answered. */
  BATCH_TOO_LONG(413),
  /** More look-ups than the rate limit allows. */
  RATE_LIMITED(429),
  /** The header is longer than allowed. */
  HEADER_TOO_LARGE(431),
  /** As many look-ups or batches run and wait as may. */
  OVERLOADED(503),
  /** The service is stopping. */
  STOPPING(503),
  /** A mistake in Tallykeep; the log has the details. */
  INTERNAL_ERROR(500);

  private final int status;

  RefusalCode(int status) {
    this.status = status;
  }

  /** The HTTP status that goes with it. */
  public int status() {
    return status;
  }

  /** Whether the same request can be answered a little later. */
  public boolean isTransient() {
    return status == RATE_LIMITED.status || status == OVERLOADED.status;
  }
}
