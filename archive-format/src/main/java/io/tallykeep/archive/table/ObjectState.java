package io.tallykeep.archive.table;

/** What a HEAD request said about one object. Anything but these two is an exception. */
public sealed interface ObjectState {
  /**
   * The object is there.
   *
   * @param sizeBytes its length
   * @param etag its entity tag without quotes; the store changes it with the content
   */
  record Present(long sizeBytes, String etag) implements ObjectState {}

  /** The store answered 404: no such object, or no such bucket. */
  record Missing() implements ObjectState {}
}
