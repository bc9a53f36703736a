package io.tallykeep.sandbox;

import java.util.Locale;

/** What {@code sandbox start} and {@code sandbox status} print. */
record SandboxReport(String text, boolean allAnswering) {

  static SandboxReport of(StandingSandbox standing) {
    ServerStatus mysql = standing.mysqlStatus();
    ServerStatus s3 = standing.s3Status();
    StringBuilder text = new StringBuilder();
    text.append("Sandbox in ").append(standing.folder()).append('\n');
    line(text, "MySQL", mysql, standing.mysqlServer().isEmpty());
    line(text, "S3", s3, standing.s3Server().isEmpty());
    if (mysql == ServerStatus.ANSWERING) {
      mysql(
          text,
          standing.sandbox().mysql(),
          standing.mysqlServer().isEmpty() ? "mysql" : MysqlServer.client().toString());
    }
    if (s3 == ServerStatus.ANSWERING) {
      s3(text, standing.sandbox().s3());
    }
    boolean all = mysql == ServerStatus.ANSWERING && s3 == ServerStatus.ANSWERING;
    return new SandboxReport(text.toString(), all);
  }

  private static void line(StringBuilder text, String name, ServerStatus status, boolean given) {
    String word = status.name().toLowerCase(Locale.ROOT);
    text.append(
        String.format(
            Locale.ROOT, "  %-6s %s%s%n", name, word, given ? " (given by configuration)" : ""));
  }

  private static void mysql(StringBuilder text, MysqlAddress address, String program) {
    String client =
        "MYSQL_PWD="
            + quoted(address.password())
            + " "
            + program
            + " -h "
            + address.host()
            + " -P "
            + address.port()
            + " -u "
            + quoted(address.user());
    text.append("\nMySQL client:\n  ").append(client).append('\n');
    text.append("For Tallykeep:\n");
    export(text, "TALLYKEEP_SOURCE_URL", address.jdbcUrl(""));
    export(text, "TALLYKEEP_SOURCE_USERNAME", address.user());
    export(text, "TALLYKEEP_SOURCE_PASSWORD", address.password());
  }

  private static void s3(StringBuilder text, S3Address address) {
    text.append("\nS3 client:\n  AWS_ACCESS_KEY_ID=")
        .append(quoted(address.accessKey()))
        .append(" AWS_SECRET_ACCESS_KEY=")
        .append(quoted(address.secretKey()))
        .append(" aws --region ")
        .append(address.region())
        .append(" --endpoint-url ")
        .append(address.endpoint())
        .append(" s3 ls\nFor Tallykeep:\n");
    export(text, "TALLYKEEP_OBJECTSTORE_ENDPOINT", address.endpoint().toString());
    export(text, "TALLYKEEP_OBJECTSTORE_REGION", address.region());
    export(text, "TALLYKEEP_OBJECTSTORE_PATHSTYLE", "true");
    export(text, "TALLYKEEP_OBJECTSTORE_ACCESSKEY", address.accessKey());
    export(text, "TALLYKEEP_OBJECTSTORE_SECRETKEY", address.secretKey());
  }

  private static void export(StringBuilder text, String name, String value) {
    text.append("  export ").append(name).append('=').append(quoted(value)).append('\n');
  }

  /** For a POSIX shell. */
  private static String quoted(String value) {
    return value.matches("[A-Za-z0-9_./:-]+") ? value : "'" + value.replace("'", "'\\''") + "'";
  }
}
