package io.tallykeep.statement.camt;

import static io.tallykeep.statement.camt.CamtFile.balances;
import static io.tallykeep.statement.camt.CamtFile.document;
import static io.tallykeep.statement.camt.CamtFile.entry;
import static io.tallykeep.statement.camt.CamtFile.payment;
import static io.tallykeep.statement.camt.CamtFile.statement;
import static org.assertj.core.api.Assertions.assertThat;

import com.prowidesoftware.swift.model.mx.AbstractMX;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementEntry;
import io.tallykeep.statement.Taken;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A second opinion, pw-iso20022: what both readers accept they read alike, entry by entry: effect
 * on the account and end-to-end ids. It reads a document as a tree of its own schema classes, and
 * answers null where it can't.
 */
class CamtOracleTest {
  private static final long SEED = 20_261_202;
  private static final int CASES = Boolean.getBoolean("tallykeep.soak") ? 2_000 : 60;

  @ParameterizedTest
  @ValueSource(strings = {"02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13"})
  void bothReadEveryVersionAlike(String version) {
    String document =
        document(
            version,
            statement(
                7,
                "EUR",
                balances("EUR", "100.00", "107.50"),
                entry(version, "20.00 EUR", "CRDT", payment("B-1", "K-1")),
                entry(version, "12.50 EUR", "DBIT reversal", payment("B-2", "K-2"))));
    List<String> theirs = theirs(document);
    assertThat(theirs).containsExactly("Stmt 1", "Ntry 1 2000 [K-1]", "Ntry 2 -1250 [K-2]");
    assertThat(ours(document)).isEqualTo(theirs);
  }

  @Test
  void bothReadBatchesAlike() {
    assertThat(ours(CamtFuzzFile.TEXT))
        .isEqualTo(theirs(CamtFuzzFile.TEXT))
        .contains("Ntry 1 43000 [K-1, K-2]", "Stmt 2");
  }

  @Test
  void whatBothAcceptOfDamagedFilesTheyReadAlike() {
    Random random = new Random(SEED);
    int both = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = CamtFuzzFile.TEXT.getBytes(StandardCharsets.UTF_8);
      int bit = random.nextInt(8 * bytes.length);
      bytes[bit / 8] ^= (byte) (1 << bit % 8);
      String damaged = new String(bytes, StandardCharsets.UTF_8);
      List<String> ours = ours(damaged);
      List<String> theirs = ours == null ? null : theirs(damaged);
      if (theirs != null) {
        both++;
        assertThat(ours).as("bit %d flipped (seed %d)", bit, SEED).isEqualTo(theirs);
      }
    }
    assertThat(both).as("files that both accept").isPositive();
  }

  /** Statements and entries as we read them; null if we refuse the file. */
  private static @Nullable List<String> ours(String document) {
    Taken taken = CamtFile.read(document);
    if (taken.verdict() instanceof GateVerdict.Rejected) {
      return null;
    }
    Map<String, List<StatementEntry>> byEntry = new LinkedHashMap<>();
    for (int number = 1; number <= taken.headers().size(); number++) {
      byEntry.put("Stmt " + number, List.of());
      for (StatementEntry entry : taken.entries()) {
        if (entry.place().statement() == number) {
          String element = entry.place().element().split(",", 2)[0];
          byEntry.computeIfAbsent(number + element, key -> new ArrayList<>()).add(entry);
        }
      }
    }
    List<String> lines = new ArrayList<>();
    byEntry.forEach((name, entries) -> lines.add(entries.isEmpty() ? name : line(name, entries)));
    return lines;
  }

  private static String line(String name, List<StatementEntry> entries) {
    long sum = entries.stream().mapToLong(entry -> entry.amounts().booked().minor()).sum();
    List<String> keys =
        entries.stream()
            .map(entry -> String.valueOf(entry.carriers().value("EndToEndId")))
            .toList();
    return name.substring(1) + " " + sum + " " + keys;
  }

  /** The same by the other reader; null if it can't read the file. */
  private static @Nullable List<String> theirs(String document) {
    AbstractMX message = AbstractMX.parse(document);
    if (message == null) {
      return null;
    }
    List<String> lines = new ArrayList<>();
    int statements = 0;
    for (Object statement : list(call(call(message, "getBkToCstmrStmt"), "getStmt"))) {
      lines.add("Stmt " + ++statements);
      int entries = 0;
      for (Object entry : list(call(statement, "getNtry"))) {
        BigDecimal amount =
            (BigDecimal) Objects.requireNonNull(call(call(entry, "getAmt"), "getValue"));
        boolean debit = "DBIT".equals(String.valueOf(call(entry, "getCdtDbtInd")));
        long minor = amount.movePointRight(2).longValueExact() * (debit ? -1 : 1);
        lines.add("Ntry " + ++entries + " " + minor + " " + keys(entry));
      }
    }
    return lines;
  }

  private static List<String> keys(Object entry) {
    List<String> keys = new ArrayList<>();
    for (Object details : list(call(entry, "getNtryDtls"))) {
      for (Object item : list(call(details, "getTxDtls"))) {
        keys.add(String.valueOf(call(call(item, "getRefs"), "getEndToEndId")));
      }
    }
    return keys;
  }

  private static List<?> list(@Nullable Object value) {
    return value == null ? List.of() : (List<?>) value;
  }

  /** Versions have classes of their own with the same accessors. */
  private static @Nullable Object call(@Nullable Object target, String method) {
    try {
      return target == null ? null : target.getClass().getMethod(method).invoke(target);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(target + " has no " + method, e);
    }
  }
}
