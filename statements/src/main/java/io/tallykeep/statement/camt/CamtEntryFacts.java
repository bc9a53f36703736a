package io.tallykeep.statement.camt;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryKind.Reversal;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.xml.XmlNode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a {@code Ntry} says before its details.
 *
 * @param place where it stands
 * @param line its line
 * @param fields its elements by name, without charges
 * @param charges its {@code Chrgs}
 * @param status how final
 * @param reversal whether {@code RvslInd} is true
 * @param turned whether signs are the other way round than marked
 * @param unsigned its amount as stated
 */
record CamtEntryFacts(
    CamtEntry.Place place,
    long line,
    Map<String, XmlNode> fields,
    List<XmlNode> charges,
    EntryStatus status,
    boolean reversal,
    boolean turned,
    Money unsigned) {
  /** A field; null if the entry has none. */
  @Nullable XmlNode field(String name) {
    return fields.get(name);
  }

  /** For people. */
  String element() {
    return "Ntry " + place.number();
  }

  /** The direction of its effect. */
  Direction direction() {
    return effective(CamtValues.direction(Objects.requireNonNull(field("CdtDbtInd"))));
  }

  /** The direction of the effect that a mark means. */
  Direction effective(Direction marked) {
    return turned ? CamtValues.turned(marked) : marked;
  }

  /** Its effect on the account. */
  Money booked() {
    return CamtValues.signed(unsigned, direction());
  }

  Reversal mark() {
    return reversal ? Reversal.YES : Reversal.NO;
  }
}
