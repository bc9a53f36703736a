package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.DeclaredFacts;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.StatedTotals;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementProfile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged files, a fixed seed per format, 300 of each damage (10,000 in all with {@code
 * -Dtallykeep.soak=true}). Reading never throws, and says the same twice. What is accepted although
 * damaged:
 *
 * <ul>
 *   <li>one bit flipped, or the end cut off: as many entries as before, one of them at most
 *       another, no booked amount, and neither fee nor gross where gross is in the booked currency;
 *   <li>a piece put in the place of another: the same sum per currency.
 * </ul>
 */
class CsvFuzzTest {
  private static final long SEED = 20_261_130;
  private static final int CASES = Boolean.getBoolean("tallykeep.soak") ? 3_400 : 300;

  /** Files whose totals stand in them or are declared, so that damage to amounts shows. */
  enum Case {
    STRIPE(new StripeFormat(), Profiles.STRIPE, "stripe/plain.csv", declared("EUR", 0, 9352, 4)),
    STRIPE_CURRENCIES(
        new StripeFormat(), Profiles.STRIPE, "stripe/currencies.csv", declaredCurrencies()),
    ADYEN(new AdyenFormat(), Profiles.ADYEN, "adyen/plain.csv", DeclaredFacts.NONE),
    ADYEN_CURRENCIES(new AdyenFormat(), Profiles.ADYEN, "adyen/currencies.csv", DeclaredFacts.NONE),
    STL(new PaypalSettlementFormat(), Profiles.STL, "paypal-stl/plain.csv", DeclaredFacts.NONE),
    STL_CURRENCIES(
        new PaypalSettlementFormat(),
        Profiles.stl(Map.of("JPY", 0)),
        "paypal-stl/currencies.csv",
        DeclaredFacts.NONE),
    ACTIVITY(
        new PaypalActivityFormat(),
        Profiles.ACTIVITY,
        "paypal-activity/plain.csv",
        declared("USD", 100_000, 255_445, 3)),
    MAPPED(new MappedCsvFormat(), Profiles.MAPPED, "mapped-csv/plain.csv", DeclaredFacts.NONE);

    private final StatementFormat format;
    private final StatementProfile profile;
    private final byte[] bytes;
    private final DeclaredFacts facts;

    Case(StatementFormat format, StatementProfile profile, String file, DeclaredFacts facts) {
      this.format = format;
      this.profile = profile;
      this.bytes = Read.resource(file).getBytes(StandardCharsets.UTF_8);
      this.facts = facts;
    }

    private Read read(byte[] damaged) {
      return Read.of(format, profile, facts, damaged);
    }

    private static DeclaredFacts declared(String currency, long opening, long closing, long count) {
      return new DeclaredFacts(
          null, null, Map.of(currency, totals(currency, opening, closing, count)), Map.of());
    }

    private static DeclaredFacts declaredCurrencies() {
      return new DeclaredFacts(
          null,
          null,
          Map.of(
              "JPY", totals("JPY", 0, 3820, 2),
              "KWD", totals("KWD", 0, 1184, 1),
              "EUR", totals("EUR", 0, 4460, 1)),
          Map.of());
    }

