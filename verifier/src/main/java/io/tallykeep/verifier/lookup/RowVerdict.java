package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.LiveRows;
import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.ArchiveType;
import io.tallykeep.archive.schema.BinaryType;
import io.tallykeep.archive.schema.TextType;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a found row answers. In this order: a row of another identity or day decides nothing; a live
 * row is IN_PROGRESS wherever it is and whatever its payload; then the payload hash decides.
 */
final class RowVerdict {
  private final Dataset dataset;
  private final FoundRow found;

  RowVerdict(Dataset dataset, FoundRow found) {
    this.dataset = dataset;
    this.found = found;
  }

  /** The row's event day. */
  LocalDate eventDay() {
    Object day = found.row()[found.schema().eventDayIndex()];
    if (day == null) {
      throw new IllegalStateException("a row of " + found.schema().table() + " has no event day.");
    }
    return LocalDate.ofEpochDay((Integer) day);
  }

  /**
   * Checks that the row is the one that was asked for.
   *
   * @throws UndecidedException if the row's identity has other bytes: the server's comparison is
   *     not ours
   */
  void requireIdentity(Object[] asked) throws UndecidedException {
    ArchiveSchema schema = found.schema();
    Object[] stored = schema.identityOf(found.row());
    if (schema.compareIdentities(stored, asked) != 0) {
      throw new UndecidedException(
          UndecidableReason.AMBIGUOUS_IDENTITY,
          "asked for "
              + schema.describe(asked)
              + ", and the row found has "
              + schema.describe(stored)
              + ": an identity column's collation calls both equal.");
    }
  }

  /**
   * Checks that the row is of the day that was asked for.
   *
   * @throws UndecidedException if it is of another day
   */
  void requireDay(LocalDate asked) throws UndecidedException {
    if (!eventDay().equals(asked)) {
      throw new UndecidedException(
          UndecidableReason.EVENT_DAY_MISMATCH,
          "asked for event day "
              + asked
              + ", but the row found has "
              + eventDay()
              + ": one event must have one day. Find out which is right before applying it.");
    }
  }

  /**
   * The answer.
   *
   * @param payloadHash the hash to compare, if one was given
   * @throws UndecidedException if a hash was given and the row has none to compare it with
   */
  Answer answer(Optional<byte[]> payloadHash) throws UndecidedException {
    Optional<LiveRows> liveRows = dataset.liveRows();
    if (liveRows.isPresent()) {
      Optional<String> state = text(liveRows.get().column());
      if (liveRows.get().isLive(state.orElse(null))) {
        return new Answer.InProgress(state.orElse("NULL"));
      }
    }
    if (payloadHash.isPresent()) {
      byte[] recorded = hashBytes().orElseThrow(this::noRecordedHash);
      if (!Arrays.equals(recorded, payloadHash.get())) {
        return new Answer.Conflict(HexFormat.of().formatHex(recorded));
      }
    }
    Map<String, Optional<String>> result = new LinkedHashMap<>();
    for (Identifier column : dataset.result()) {
      result.put(column.value(), text(column));
    }
    return new Answer.Duplicate(result);
  }

  /** The row's payload hash in lower-case hex, if it has one. */
  Optional<String> recordedHash() {
    return hashBytes().map(HexFormat.of()::formatHex);
  }

  /** The hash's bytes: those of a binary column, or the ones that a text column states in hex. */
  private Optional<byte[]> hashBytes() {
    if (dataset.payloadHash().isEmpty()) {
      return Optional.empty();
    }
    int index = found.schema().indexOf(dataset.payloadHash().get());
    ArchiveType type = found.schema().column(index).type();
    Object value = found.row()[index];
    Optional<byte[]> bytes = Optional.empty();
    if (value != null && type instanceof BinaryType) {
      bytes = Optional.of((byte[]) value);
    } else if (value != null && type instanceof TextType) {
      bytes = hex(type.text(value));
    }
    return bytes.filter(hash -> hash.length > 0);
  }

  private static Optional<byte[]> hex(String text) {
    try {
      return Optional.of(HexFormat.of().parseHex(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<String> text(Identifier column) {
    int index = found.schema().indexOf(column);
    @Nullable Object value = found.row()[index];
    return Optional.ofNullable(value).map(found.schema().column(index).type()::text);
  }

  private UndecidedException noRecordedHash() {
    return new UndecidedException(
        UndecidableReason.NO_RECORDED_HASH,
        dataset.payloadHash().isEmpty()
            ? "a payload hash was given, but dataset "
                + dataset.name()
                + " keeps none. Ask without one, or configure payload-hash."
            : "a payload hash was given, but column "
                + dataset.payloadHash().get()
                + " of the row found in "
                + found.where()
                + " holds no hash: it is NULL, empty or not hex. Decide by other evidence whether it is the same"
                + " payload.");
  }
}
