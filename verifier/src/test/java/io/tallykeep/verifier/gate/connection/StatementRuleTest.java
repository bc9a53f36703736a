package io.tallykeep.verifier.gate.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementRuleTest {
  private final StatementRule rule = new StatementRule(SqlDialect.DEFAULT);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "  select 1 ;  ",
        "/* why */ SELECT 1; -- done",
        "-- first\nUPDATE t SET a = 1",
        "# first\nDELETE FROM t",
        "((SELECT 1) UNION (SELECT 2))",
        "INSERT INTO t VALUES ('a;b', \"COMMIT; it''s\", `x;y`)",
        "INSERT INTO t VALUES ('it\\'s; fine')",
        "REPLACE INTO t VALUES (1)",
        "WITH c AS (SELECT 1) SELECT * FROM c FOR UPDATE",
        "VALUES ROW(1)",
        "TABLE t",
        "SHOW WARNINGS",
        "EXPLAIN SELECT 1",
        "DESC t",
        "DO SLEEP(0)",
        "SELECT 1 - -1",
        "SELECT 2--1",
        "SELECT /*+ MAX_EXECUTION_TIME(10) */ 1",
        "SELECT 'GET_LOCK' /* GET_LOCK */ FROM t",
        "SELECT `outfile`, `a``b` FROM t"
      })
  void isLetThrough(String sql) {
    assertThat(rule.refusal(sql)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMMIT",
        "commit work",
        "/* harmless */ COMMIT",
        "-- x\nROLLBACK",
        "BEGIN",
        "START TRANSACTION",
        "SAVEPOINT s",
        "ROLLBACK TO SAVEPOINT s",
        "RELEASE SAVEPOINT s",
        "SET autocommit = 1",
        "SET SESSION wait_timeout = 100",
        "CREATE TABLE x (a INT)",
        "CREATE TEMPORARY TABLE x (a INT)",
        "DROP TEMPORARY TABLE x",
        "ALTER TABLE x ADD b INT",
        "TRUNCATE TABLE x",
        "TRUNCATE x",
        "RENAME TABLE x TO y",
        "LOCK TABLES x WRITE",
        "UNLOCK TABLES",
        "LOAD DATA INFILE 'f' INTO TABLE x",
        "CALL p()",
        "{call p()}",
        "{ ? = call p() }",
        "XA START 'a'",
        "PREPARE s FROM 'COMMIT'",
        "EXECUTE s",
        "HANDLER t OPEN",
        "USE other",
        "KILL 1",
        "FLUSH TABLES",
        "ANALYZE TABLE t",
        "OPTIMIZE TABLE t",
        "GRANT SELECT ON a.* TO b",
        "LOCK INSTANCE FOR BACKUP",
        "IMPORT TABLE FROM 'x'",
        "RESET MASTER",
        "CHANGE REPLICATION SOURCE TO SOURCE_HOST = 'x'",
        ""
      })
  void isRefusedByItsFirstWord(String sql) {
    assertThat(rule.refusal(sql)).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT 1; COMMIT | several statements",
        "SELECT 1;; COMMIT | several statements",
        "SELECT 1 /* a */ ; /* b */ COMMIT | several statements",
        "SELECT 'a''; '; COMMIT | several statements",
        "/*! COMMIT */ | executable comment",
        "SELECT 1 /*!50000 ; COMMIT */ | executable comment",
        "SELECT 1 /*M! ; COMMIT */ | executable comment",
        "SELECT 1 /* | comment without an end",
        "SELECT 'a | quoted text without an end",
        "SELECT GET_LOCK('a', 1) | outlives the transaction",
        "SELECT `GET_LOCK`('a', 1) | outlives the transaction",
        "SELECT `get_lock` ('a', 1) | outlives the transaction",
        "DO release_all_locks() | outlives the transaction",
        "SELECT 1 INTO OUTFILE '/tmp/x' | outlives the transaction",
        "? | begins with '?'",
        "`SELECT` 1 | begins with `SELECT`"
      })
  void isRefusedForWhatItHolds(String sql, String why) {
    assertThat(rule.refusal(sql)).hasValueSatisfying(text -> assertThat(text).contains(why));
  }

  @Test
  void aDeletedCharacterBeginsACommentAsTheServerReadsIt() {
    assertThat(rule.refusal("SELECT 1 --\u007f'\n, GET_LOCK('a', 1) -- '")).isPresent();
  }

  @Test
  void aNameInDoubleQuotesIsAFunctionToo() {
    assertThat(
            new StatementRule(SqlDialect.of("ANSI_QUOTES")).refusal("SELECT \"GET_LOCK\"('a', 1)"))
        .isPresent();
  }

  @Test
  void aBackslashIsReadAsTheSessionReadsIt() {
    String hidden = "SELECT 'a\\'; COMMIT; -- '";
    StatementRule noEscapes =
        new StatementRule(SqlDialect.of("STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES"));

    assertThat(rule.refusal(hidden)).isEmpty();
    assertThat(noEscapes.refusal(hidden)).contains("holds several statements");
    assertThat(
            new StatementRule(SqlDialect.of("ANSI_QUOTES"))
                .refusal("SELECT \"a\\\"; COMMIT; -- \""))
        .contains("holds several statements");
  }
}
