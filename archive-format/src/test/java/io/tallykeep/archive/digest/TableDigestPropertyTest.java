package io.tallykeep.archive.digest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** jqwik prints the seed of a failing property. */
class TableDigestPropertyTest {
  private static final ArchiveSchema SCHEMA =
      ArchiveSchema.of(
          SourceTables.dataset("", "event_id"),
          SourceTables.table(
              "event_id varbinary(64) not null",
              "event_day date not null",
              "left_text varchar(40)",
              "right_text varchar(40)",
              "note varbinary(40)",
              "amount decimal(30,4)",
              "version bigint"));

  @Provide
  Arbitrary<Object[]> rows() {
    Arbitrary<byte[]> bytes = Arbitraries.bytes().array(byte[].class).ofMaxSize(12);
    Arbitrary<byte[]> text =
        Arbitraries.strings()
            .all()
            .ofMaxLength(8)
            .map(s -> s.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Arbitrary<BigDecimal> amount =
        Arbitraries.bigIntegers()
            .between(BigInteger.TEN.pow(29).negate(), BigInteger.TEN.pow(29))
            .map(unscaled -> new BigDecimal(unscaled, 4));
    return Combinators.combine(
            bytes,
            Arbitraries.integers().between(-100_000, 100_000),
            text.injectNull(0.2),
            text.injectNull(0.2),
            bytes.injectNull(0.2),
            amount.injectNull(0.2),
            Arbitraries.longs().injectNull(0.2))
        .as(
            (id, day, left, right, note, sum, version) ->
                new Object[] {id, day, left, right, note, sum, version});
  }

  private static TableDigest digest(Object[] row) {
    return digest(Collections.singletonList(row));
  }

  private static TableDigest digest(List<Object[]> rows) {
    RowDigester digester = new RowDigester(SCHEMA);
    rows.forEach(digester::add);
    return digester.digest();
  }

  @Property(tries = 200)
  void orderDoesNotMatter(@ForAll("manyRows") List<Object[]> rows, @ForAll Random random) {
    List<Object[]> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, random);

    assertThat(digest(shuffled)).isEqualTo(digest(rows));
  }

  @Provide
  Arbitrary<List<Object[]>> manyRows() {
    return rows().list().ofMaxSize(12);
  }

  @Property(tries = 200)
  void slicesAddUpToTheWhole(
      @ForAll("manyRows") List<Object[]> rows, @ForAll @IntRange(max = 12) int cut) {
    int at = Math.min(cut, rows.size());

    assertThat(digest(rows.subList(0, at)).plus(digest(rows.subList(at, rows.size()))))
        .isEqualTo(digest(rows));
  }

  @Property
  void oneChangedBitChangesTheDigest(@ForAll("rows") Object[] row, @ForAll Random random) {
    Object[] changed = row.clone();
    int column = random.nextInt(row.length);
    changed[column] = row[column] == null ? some(column) : flipped(row[column], random);

    assertThat(digest(changed)).isNotEqualTo(digest(row));
  }

  private static Object some(int column) {
    return switch (column) {
      case 5 -> new BigDecimal("0.0000");
      case 6 -> 0L;
      default -> new byte[0];
    };
  }

  private static Object flipped(Object value, Random random) {
    if (value instanceof byte[] bytes) {
      if (bytes.length == 0) {
        return new byte[] {0};
      }
      byte[] copy = bytes.clone();
      copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
      return copy;
    }
    if (value instanceof BigDecimal number) {
      return new BigDecimal(number.unscaledValue().flipBit(random.nextInt(64)), number.scale());
    }
    if (value instanceof Long number) {
      return number ^ (1L << random.nextInt(64));
    }
    return (Integer) value ^ (1 << random.nextInt(32));
  }

  @Property(tries = 100)
  void nullIsNotEmpty(@ForAll("rows") Object[] row) {
    for (int column = 2; column <= 4; column++) {
      Object[] absent = row.clone();
      absent[column] = null;
      Object[] empty = row.clone();
      empty[column] = new byte[0];
      assertThat(digest(absent)).isNotEqualTo(digest(empty));
    }
  }

  @Property(tries = 200)
  void bytesMovedToTheNextFieldChangeTheDigest(@ForAll("rows") Object[] row) {
    byte[] left = row[2] == null ? new byte[] {1, 2} : (byte[]) row[2];
    byte[] joined = new byte[left.length + 1];
    System.arraycopy(left, 0, joined, 0, left.length);
    joined[left.length] = 'x';
    Object[] inLeft = row.clone();
    inLeft[2] = joined;
    inLeft[3] = new byte[0];
    Object[] split = row.clone();
    split[2] = left;
    split[3] = new byte[] {'x'};

    assertThat(digest(inLeft)).isNotEqualTo(digest(split));
  }

  @Property(tries = 100)
  void equalRowsDoNotCancel(
      @ForAll("rows") Object[] row, @ForAll @IntRange(min = 2, max = 9) int n) {
    List<Object[]> same = Collections.nCopies(n, row);

    TableDigest digest = digest(same);

    assertThat(digest.rowCount()).isEqualTo(n);
    assertThat(digest.sum()).isNotEqualTo(digest(same.subList(0, n - 1)).sum());
    assertThat(digest.sum()).isNotEqualTo(BigInteger.ZERO);
  }

  @Property(tries = 200)
  void aSwapOfTwoRowsValuesChangesTheDigest(
      @ForAll("rows") Object[] first, @ForAll("rows") Object[] second) {
    if (java.util.Objects.deepEquals(first[6], second[6])
        || java.util.Objects.deepEquals(first[0], second[0])) {
      return;
    }
    Object[] firstChanged = first.clone();
    Object[] secondChanged = second.clone();
    firstChanged[6] = second[6];
    secondChanged[6] = first[6];

    TableDigest before = digest(List.of(first, second));
    TableDigest after = digest(List.of(firstChanged, secondChanged));

    boolean sameRest =
        java.util.Arrays.deepEquals(
            java.util.Arrays.copyOf(first, 6), java.util.Arrays.copyOf(second, 6));
    assertThat(after.equals(before)).isEqualTo(sameRest);
  }

  @Provide
  Arbitrary<TableDigest> digests() {
    BigInteger limit = BigInteger.ONE.shiftLeft(256).subtract(BigInteger.ONE);
    return Combinators.combine(
            Arbitraries.longs().between(0, 1L << 40),
            Arbitraries.bigIntegers().between(BigInteger.ZERO, limit))
        .as(TableDigest::new);
  }

  @Property(tries = 200)
  void plusIsAssociativeAndCommutative(
      @ForAll("digests") TableDigest a,
      @ForAll("digests") TableDigest b,
      @ForAll("digests") TableDigest c) {
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    assertThat(a.plus(b)).isEqualTo(b.plus(a));
    assertThat(a.plus(TableDigest.ZERO)).isEqualTo(a);
    assertThat(a.plus(b).sum()).isEqualTo(a.sum().add(b.sum()).mod(BigInteger.ONE.shiftLeft(256)));
  }

  @Property(tries = 200)
  void hexAndBytesComeBack(@ForAll("digests") TableDigest digest) {
    assertThat(digest.hex()).hasSize(64);
    assertThat(TableDigest.parse(digest.rowCount(), digest.hex())).isEqualTo(digest);
    assertThat(TableDigest.of(digest.rowCount(), digest.bytes())).isEqualTo(digest);
  }
}
