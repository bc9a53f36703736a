package io.tallykeep.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.bai.Bai2File;
import io.tallykeep.statement.bai.Bai2Options;
import io.tallykeep.statement.camt.CamtFuzzFile;
import io.tallykeep.statement.camt.CamtMessage;
import io.tallykeep.statement.camt.CamtOptions;
import io.tallykeep.statement.reader.StatementReader;
import io.tallykeep.statement.swift.Mt940File;
import io.tallykeep.statement.swift.Mt940Options;
import io.tallykeep.statement.swift.Mt940Options.BalanceDates;
import io.tallykeep.statement.swift.Mt940Options.Information;
import io.tallykeep.statement.swift.Mt940Options.MonthEnds;
import io.tallykeep.statement.swift.Mt940Options.Numbering;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged bank files, a fixed seed per format, 300 of each damage (10,000 in all with {@code
 * -Dtallykeep.soak=true}). Reading never throws and says the same twice; a rejection says why. What
 * is accepted although damaged:
 *
 * <ul>
 *   <li>one bit flipped, or the end cut off: the same booked amounts in the same order; beside
 *       dates, which one header may state for all, no more than one entry differs (two where both
 *       are items of one batch), in a value that nothing else in the file confirms;
 *   <li>a piece put in the place of another: each statement's entries still make the difference of
 *       its balances (nothing else can be asserted: a whole line may have been replaced).
 * </ul>
 *
 * The CSV formats have {@code CsvFuzzTest}.
 */
class DamagedFilesTest {
  private static final long SEED = 20_261_201;
  private static final int CASES = Boolean.getBoolean("tallykeep.soak") ? 3_400 : 300;

  enum Case {
    CAMT(FormatName.CAMT, CamtOptions.of(CamtMessage.STATEMENT), CamtFuzzFile.TEXT),
    MT940(
        FormatName.MT940,
        new Mt940Options(
            StandardCharsets.UTF_8,
            Set.of(),
            Numbering.GAP_FREE,
            BalanceDates.OPENING_IS_DAY_BEFORE,
            MonthEnds.CALENDAR,
            Information.FREE_TEXT,
            Map.of(),
            Set.of(),
            Set.of()),
        Mt940File.PLAIN),
    BAI2(
        FormatName.BAI2,
        new Bai2Options(StandardCharsets.UTF_8, Set.of(), Map.of(), Map.of(), Set.of()),
        Bai2File.PLAIN);

    private final StatementProfile profile;
    private final byte[] bytes;

    Case(FormatName format, FormatOptions options, String text) {
      this.profile = Taken.profile(format, options);
      this.bytes = text.getBytes(StandardCharsets.UTF_8);
    }

    private Taken read(byte[] damaged, String damage) {
      Taken taken = Taken.of(new StatementReader(), profile, damaged);
      assertThat(Taken.of(new StatementReader(), profile, damaged)).as(damage).isEqualTo(taken);
      if (taken.verdict() instanceof GateVerdict.Rejected rejected) {
        assertThat(rejected.findings())
            .as(damage)
            .allSatisfy(finding -> assertThat(finding.detail()).isNotBlank());
      }
      return taken;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFlippedBitChangesNoBookedAmount(Case file) {
    Taken sound = sound(file);
    Random random = new Random(SEED + file.ordinal());
    for (int i = 0; i < CASES; i++) {
      byte[] damaged = file.bytes.clone();
      int bit = random.nextInt(8 * damaged.length);
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      String damage = file + ", bit " + bit + " flipped (seed " + SEED + ")";
      assertSameAmounts(sound, file.read(damaged, damage), damage);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCutFileIsNeverTakenForAShorterOne(Case file) {
    Taken sound = sound(file);
    Random random = new Random(SEED + file.ordinal());
    for (int i = 0; i < CASES; i++) {
      int end = random.nextInt(file.bytes.length);
      String damage = file + ", cut at " + end + " (seed " + SEED + ")";
      assertSameAmounts(sound, file.read(Arrays.copyOf(file.bytes, end), damage), damage);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSplicedFileStillAddsUp(Case file) {
    Random random = new Random(SEED + file.ordinal());
    for (int i = 0; i < CASES; i++) {
      String damage = file + ", splice " + i + " (seed " + SEED + ")";
      Taken taken = file.read(spliced(file.bytes, random), damage);
      if (taken.verdict() instanceof GateVerdict.Accepted accepted) {
        accepted.statements().forEach(statement -> assertAddsUp(taken, statement, damage));
      }
    }
  }

  private static Taken sound(Case file) {
    Taken sound = file.read(file.bytes, file + ", sound");
    assertThat(sound.accepted()).isNotEmpty();
    return sound;
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

  private static void assertSameAmounts(Taken sound, Taken taken, String damage) {
    if (taken.verdict() instanceof GateVerdict.Rejected) {
      return;
    }
    assertThat(taken.booked()).as(damage).isEqualTo(sound.booked());
    long different = 0;
    for (int i = 0; i < taken.entries().size(); i++) {
      boolean same = content(taken.entries().get(i)).equals(content(sound.entries().get(i)));
      different += same ? 0 : 1;
    }
    assertThat(different).as("%s: %s", damage, taken.lines()).isLessThanOrEqualTo(2);
  }

  /** Without its line, and without dates: a header's date is every entry's. */
  private static StatementEntry content(StatementEntry entry) {
    return new StatementEntry(
        new EntryPlace(
            entry.place().statement(), entry.place().number(), 0, entry.place().element()),
        entry.providerId(),
        entry.kind(),
        entry.amounts(),
        new EntryDates(null, null, null),
        entry.carriers(),
        entry.party(),
        entry.text(),
        entry.batch(),
        entry.occurrence());
  }

  private static void assertAddsUp(Taken taken, StatementSummary statement, String damage) {
    StatedTotals totals = statement.trailer().totals();
    Map<Integer, Long> sums = new HashMap<>();
    for (StatementEntry entry : taken.entries()) {
      boolean booked = entry.kind().status() == EntryStatus.BOOKED;
      sums.merge(
          entry.place().statement(), booked ? entry.amounts().booked().minor() : 0, Math::addExact);
    }
    if (totals.opening() != null && totals.closing() != null) {
      assertThat(sums.getOrDefault(statement.header().statement(), 0L))
          .as(damage)
          .isEqualTo(totals.closing().minor() - totals.opening().minor());
    } else {
      assertThat(statement.coverage().covers()).as(damage).isFalse();
    }
  }
}
