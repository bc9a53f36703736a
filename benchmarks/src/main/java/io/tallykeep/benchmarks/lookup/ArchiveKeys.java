package io.tallykeep.benchmarks.lookup;

import io.tallykeep.archive.read.ReadScope;
import io.tallykeep.archive.table.ArchiveStorage;
import io.tallykeep.archive.table.ArchiveTable;
import io.tallykeep.archive.table.Pointer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Look-ups in the archive alone, at one pointer. */
final class ArchiveKeys implements KeyReader {
  private final ArchiveStorage storage;
  private final ArchiveTable table;
  private final Pointer pointer;

  ArchiveKeys(ArchiveStorage storage, ArchiveTable table) {
    this.storage = storage;
    this.table = table;
    this.pointer = table.pointer();
  }

  @Override
  public boolean find(Key key) {
    ReadScope scope = ReadScope.within(Duration.ofMinutes(1));
    Object[] identity = {
      key.consumer().getBytes(StandardCharsets.UTF_8), key.event().getBytes(StandardCharsets.UTF_8)
    };
    return !table.at(pointer, scope).find(key.day(), identity, scope).isEmpty();
  }

  @Override
  public long bytes() {
    return storage.readStats().bytes();
  }
}
