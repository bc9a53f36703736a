package io.tallykeep.statement;

/** Why a file is not loaded. The names are stable: programs and runbooks refer to them. */
public enum FindingCode {
  /** More bytes than the limit. */
  LIMIT_BYTES,
  /** A line longer than the limit. */
  LIMIT_LINE,
  /** A field or text longer than the limit. */
  LIMIT_FIELD,
  /** More entries than the limit. */
  LIMIT_ENTRIES,
  /** More statements in one file than the limit. */
  LIMIT_STATEMENTS,
  /** Elements nested deeper than the limit. */
  LIMIT_DEPTH,
  /** A compressed file or an archive: unpack it first. */
  ARCHIVE_REFUSED,
  /** No bytes, or nothing but blanks. */
  EMPTY_FILE,
  /** Bytes that are not text of the declared encoding. */
  BAD_ENCODING,
  /** An encoding that is not the declared one, or that is not read. */
  ENCODING_MISMATCH,
  /** XML that is not well-formed. */
  XML_MALFORMED,
  /** XML with a document type: entities are never expanded. */
  XML_DOCTYPE,
  /** Another kind of message or file than the profile declares. */
  WRONG_MESSAGE,
  /** A version of the format that is not read. */
  UNKNOWN_VERSION,
  /** A header other than the declared one. */
  HEADER_MISMATCH,
  /** The grammar of the format is broken. */
  SYNTAX,
  /** The file ends before its statement does. */
  TRUNCATED,
  /** A field that must be there is not. */
  FIELD_MISSING,
  /** A field whose value can't be right. */
  FIELD_INVALID,
  /** Text that is no amount in the declared form. */
  AMOUNT_INVALID,
  /** An amount with more decimals than its currency has. */
  AMOUNT_DECIMALS,
  /** An amount or a sum out of range. */
  AMOUNT_RANGE,
  /** A currency whose decimals neither ISO nor the profile states. */
  CURRENCY_UNKNOWN,
  /** An amount in another currency than its statement's. */
  CURRENCY_MIXED,
  /** A date or time that does not exist or has another form than declared. */
  DATE_INVALID,
  /** Another account than the profile's, or one that changes within a statement. */
  ACCOUNT_MISMATCH,
  /** Opening balance and entries do not add up to the closing balance. */
  BALANCE_MISMATCH,
  /** A statement does not open with the balance that the one before closed with. */
  BALANCE_CHAIN,
  /** A control total differs from the sum of what it counts. */
  TOTAL_MISMATCH,
  /** A stated count differs from what was counted. */
  COUNT_MISMATCH,
  /** A batch's items do not add up to its amount. */
  BATCH_SUM_MISMATCH,
  /** A batch has another number of items than it states. */
  BATCH_COUNT_MISMATCH,
  /** A statement or a file part is missing between two others. */
  SEQUENCE_GAP,
  /** The same statement twice in one file. */
  SEQUENCE_REPEATED,
  /** A page is missing or out of order. */
  PAGE_GAP,
  /** No entries, and no balance or count that says so. */
  NO_ENTRIES,
  /** The profile's options do not fit the format, or the file needs a declaration it lacks. */
  PROFILE_MISMATCH
}
