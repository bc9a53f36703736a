package io.tallykeep.verifier.testing;

import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.sandbox.MysqlAddress;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A schema of its own on the sandbox's MySQL, and statements in it. */
public final class TestSchema {
  private final MysqlAddress server;
  private final Identifier name;
  private final DataSource dataSource;

  private TestSchema(MysqlAddress server, Identifier name) {
    this.server = server;
    this.name = name;
    this.dataSource = through(server);
  }

  /** An empty schema on the shared sandbox. */
  public static TestSchema create() {
    return create(Sandbox.shared());
  }

  /** An empty schema on this sandbox. */
  public static TestSchema create(Sandbox sandbox) {
    return new TestSchema(sandbox.mysql(), Identifier.of(sandbox.newSchema("verifier")));
  }

  public Identifier name() {
    return name;
  }

  public TableName table(String table) {
    return new TableName(name, Identifier.of(table));
  }

  /** Fresh connections with the product's session, this schema being the default. */
  public DataSource dataSource() {
    return dataSource;
  }

  /** The same through another address of the same server, such as a proxy's. */
  public DataSource through(MysqlAddress address) {
    return new MysqlSource(address.jdbcUrl(name().value()), address.user(), address.password())
        .dataSource();
  }

  public MysqlAddress server() {
    return server;
  }

  /** Creates the control schema's tables. */
  public TestSchema withControlTables() {
    run("V1__control_schema.sql");
    run("V6__gate.sql");
    return this;
  }

  private void run(String name) {
    try (InputStream script =
        TestSchema.class.getResourceAsStream("/io/tallykeep/control/" + name)) {
      if (script == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      String text =
          new String(script.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*$", "");
      for (String statement : text.split(";\\s*\\n")) {
        if (!statement.isBlank()) {
          execute(statement);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs one statement on a connection of its own and commits it. */
  public int execute(String sql, @Nullable Object... parameters) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(sql + ": " + e.getMessage(), e);
    }
  }

  /** The first column of the first row, as text. */
  public String text(String sql) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql + ": " + e.getMessage(), e);
    }
  }
}
