package io.tallykeep.archive.file;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.ArchiveType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks one identity up in an open file.
 *
 * <p>Statistics and page index only say where to start. That a row is absent is concluded from rows
 * alone: two neighbours were read, one less and one greater than the identity, or the identity lies
 * before the file's first or after its last row. So a missing, cut or wrong index costs requests,
 * never a wrong answer. The rows of a file are in strictly ascending order, and checksummed.
 */
final class PointRead {
  private static final int NEIGHBOURS = 3;

  private final OpenDataFile file;
  private final ArchiveSchema schema;
  private final List<Integer> columns;
  private final Object[] identity;

  /** The last row known to be less, and the first known to be greater, counted from 0. */
  private long below = -1;

  private long above;
  private @Nullable Object @Nullable [] found;

  PointRead(OpenDataFile file, Object[] identity) {
    this.file = file;
    this.schema = file.schema();
    this.columns = schema.identityIndexes();
    this.identity = identity;
    this.above = file.rowCount();
  }

  Optional<@Nullable Object[]> run() throws IOException {
    if (above == 0) {
      return Optional.empty();
    }
    long probe = start();
    for (int reads = 1; found == null && above - below > 1; reads++) {
      long lastBelow = below;
      readPage(probe);
      if (reads >= NEIGHBOURS) {
        probe = below + (above - below) / 2;
      } else {
        probe = below > lastBelow ? below + 1 : above - 1;
      }
    }
    if (found == null && above - below != 1) {
      throw file.damaged("rows " + above + " and " + below + " are not in ascending order.");
    }
    return Optional.ofNullable(found);
  }

  /** The first row of the first page that is not known to lie wholly below the identity. */
  private long start() throws IOException {
    int groups = file.rowGroups().size();
    int group = 0;
    long firstRow = 0;
    while (group < groups - 1 && groupBelow(group)) {
      firstRow += file.rowGroups().get(group).getRowCount();
      group++;
    }
    PageIndex[] indexes = new PageIndex[columns.size()];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = file.pageIndex(group, columns.get(i));
    }
    int page = 0;
    while (page < indexes[0].pageCount() - 1 && pageBelow(indexes, page)) {
      page++;
    }
    return firstRow + indexes[0].firstRow(page);
  }

  private boolean groupBelow(int group) {
    for (int i = 0; i < identity.length; i++) {
      ArchiveType type = schema.column(columns.get(i)).type();
      Bounds bounds = file.bounds(group, columns.get(i));
      if (bounds.below(type, identity[i])) {
        return true;
      }
      if (!bounds.allEqual(type, identity[i])) {
        return false;
      }
    }
    return false;
  }

  private boolean pageBelow(PageIndex[] indexes, int page) {
    for (int i = 0; i < identity.length; i++) {
      if (!indexes[i].alignedWith(indexes[0])) {
        return false;
      }
      ArchiveType type = schema.column(columns.get(i)).type();
      Bounds bounds = indexes[i].bounds(page);
      if (bounds.below(type, identity[i])) {
        return true;
      }
      if (!bounds.allEqual(type, identity[i])) {
        return false;
      }
    }
    return false;
  }

  /** Reads the page that holds the row, up to the first row that is not less than the identity. */
  private void readPage(long row) throws IOException {
    int group = 0;
    long groupStart = 0;
    while (row >= groupStart + file.rowGroups().get(group).getRowCount()) {
      groupStart += file.rowGroups().get(group).getRowCount();
      group++;
    }
    PageIndex index = file.pageIndex(group, columns.get(0));
    int page = index.pageOf(row - groupStart);
    RowDecoder rows = file.read(group, index.firstRow(page), index.lastRow(page));
    long ordinal = groupStart + index.firstRow(page);
    Object[] previous = null;
    for (long i = 0; i < rows.rowCount(); i++, ordinal++) {
      @Nullable Object[] candidate = rows.next();
      Object[] current = schema.identityOf(candidate);
      if (previous != null && schema.compareIdentities(previous, current) >= 0) {
        throw file.damaged("row " + ordinal + " is not in ascending identity order.");
      }
      previous = current;
      int order = schema.compareIdentities(current, identity);
      if (order == 0) {
        found = candidate;
        return;
      }
      if (order > 0) {
        above = Math.min(above, ordinal);
        return;
      }
      below = Math.max(below, ordinal);
    }
  }
}
