package io.tallykeep.jobs.schema;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
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

  /** Creates those that are missing: a run that was killed may have left some of them. */
  @Override
  public void migrate(Context context) throws IOException {
    String script =
        new ClassPathResource(SCRIPT)
            .getContentAsString(StandardCharsets.UTF_8)
            .replace("CREATE TABLE ", "CREATE TABLE IF NOT EXISTS ");
    ScriptUtils.executeSqlScript(
        context.getConnection(),
        new ByteArrayResource(script.getBytes(StandardCharsets.UTF_8), SCRIPT));
  }
}