    private static StatedTotals totals(String currency, long opening, long closing, long count) {
      return new StatedTotals(
          new Money(opening, currency),
          new Money(closing, currency),
          count,
          null,
          StatedTotals.Side.NONE,
          StatedTotals.Side.NONE);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFlippedBitChangesNoAmount(Case file) {
    Read sound = file.read(file.bytes);
    assertThat(sound.accepted()).isNotEmpty();
    Random random = new Random(SEED + file.ordinal());
    for (int i = 0; i < CASES; i++) {
      byte[] damaged = file.bytes.clone();
      int bit = random.nextInt(8 * damaged.length);
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Read read = readTwice(file, damaged, "bit " + bit);
      if (read.verdict() instanceof GateVerdict.Accepted) {
        assertSameAmounts(sound, read, file + ", bit " + bit);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCutFileIsNeverTakenForAShorterOne(Case file) {
    Read sound = file.read(file.bytes);
    Random random = new Random(SEED + file.ordinal());
    for (int i = 0; i < CASES; i++) {
      int end = random.nextInt(file.bytes.length);
      Read read = readTwice(file, Arrays.copyOf(file.bytes, end), "cut at " + end);
      if (read.verdict() instanceof GateVerdict.Accepted) {
        assertSameAmounts(sound, read, file + ", cut at " + end);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSplicedFileKeepsItsSums(Case file) {
    Map<String, Long> sums = sums(file.read(file.bytes));
    Random random = new Random(SEED + file.ordinal());
    for (int i = 0; i < CASES; i++) {
      byte[] damaged = spliced(file.bytes, random);
      Read read = readTwice(file, damaged, "splice " + i + " of seed " + SEED);
      if (read.verdict() instanceof GateVerdict.Accepted) {
        assertThat(sums(read)).as("%s, splice %d of seed %d", file, i, SEED).isEqualTo(sums);
      }
    }
  }

  private static byte[] spliced(byte[] bytes, Random random) {
    int from = random.nextInt(bytes.length);
    int length = Math.min(1 + random.nextInt(120), bytes.length - from);
    int to = random.nextInt(bytes.length);
    int replaced = Math.min(random.nextInt(120), bytes.length - to);
    byte[] damaged = new byte[bytes.length - replaced + length];
    System.arraycopy(bytes, 0, damaged, 0, to);
    System.arraycopy(bytes, from, damaged, to, length);
    System.arraycopy(bytes, to + replaced, damaged, to + length, bytes.length - to - replaced);
    return damaged;
  }

  private static Read readTwice(Case file, byte[] damaged, String damage) {
    Read read = file.read(damaged);
    assertThat(file.read(damaged)).as("%s, %s", file, damage).isEqualTo(read);
    if (read.verdict() instanceof GateVerdict.Rejected rejected) {
      assertThat(rejected.findings())
          .as("%s, %s", file, damage)
          .allSatisfy(finding -> assertThat(finding.detail()).isNotBlank());
    }
    return read;
  }

  private static void assertSameAmounts(Read sound, Read read, String damage) {
    assertThat(read.entries()).as(damage).hasSameSizeAs(sound.entries());
    long different = 0;
    for (int i = 0; i < read.entries().size(); i++) {
      StatementEntry before = sound.entries().get(i);
      StatementEntry after = read.entries().get(i);
      EntryAmounts amounts = before.amounts();
      assertThat(after.amounts().booked()).as(damage).isEqualTo(amounts.booked());
      if (isConfirmed(amounts) && isConfirmed(after.amounts())) {
        assertThat(after.amounts().fee()).as(damage).isEqualTo(amounts.fee());
        assertThat(after.amounts().gross()).as(damage).isEqualTo(amounts.gross());
      }
      different += withoutLine(before).equals(withoutLine(after)) ? 0 : 1;
    }
    assertThat(different).as("%s: %s", damage, read.lines()).isLessThanOrEqualTo(1);
  }

  /** Whether booked amount and fee say what gross is. */
  private static boolean isConfirmed(EntryAmounts amounts) {
    Money gross = amounts.gross();
    return gross != null && gross.currency().equals(amounts.booked().currency());
  }

  /** A bit can make a line end in a quoted field, which moves all lines after it. */
  private static StatementEntry withoutLine(StatementEntry entry) {
    return new StatementEntry(
        new EntryPlace(
            entry.place().statement(), entry.place().number(), 0, entry.place().element()),
        entry.providerId(),
        entry.kind(),
        entry.amounts(),
        entry.dates(),
        entry.carriers(),
        entry.party(),
        entry.text(),
        entry.batch(),
        entry.occurrence());
  }

  private static Map<String, Long> sums(Read read) {
    Map<String, Long> sums = new TreeMap<>();
    for (StatementEntry entry : read.entries()) {
      Money booked = entry.amounts().booked();
      boolean counts = entry.kind().status() == EntryStatus.BOOKED;
      sums.merge(booked.currency(), counts ? booked.minor() : 0, Math::addExact);
    }
    return sums;
  }
}
