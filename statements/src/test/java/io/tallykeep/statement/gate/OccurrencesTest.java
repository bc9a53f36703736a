package io.tallykeep.statement.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.Carriers;
import io.tallykeep.statement.Direction;
import io.tallykeep.statement.EntryAmounts;
import io.tallykeep.statement.EntryDates;
import io.tallykeep.statement.EntryKind;
import io.tallykeep.statement.EntryPlace;
import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.Money;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.StatementEntry;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OccurrencesTest {
  @Test
  void countsAsAMapWouldThroughGrowth() {
    Occurrences occurrences = new Occurrences();
    Map<Integer, Integer> expected = new HashMap<>();
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      int id = random.nextInt(8_000);
      int count = expected.merge(id, 1, Integer::sum);
      assertThat(occurrences.next(entry(1, "B-" + id, EntryType.PAYMENT))).isEqualTo(count);
    }
  }

  @Test
  void statementTypeAndStatusTellEntriesApart() {
    Occurrences occurrences = new Occurrences();
    assertThat(occurrences.next(entry(1, "B-1", EntryType.PAYMENT))).isEqualTo(1);
    assertThat(occurrences.next(entry(1, "B-1", EntryType.FEE))).isEqualTo(1);
    assertThat(occurrences.next(entry(2, "B-1", EntryType.PAYMENT))).isEqualTo(1);
    assertThat(occurrences.next(entry(1, "B-1", EntryType.PAYMENT))).isEqualTo(2);
    assertThat(occurrences.next(entry(1, null, EntryType.PAYMENT))).isEqualTo(1);
    assertThat(occurrences.next(entry(1, null, EntryType.PAYMENT))).isEqualTo(2);
  }

  private static StatementEntry entry(int statement, @Nullable String id, EntryType type) {
    return new StatementEntry(
        new EntryPlace(statement, 1, 1, ""),
        id,
        new EntryKind(type, "", EntryStatus.BOOKED, Direction.CREDIT, EntryKind.Reversal.NO),
        EntryAmounts.booked(new Money(1, "EUR")),
        new EntryDates(null, null, null),
        Carriers.NONE,
        Party.UNKNOWN,
        "",
        null,
        0);
  }
}
