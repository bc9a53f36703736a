package io.tallykeep.demo.lab;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.sandbox.MysqlAddress;
import java.util.Map;
import javax.sql.DataSource;

/** Where MySQL is, handed to a process of the lab in its environment. */
record ServerAddress(String url, String user, String password) {
  private static final String URL = "TALLYKEEP_LAB_URL";
  private static final String USER = "TALLYKEEP_LAB_USER";
  private static final String PASSWORD = "TALLYKEEP_LAB_PASSWORD";

  static ServerAddress of(MysqlAddress mysql) {
    return new ServerAddress(mysql.jdbcUrl(""), mysql.user(), mysql.password());
  }

  static ServerAddress ofThisProcess() {
    return new ServerAddress(variable(URL), variable(USER), variable(PASSWORD));
  }

  Map<String, String> toMap() {
    return Map.of(URL, url, USER, user, PASSWORD, password);
  }

  DataSource dataSource() {
    return new MysqlSource(url, user, password).dataSource();
  }

  /** A variable of this process's environment that whoever started it has set. */
  static String variable(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw new LabFailedException("this process belongs to the lab, which sets " + name);
    }
    return value;
  }

  @Override
  public String toString() {
    return user + ":***@" + url;
  }
}
