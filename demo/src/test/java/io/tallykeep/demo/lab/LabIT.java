package io.tallykeep.demo.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tallykeep.sandbox.Sandbox;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plays every case once; its figures must be the document's and, read apart, the database's. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LabIT {
  private static final List<String> WITH_REDIS = List.of("setnx", "db-then-setnx");

  private final Map<String, JsonNode> cases = new TreeMap<>();
  private final StringWriter told = new StringWriter();
  private Sandbox sandbox;
  private LabStage stage;
  private LabReport report;

  @BeforeAll
  void playAll(@TempDir Path folder) throws IOException, SQLException {
    sandbox = Sandbox.shared();
    stage = new LabStage(sandbox, folder, RedisServer.program());
    PrintWriter out = new PrintWriter(told);
    report = new Lab(stage).play(LabCases.all(), played -> LabReport.print(out, played));
    report.printTotals(out);
    out.flush();
    System.out.println(told);
    new ObjectMapper()
        .readTree(report.toJson())
        .get("cases")
        .forEach(played -> cases.put(played.get("case").textValue(), played));
  }

  @AfterAll
  void end() throws SQLException {
    stage.dropSchemas();
    stage.close();
  }

  private JsonNode played(String name) {
    return Objects.requireNonNull(cases.get(name), name);
  }

  private static boolean isNotRun(String name) {
    return WITH_REDIS.contains(name) && RedisServer.program().isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "before-commit, right, 100/1/1, 'ROLLED_BACK,SUCCEEDED,DUPLICATE'",
    "after-commit, right, 100/1/1, 'COMMITTED,DUPLICATE'",
    "conflict, right, 100/1/1, 'SUCCEEDED,CONFLICT'",
    "setnx, wrong, 0/0/0, 'NO_EFFECT,DUPLICATE'",
    "db-then-setnx, wrong, 400/0/4, 'EFFECT,SUCCEEDED,SUCCEEDED,SUCCEEDED'",
    "external, right, 9900/1/1, 'UNKNOWN,FOUND,SUCCEEDED'",
    "receipt-id, wrong, 9900/1/1, 'UNKNOWN,NOTHING_TO_ASK_BY,UNKNOWN'",
    "two-events, right, 100/2/1, 'SUCCEEDED,DUPLICATE'",
    "offset-first, wrong, 0/0/0, 'NO_EFFECT,NOTHING_TO_DELIVER'",
    "blocked-insert, right, 10100/1/1, 'LOCK_WAIT,COMMITTED,DUPLICATE_KEY'",
    "rollback-insert, right, 10100/1/1, 'LOCK_WAIT,ROLLED_BACK,SUCCEEDED'",
  })
  void figuresAreThoseOfTheIncident(String name, String protocol, String figures, String statuses)
      throws SQLException {
    JsonNode played = played(name);
    if (isNotRun(name)) {
      assertThat(played.get("notRun").textValue()).isEqualTo("no redis-server");
      assertThat(played.get("passed").booleanValue()).isFalse();
      return;
    }
    assertThat(played.get("mismatches")).isEmpty();
    assertThat(played.get("passed").booleanValue()).isTrue();
    assertThat(played.get("protocol").textValue()).isEqualTo(protocol);
    assertThat(texts(played.get("statuses"))).containsExactly(statuses.split(","));
    assertThat(played.get("balance") + "/" + played.get("inboxRows") + "/" + played.get("effects"))
        .isEqualTo(figures);
    assertThat(inTheDatabase(name)).isEqualTo(figures);
  }

  /** Balance, inbox rows and effects as the tables hold them. */
  private String inTheDatabase(String name) throws SQLException {
    Map<String, String> schemas = stage.schemas();
    String own = Objects.requireNonNull(schemas.get(name));
    boolean external = schemas.containsKey(name + "-provider");
    String books = external ? schemas.get(name + "-provider") : own;
    String inbox =
        external
            ? own + ".payment"
            : hasTable(own, "inbox")
                ? own + ".inbox"
                : schemas.get("inbox") + ".inbox WHERE consumer_name = '" + name + "'";
    return number("SELECT cents FROM " + books + ".account")
        + "/"
        + number("SELECT COUNT(*) FROM " + inbox)
        + "/"
        + number("SELECT COUNT(*) FROM " + books + (external ? ".debit" : ".effect"));
  }

  private boolean hasTable(String schema, String table) throws SQLException {
    return number(
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = '"
                + schema
                + "' AND table_name = '"
                + table
                + "'")
        == 1;
  }

  private long number(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(
                sandbox.mysql().jdbcUrl(""), sandbox.mysql().user(), sandbox.mysql().password());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  @Test
  void everyCaseIsPlayedOnceAndOnlyMissingRedisKeepsOneOut() {
    assertThat(cases.keySet()).containsExactlyInAnyOrderElementsOf(LabCases.names());
    assertThat(report.failed()).isZero();
    assertThat(report.notRun()).isEqualTo(RedisServer.program().isPresent() ? 0 : 2);
    assertThat(report.exitCode().code()).isEqualTo(RedisServer.program().isPresent() ? 0 : 2);
  }

  @Test
  void theProviderWasAskedTwiceAndDebitedOnceByKey() {
    assertThat(played("external").get("requests").intValue()).isEqualTo(2);
    assertThat(played("external").get("status").textValue()).isEqualTo("SUCCEEDED");
    assertThat(played("receipt-id").get("status").textValue()).isEqualTo("UNKNOWN");
    assertThat(played("receipt-id").get("requests").intValue()).isEqualTo(1);
  }

  @Test
  void withoutRedisItsCasesAreNotRunWhichIsNoPass(@TempDir Path folder)
      throws IOException, SQLException {
    List<LabCase> withRedis =
        LabCases.all().stream().filter(it -> WITH_REDIS.contains(it.name())).toList();
    try (LabStage without = new LabStage(sandbox, folder, RedisServer.programIn("/nowhere:"))) {
      LabReport notRun = new Lab(without).play(withRedis, played -> {});

      assertThat(notRun.exitCode().code()).isEqualTo(2);
      assertThat(notRun.cases())
          .hasSize(2)
          .allMatch(it -> !it.passed() && it.notRun().orElseThrow().equals("no redis-server"));
      StringWriter text = new StringWriter();
      notRun.cases().forEach(it -> LabReport.print(new PrintWriter(text, true), it));
      assertThat(text.toString()).contains("not run: no redis-server");
    }
  }

  @Test
  void processesWereEndedBySigkill() {
    for (String name : List.of("before-commit", "after-commit", "offset-first")) {
      assertThat(played(name).get("steps").get(0).get("did").textValue())
          .contains("ended by SIGKILL");
    }
  }

  @Test
  void wrongProtocolsAreCalledSo() {
    assertThat(told.toString())
        .contains("offset-first (a WRONG protocol, shown failing: do not use it)")
        .contains("after-commit (right protocol)");
  }
}
