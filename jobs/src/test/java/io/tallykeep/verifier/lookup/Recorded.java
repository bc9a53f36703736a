package io.tallykeep.verifier.lookup;

import io.tallykeep.archive.table.ArchiveReadException;
import io.tallykeep.archive.table.ControlSchemaException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one read gave at one moment: a value, or the failure it ended with. */
record Recorded<T>(
    Optional<T> value, @Nullable SQLException sql, @Nullable RuntimeException other) {

  /** One read. */
  interface Read<T> {
    T read() throws SQLException;
  }

  static <T> Recorded<T> of(Read<T> read) {
    try {
      return new Recorded<>(Optional.of(read.read()), null, null);
    } catch (SQLException e) {
      return new Recorded<>(Optional.empty(), e, null);
    } catch (ControlSchemaException | ArchiveReadException e) {
      return new Recorded<>(Optional.empty(), null, e);
    }
  }

  /** Gives the value, or fails as the read did. */
  T get() throws SQLException {
    if (sql != null) {
      throw sql;
    }
    if (other != null) {
      throw other;
    }
    return value.orElseThrow();
  }

  /** What a later reading is compared by. */
  String text() {
    return value.map(Readings::text).orElseGet(() -> Objects.toString(sql) + other);
  }
}
