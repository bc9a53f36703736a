package io.tallykeep.statement.bai;

import io.tallykeep.statement.FindingCode;

/** What is counted for the trailers of an account, a group or the file. Not thread-safe. */
final class BaiTotals {
  private long amounts;
  private long records;
  private long parts;

  /** Adds an amount as it is written. */
  void amount(long amount) {
    amounts = Math.addExact(amounts, amount);
  }

  /** Adds lines. */
  void lines(int count) {
    records += count;
  }

  /** Adds an account to its group, or a group to its file. */
  void part(BaiTotals part) {
    parts++;
    records += part.records;
    amounts = Math.addExact(amounts, part.amounts);
  }

  /** Compares an account's trailer: total, lines. */
  void checkAccount(BaiFields trailer) {
    check(trailer, 1, "records", records);
    trailer.requireEnd(2);
  }

  /** Compares a group's or the file's trailer: total, parts, lines. */
  void checkParts(BaiFields trailer, String what) {
    long stated = trailer.count(1, what);
    if (stated != parts) {
      throw trailer
          .of()
          .refusal(FindingCode.COUNT_MISMATCH, what, stated + " are stated, " + parts + " read.");
    }
    check(trailer, 2, "records", records);
    trailer.requireEnd(3);
  }

  private void check(BaiFields trailer, int countAt, String name, long counted) {
    long total = trailer.amount(0, "control total");
    if (total != amounts) {
      throw trailer
          .of()
          .refusal(
              FindingCode.TOTAL_MISMATCH,
              "control total",
              "Stated as " + total + ", the amounts make " + amounts + ".");
    }
    long stated = trailer.count(countAt, name);
    if (stated != counted) {
      throw trailer
          .of()
          .refusal(FindingCode.COUNT_MISMATCH, name, stated + " are stated, " + counted + " read.");
    }
  }
}
