package io.tallykeep.jobs.retention.replica;

import io.tallykeep.verifier.lookup.LookupListener;
import io.tallykeep.verifier.lookup.LookupStep;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Connections whose statements go to one server up to a look-up's second reading of the ledger, and
 * from there on to another, as behind a proxy that spreads them.
 */
final class ServerSwitch implements LookupListener {
  private final DataSource first;
  private final DataSource second;
  private final AtomicInteger switches = new AtomicInteger();
  private volatile boolean onSecond;

  ServerSwitch(DataSource first, DataSource second) {
    this.first = first;
    this.second = second;
  }

  @Override
  public void before(LookupStep step, int round) {
    if (step == LookupStep.LEDGER_FIRST) {
      onSecond = false;
    } else if (step == LookupStep.LEDGER_AGAIN) {
      onSecond = true;
      switches.incrementAndGet();
    }
  }

  /** How often statements went on to the second server. */
  int switches() {
    return switches.get();
  }

  DataSource dataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            ServerSwitch.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> connection());
  }

  private Connection connection() throws SQLException {
    Connection one = first.getConnection();
    Connection other = second.getConnection();
    return (Connection)
        Proxy.newProxyInstance(
            ServerSwitch.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              try {
                if (method.getName().equals("close")) {
                  other.close();
                  return method.invoke(one);
                }
                return method.invoke(onSecond ? other : one, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
