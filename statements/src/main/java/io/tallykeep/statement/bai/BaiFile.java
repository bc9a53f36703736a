package io.tallykeep.statement.bai;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.gate.StatementGate;
import org.jspecify.annotations.Nullable;

/**
 * A file's records in their order: {@code 01 (02 (03 16* 49)* 98)* 99}. Each trailer's control
 * total and counts must agree. Not thread-safe.
 */
final class BaiFile {
  private final StatementProfile profile;
  private final Bai2Options options;
  private final StatementGate gate;
  private @Nullable BaiTotals fileTotals;
  private BaiTotals groupTotals = new BaiTotals();
  private @Nullable BaiGroup group;
  private @Nullable BaiAccount account;
  private boolean ended;

  BaiFile(StatementProfile profile, Bai2Options options, StatementGate gate) {
    this.profile = profile;
    this.options = options;
    this.gate = gate;
  }

  void record(BaiRecord record) {
    if (ended) {
      throw record.refusal(FindingCode.SYNTAX, null, "Stands after the file's trailer.");
    }
    switch (record.code()) {
      case "01" -> fileHeader(record);
      case "02" -> groupHeader(record);
      case "03" -> accountHeader(record);
      case "16" -> openAccount(record).transaction(record);
      case "49" -> accountTrailer(record);
      case "98" -> groupTrailer(record);
      default -> fileTrailer(record);
    }
  }

  private void fileHeader(BaiRecord record) {
    require(record, fileTotals == null);
    BaiFields fields = record.fields();
    BaiGroup.date(fields, fields.required(2, "file creation date"));
    if (!fields.required(7, "version").equals("2")) {
      throw record.refusal(
          FindingCode.UNKNOWN_VERSION,
          "version",
          "Version " + Finding.quote(fields.at(7)) + ": 2 is read.");
    }
    fields.requireEnd(8);
    fileTotals = new BaiTotals();
    fileTotals.lines(record.lineCount());
  }

  private void groupHeader(BaiRecord record) {
    require(record, fileTotals != null && group == null);
    group = BaiGroup.of(record.fields());
    groupTotals = new BaiTotals();
    groupTotals.lines(record.lineCount());
  }

  private void accountHeader(BaiRecord record) {
    BaiGroup of = group;
    if (of == null || account != null) {
      throw outOfOrder(record);
    }
    account = new BaiAccount(profile, options, gate, of, record);
  }

  private BaiAccount openAccount(BaiRecord record) {
    if (account == null) {
      throw outOfOrder(record);
    }
    return account;
  }

  private void accountTrailer(BaiRecord record) {
    groupTotals.part(openAccount(record).trailer(record));
    account = null;
  }

  private void groupTrailer(BaiRecord record) {
    BaiTotals file = fileTotals;
    if (file == null || group == null || account != null) {
      throw outOfOrder(record);
    }
    groupTotals.lines(record.lineCount());
    groupTotals.checkParts(record.fields(), "accounts");
    file.part(groupTotals);
    group = null;
  }

  private void fileTrailer(BaiRecord record) {
    BaiTotals file = fileTotals;
    if (file == null || group != null) {
      throw outOfOrder(record);
    }
    file.lines(record.lineCount());
    file.checkParts(record.fields(), "groups");
    ended = true;
  }

  /** The file ends. */
  void end(long line) {
    if (!ended) {
      throw new Refusal(
          new Finding(FindingCode.TRUNCATED, line, "99", "The file ends without its trailer."));
    }
  }

  private static void require(BaiRecord record, boolean inOrder) {
    if (!inOrder) {
      throw outOfOrder(record);
    }
  }

  private static Refusal outOfOrder(BaiRecord record) {
    return record.refusal(
        FindingCode.SYNTAX, null, "Does not stand here: 01 (02 (03 16* 49)* 98)* 99.");
  }
}
