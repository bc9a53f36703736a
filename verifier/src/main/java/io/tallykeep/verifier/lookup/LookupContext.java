package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.verifier.ledger.LedgerKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one look-up works with.
 *
 * @param dataset the dataset
 * @param ledgerKey its rows of the day ledger
 * @param shape its tables, and the probes of each place
 * @param identity the asked identity, in the form that rows hold it
 * @param payloadHash the payload hash that was given
 * @param mysql the look-up's connection
 * @param trace how far it has come
 */
record LookupContext(
    Dataset dataset,
    LedgerKey ledgerKey,
    TableShape shape,
    Object[] identity,
    Optional<byte[]> payloadHash,
    LookupConnection mysql,
    LookupTrace trace) {

  /** The connection for one read, which is reported first. */
  Connection read(LookupStep step, int round) throws SQLException {
    trace.before(step, round);
    return mysql.forNextRead();
  }

  /**
   * The one row among those that a table in MySQL returned for the identity.
   *
   * @throws UndecidedException if there are several
   */
  Optional<FoundRow> single(Where where, List<@Nullable Object[]> rows) throws UndecidedException {
    if (rows.size() > 1) {
      throw new UndecidedException(
          UndecidableReason.SEVERAL_ROWS,
          "the "
              + (where == Where.LATE
                  ? "late table " + dataset.lateTable()
                  : "table " + dataset.table())
              + " holds several rows of "
              + shape.schema().describe(identity)
              + ". Find out which one counts, and give the table its unique key.");
    }
    return rows.stream().findFirst().map(row -> new FoundRow(where, shape.schema(), row));
  }

  /**
   * What the found row answers.
   *
   * @param asked the event day that was asked for, if one was
   * @throws UndecidedException if the row is not the one asked for, or can't be compared
   */
  Adjudication adjudicate(FoundRow found, Optional<LocalDate> asked) throws UndecidedException {
    RowVerdict verdict = new RowVerdict(dataset, found);
    verdict.requireIdentity(identity);
    if (asked.isPresent()) {
      verdict.requireDay(asked.get());
    }
    return trace.adjudication(verdict.answer(payloadHash), found.where(), verdict.recordedHash());
  }
}
