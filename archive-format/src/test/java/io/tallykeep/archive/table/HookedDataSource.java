package io.tallykeep.archive.table;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Lets a test act just before a connection is opened or a commit is sent. */
final class HookedDataSource extends DelegatingDataSource {
  private final Runnable beforeOpen;
  private final Runnable beforeCommit;

  HookedDataSource(DataSource target, Runnable beforeOpen, Runnable beforeCommit) {
    super(target);
    this.beforeOpen = beforeOpen;
    this.beforeCommit = beforeCommit;
  }

  @Override
  public Connection getConnection() throws SQLException {
    beforeOpen.run();
    Connection connection = super.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                beforeCommit.run();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
