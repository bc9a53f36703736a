package io.tallykeep.jobs.retention.ledger;

import java.util.HexFormat;

/**
 * What was proven of one day.
 *
 * @param rowCount its rows in the archive
 * @param digest 64 lower-case hexadecimal digits, as {@code TableDigest.hex} prints them
 */
public record DayProof(long rowCount, String digest) {
  private static final int DIGEST_BYTES = 32;

  public DayProof {
    if (rowCount < 0 || HexFormat.of().parseHex(digest).length != DIGEST_BYTES) {
      throw new IllegalArgumentException(
          "a day's proof is a row count of 0 or more and a digest of 64 hexadecimal digits, not "
              + rowCount
              + " and '"
              + digest
              + "'.");
    }
  }
}
