package io.tallykeep.statement.camt;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.Exponents;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.xml.XmlNode;
import org.jspecify.annotations.Nullable;

/**
 * {@code TxsSummry}: counts and sums of {@code Ntry} as the message marks them. It may count all
 * entries or the booked ones only; both are compared. Not thread-safe.
 */
final class CamtSummary {
  private final Exponents exponents;
  private final Tally booked = new Tally();
  private final Tally all = new Tally();
  private @Nullable XmlNode stated;
  private @Nullable String currency;

  /** Entries and their unsigned sums. */
  private static final class Tally {
    private long creditCount;
    private long creditSum;
    private long debitCount;
    private long debitSum;

    private void add(long unsigned, Direction direction) {
      if (direction == Direction.CREDIT) {
        creditCount++;
        creditSum = Math.addExact(creditSum, unsigned);
      } else {
        debitCount++;
        debitSum = Math.addExact(debitSum, unsigned);
      }
    }

    private long net() {
      return Math.subtractExact(creditSum, debitSum);
    }

    private long total() {
      return Math.addExact(creditSum, debitSum);
    }
  }

  CamtSummary(Exponents exponents) {
    this.exponents = exponents;
  }

  void state(XmlNode summary) {
    stated = summary;
  }

  /** Counts an entry: its amount as stated, unsigned, and the direction its mark states. */
  void add(Money unsigned, Direction marked, EntryState state) {
    currency = unsigned.currency();
    try {
      all.add(unsigned.minor(), marked);
      if (state == EntryState.BOOKED) {
        booked.add(unsigned.minor(), marked);
      }
    } catch (ArithmeticException e) {
      throw new Refusal(FindingCode.AMOUNT_RANGE, "The sum of the entries is out of range.");
    }
  }

  /** Whether an entry counts as booked. */
  enum EntryState {
    /** It does. */
    BOOKED,
    /** It is pending or for information. */
    OTHER
  }

  /** Whether the summary states that there are no entries. */
  boolean statedZero() {
    XmlNode count = stated == null ? null : stated.one("TtlNtries", "NbOfNtries");
    return count != null && CamtValues.count(count) == 0;
  }

  /**
   * Compares what is stated.
   *
   * @return the stated net sum if it is one of the booked entries, null otherwise
   */
  @Nullable Money check(long line) {
    if (stated == null) {
      return null;
    }
    Refusal first = mismatch(stated, all);
    boolean bookedOnly = first != null && mismatch(stated, booked) == null;
    if (first != null && !bookedOnly) {
      throw first.at(line, null);
    }
    boolean sums = hasSums(stated);
    boolean sameAsBooked = bookedOnly || all.net() == booked.net();
    return sums && sameAsBooked && currency != null ? new Money(booked.net(), currency) : null;
  }

  private static boolean hasSums(XmlNode summary) {
    return summary.one("TtlNtries", "TtlNetNtry", "Amt") != null
        || summary.one("TtlNtries", "TtlNetNtryAmt") != null
        || summary.one("TtlCdtNtries", "Sum") != null && summary.one("TtlDbtNtries", "Sum") != null;
  }

  /** The first difference; null if there is none. */
  private @Nullable Refusal mismatch(XmlNode summary, Tally tally) {
    try {
      count(summary.one("TtlNtries", "NbOfNtries"), tally.creditCount + tally.debitCount);
      count(summary.one("TtlCdtNtries", "NbOfNtries"), tally.creditCount);
      count(summary.one("TtlDbtNtries", "NbOfNtries"), tally.debitCount);
      sum(summary.one("TtlNtries", "Sum"), tally.total());
      sum(summary.one("TtlCdtNtries", "Sum"), tally.creditSum);
      sum(summary.one("TtlDbtNtries", "Sum"), tally.debitSum);
      net(summary, tally);
      return null;
    } catch (Refusal refusal) {
      return refusal;
    }
  }

  private static void count(@Nullable XmlNode count, long counted) {
    if (count != null && CamtValues.count(count) != counted) {
      throw count.refusal(
          FindingCode.COUNT_MISMATCH,
          Finding.quote(count.text()) + " entries are stated, " + counted + " were read.");
    }
  }

  private void sum(@Nullable XmlNode sum, long counted) {
    if (sum != null && minor(sum) != counted) {
      throw mismatch(sum, counted);
    }
  }

  private void net(XmlNode summary, Tally tally) {
    XmlNode total = summary.one("TtlNtries");
    if (total == null) {
      return;
    }
    XmlNode amount = total.one("TtlNetNtryAmt");
    XmlNode direction = total.one("CdtDbtInd");
    XmlNode net = total.one("TtlNetNtry");
    if (net != null) {
      amount = net.required("Amt");
      direction = net.required("CdtDbtInd");
    }
    if (amount == null) {
      return;
    }
    long unsigned = minor(amount);
    boolean debit = direction != null && CamtValues.direction(direction) == Direction.DEBIT;
    if ((debit ? -unsigned : unsigned) != tally.net()) {
      throw mismatch(amount, tally.net());
    }
  }

  /** Without an entry there is no currency, and only zero can be right. */
  private long minor(XmlNode sum) {
    if (currency == null) {
      return sum.text().matches("[0.]+") ? 0 : -1;
    }
    return CamtValues.money(sum, currency, exponents).minor();
  }

  private static Refusal mismatch(XmlNode sum, long counted) {
    return sum.refusal(
        FindingCode.TOTAL_MISMATCH,
        "The sum is stated as "
            + Finding.quote(sum.text())
            + ", the entries make "
            + counted
            + " (minor units).");
  }
}
