package io.tallykeep.jobs.schema;

import io.tallykeep.archive.dataset.Identifier;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Connections of another data source with one schema as their default. */
public final class SchemaDataSource extends DelegatingDataSource {
  private final Identifier schema;

  public SchemaDataSource(DataSource server, Identifier schema) {
    super(server);
    this.schema = schema;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    connection.setCatalog(schema.value());
    return connection;
  }
}
