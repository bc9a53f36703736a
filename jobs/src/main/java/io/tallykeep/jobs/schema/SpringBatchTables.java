package io.tallykeep.jobs.schema;

import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.EncodedResource;
import org.springframework.jdbc.datasource.init.ScriptUtils;

/** Spring Batch's own tables, from the script its jar brings. */
final class SpringBatchTables implements JavaMigration {
  private static final String SCRIPT = "org/springframework/batch/core/schema-mysql.sql";

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion("1.1");
  }

  @Override
  public String getDescription() {
    return "spring batch tables";
  }

  @Override
  public @Nullable Integer getChecksum() {
    return null;
  }

  @Override
  public boolean canExecuteInTransaction() {
    return true;
  }

  @Override
  public void migrate(Context context) {
    ScriptUtils.executeSqlScript(
        context.getConnection(), new EncodedResource(new ClassPathResource(SCRIPT)));
  }
}
