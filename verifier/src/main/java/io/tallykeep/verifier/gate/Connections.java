package io.tallykeep.verifier.gate;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where an event's attempts get their connections from. */
interface Connections {
  Logger LOG = LoggerFactory.getLogger(Connections.class);

  /** A connection for one attempt. */
  Connection next() throws SQLException;

  /** Gives it back. */
  void done(Connection connection);

  /** Whether another attempt can follow one whose connection broke. */
  boolean surviveBreak();

  /** Always the caller's own, which stays the caller's. */
  static Connections lent(Connection connection) {
    return new Connections() {
      @Override
      public Connection next() {
        return connection;
      }

      @Override
      public void done(Connection unused) {}

      @Override
      public boolean surviveBreak() {
        return false;
      }
    };
  }

  /** A new one for each attempt. */
  static Connections opened(DataSource dataSource) {
    return new Connections() {
      @Override
      public Connection next() throws SQLException {
        return dataSource.getConnection();
      }

      @Override
      public void done(Connection connection) {
        try {
          connection.close();
        } catch (SQLException e) {
          LOG.debug("A connection of the gate could not be closed.", e);
        }
      }

      @Override
      public boolean surviveBreak() {
        return true;
      }
    };
  }
}
