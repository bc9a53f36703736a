package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.schema.ArchiveSchema;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The event one look-up is about, and what rows found for it answer.
 *
 * @param dataset the dataset
 * @param schema names the positions in its rows
 * @param identity the asked identity, in the form that rows hold it
 * @param payloadHash the payload hash that was given
 * @param trace how far the look-up has come
 */
record AskedEvent(
    Dataset dataset,
    ArchiveSchema schema,
    Object[] identity,
    Optional<byte[]> payloadHash,
    LookupTrace trace) {

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
              + schema.describe(identity)
              + ". Find out which one counts, and give the table its unique key.");
    }
    return rows.stream().findFirst().map(row -> new FoundRow(where, schema, row));
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
