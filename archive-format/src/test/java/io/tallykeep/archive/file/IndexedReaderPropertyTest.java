package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Look-ups by index and filter beside a full scan, for identities of every type. */
class IndexedReaderPropertyTest {
  private static final List<String> TYPES =
      List.of(
          "tinyint",
          "int unsigned",
          "bigint",
          "bigint unsigned",
          "decimal(5,2)",
          "decimal(16,3)",
          "decimal(38,10)",
          "varchar(20)",
          "binary(3)",
          "varbinary(9)",
          "date",
          "datetime(6)",
          "timestamp(6)");

  @Property(tries = 80)
  void aLookUpAnswersAsAScanDoes(
      @ForAll @LongRange(min = 0, max = Long.MAX_VALUE) long seed,
      @ForAll @IntRange(min = 1, max = 3) int columns,
      @ForAll @IntRange(min = 1, max = 150) int count,
      @ForAll @IntRange(min = 1, max = 40) int groupRows) {
    Random random = new Random(seed);
    List<String> types = new ArrayList<>();
    List<String> declarations = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      types.add(TYPES.get(random.nextInt(TYPES.size())));
      names.add("c" + i);
      declarations.add("c" + i + " " + types.get(i) + " not null");
    }
    declarations.add("event_day date not null");
    declarations.add("note varchar(10)");
    ArchiveSchema schema =
        ArchiveSchema.of(
            SourceTables.dataset("", names.toArray(String[]::new)),
            SourceTables.table(declarations.toArray(String[]::new)));
    List<Object[]> rows = rows(schema, types, random, count);
    FileLimits limits = new FileLimits(1 << 20, groupRows, 1 + random.nextInt(groupRows));
    byte[] bytes = TestFiles.write(schema, limits, rows);

    IndexedReaderTest.assertEachRowIsFound(schema, bytes, rows);
    IndexedReader reader = new IndexedReader(schema);
    ByteRanges object = new ByteRanges(bytes);
    SparseIndex index = reader.index(object).orElseThrow();
    List<Object[]> scanned = TestFiles.read(schema, TestFiles.input(bytes));
    for (int i = 0; i < 40; i++) {
      Object[] asked = identity(types, random);
      Optional<Object[]> expected =
          scanned.stream()
              .filter(row -> schema.compareIdentities(schema.identityOf(row), asked) == 0)
              .findFirst();
      assertThat(reader.find(index, object, asked).isPresent())
          .as(schema.describe(asked))
          .isEqualTo(expected.isPresent());
    }
  }

  private static List<Object[]> rows(
      ArchiveSchema schema, List<String> types, Random random, int count) {
    TreeSet<Object[]> identities = new TreeSet<>(schema::compareIdentities);
    for (int i = 0; i < count; i++) {
      identities.add(identity(types, random));
    }
    List<Object[]> rows = new ArrayList<>();
    for (Object[] identity : identities) {
      Object[] row = new Object[types.size() + 2];
      System.arraycopy(identity, 0, row, 0, identity.length);
      row[types.size()] = TestFiles.DAY;
      row[types.size() + 1] = rows.size() % 3 == 0 ? null : TestFiles.text("n" + rows.size() % 5);
      rows.add(row);
    }
    return rows;
  }

  private static Object[] identity(List<String> types, Random random) {
    return types.stream().map(type -> value(type, random)).toArray();
  }

  private static Object value(String type, Random random) {
    boolean extreme = random.nextInt(8) == 0;
    return switch (type) {
      case "tinyint" -> (long) (byte) random.nextInt();
      case "int unsigned" -> extreme ? (Object) 0xFFFFFFFFL : (Object) (random.nextInt() & 0xFFFL);
      case "bigint" ->
          extreme
              ? (Object) (random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE)
              : (Object) random.nextLong(-40, 40);
      case "bigint unsigned" ->
          new BigDecimal(extreme ? new BigInteger("18446744073709551615") : small(random));
      case "decimal(5,2)" -> BigDecimal.valueOf(random.nextInt(-99_999, 99_999), 2);
      case "decimal(16,3)" -> BigDecimal.valueOf(random.nextLong(-90, 90), 3);
      case "decimal(38,10)" ->
          new BigDecimal(
              extreme ? BigInteger.TEN.pow(38).subtract(BigInteger.ONE) : small(random).negate(),
              10);
      case "varchar(20)" ->
          "ab\u00e9\ud83d\ude00"
              .repeat(random.nextInt(3))
              .concat(random.nextBoolean() ? "x" : "\uffee")
              .getBytes(StandardCharsets.UTF_8);
      case "binary(3)" -> edges(3, random);
      case "varbinary(9)" -> edges(random.nextInt(10), random);
      case "date" -> random.nextInt(-1_000, 30_000);
      default -> random.nextLong(-10, 10) * (extreme ? 1_000_000_007L : 1);
    };
  }

  private static BigInteger small(Random random) {
    return BigInteger.valueOf(random.nextInt(100));
  }

  private static byte[] edges(int length, Random random) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) new int[] {0x00, 0x01, 0x7F, 0x80, 0xFF}[random.nextInt(5)];
    }
    return bytes;
  }
}
