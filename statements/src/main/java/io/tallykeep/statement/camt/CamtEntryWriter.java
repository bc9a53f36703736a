package io.tallykeep.statement.camt;

import io.tallykeep.statement.BatchItem;
import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryKind.Reversal;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.camt.CamtDates.Moment;
import io.tallykeep.statement.xml.XmlNode;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Makes entries of one {@code Ntry} and hands them to the gate. */
final class CamtEntryWriter {
  private final CamtContext context;
  private final CamtEntryFacts entry;
  private final CamtAmounts amounts;
  private final CamtTypes types;
  private final @Nullable Moment booking;
  private final @Nullable LocalDate value;

  CamtEntryWriter(CamtContext context, CamtEntryFacts entry) {
    this.context = context;
    this.entry = entry;
    this.amounts = new CamtAmounts(context.profile().exponents(), entry);
    this.types = new CamtTypes(context.options().types());
    CamtDates dates = new CamtDates(context.profile().zone());
    this.booking = dates.choice(entry.field("BookgDt"));
    Moment valued = dates.choice(entry.field("ValDt"));
    this.value = valued == null ? null : valued.date();
  }

  /** An item's effect on the account; null if it states no amount in the account's currency. */
  @Nullable Money itemAmount(XmlNode item) {
    return amounts.item(item);
  }

  /** The entry as one: with its only item, or none. */
  void whole(
      @Nullable XmlNode item,
      @Nullable BatchItem batch,
      CamtBatch stated,
      @Nullable XmlNode additional) {
    EntryAmounts whole = amounts.whole(item);
    String text = CamtTexts.of(item, additional);
    write(item, whole, batch, stated, text);
  }

  /** One item of several. */
  void item(XmlNode item, Money booked, BatchItem place, CamtBatch stated) {
    write(item, amounts.itemAmounts(item, booked), place, stated, CamtTexts.of(item, null));
  }

  private void write(
      @Nullable XmlNode item,
      EntryAmounts booked,
      @Nullable BatchItem batch,
      CamtBatch stated,
      String text) {
    Direction direction = item == null ? entry.direction() : amounts.direction(item);
    boolean several = batch != null && batch.itemised();
    String providerId = Carriers.real(item == null ? null : item.textAt("Refs", "AcctSvcrRef"));
    if (providerId == null && !several) {
      XmlNode reference = entry.field("AcctSvcrRef");
      providerId = Carriers.real(reference == null ? null : reference.text());
    }
    context
        .gate()
        .entry(
            new StatementEntry(
                place(item, batch),
                providerId,
                kind(item, direction),
                booked,
                new EntryDates(
                    booking == null ? null : booking.date(),
                    value,
                    booking == null ? null : booking.instant()),
                CamtCarriers.of(item, entry, stated),
                CamtParties.other(item, counterDirection(item, direction)),
                text,
                batch,
                0));
  }

  private EntryPlace place(@Nullable XmlNode item, @Nullable BatchItem batch) {
    String element =
        batch != null && batch.itemised()
            ? entry.element() + ", TxDtls " + batch.number()
            : entry.element();
    return new EntryPlace(
        entry.place().statement(),
        context.gate().nextEntry(),
        item != null && batch != null ? item.line() : entry.line(),
        element);
  }

  private EntryKind kind(@Nullable XmlNode item, Direction direction) {
    XmlNode code = item == null ? null : item.one("BkTxCd");
    if (code == null) {
      code = entry.field("BkTxCd");
    }
    String raw = CamtTypes.raw(code);
    Reversal mark = isReturn(item) ? Reversal.YES : entry.mark();
    EntryType type = mark == Reversal.YES ? types.reversal(raw) : types.of(raw);
    return new EntryKind(type, raw, entry.status(), direction, mark);
  }

  private static boolean isReturn(@Nullable XmlNode item) {
    return item != null && item.one("RtrInf") != null;
  }

  /** In what is undone the parties stand as in the original. */
  private Direction counterDirection(@Nullable XmlNode item, Direction direction) {
    return entry.mark() == Reversal.YES || isReturn(item)
        ? CamtValues.turned(direction)
        : direction;
  }
}
