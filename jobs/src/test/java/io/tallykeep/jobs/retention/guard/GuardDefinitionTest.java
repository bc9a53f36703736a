package io.tallykeep.jobs.retention.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GuardDefinitionTest {
  private static GuardDefinition definition(String table) {
    Dataset dataset =
        new Dataset(
            "inbox",
            3,
            new TableName(Identifier.of("app"), Identifier.of(table)),
            TableName.parse("ctl.late_inbox"),
            List.of(Identifier.of("consumer"), Identifier.of("event_id")),
            Identifier.of("event_day"),
            EventDayOrigin.EVENT_TIME,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty());
    return new GuardDefinition(dataset, Identifier.of("ctl"), 30, 3);
  }

  @Test
  void theInsertTriggersTextIsExactlyThis() {
    GuardTrigger insert = definition("inbox").triggers().get(0);

    assertThat(insert.createSql())
        .isEqualTo(
            """
            CREATE DEFINER = CURRENT_USER TRIGGER `app`.`tallykeep_insert_27_inbox` BEFORE INSERT ON `app`.`inbox` FOR EACH ROW
            BEGIN
              DECLARE tk_progress VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin DEFAULT NULL;
              DECLARE tk_refusal VARCHAR(128) CHARACTER SET utf8mb4 DEFAULT NULL;
              IF NEW.`event_day` >= DATE(SYSDATE()) - INTERVAL 27 DAY THEN
                BEGIN END;
              ELSE
                SELECT progress INTO tk_progress FROM `ctl`.day_ledger
                  WHERE dataset = 'inbox' AND shard = 3 AND event_day = NEW.`event_day` FOR SHARE;
                IF COALESCE(tk_progress, 'NONE') NOT IN ('ONLINE') THEN
                  SET tk_refusal = LEFT(CONCAT('Tallykeep gate: day ', COALESCE(NEW.`event_day`, 'NULL'), ' of inbox/3 is ', COALESCE(tk_progress, 'not in the ledger'), ': takes no new rows. Write through ReplayGate'), 128);
                  SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 30501, MESSAGE_TEXT = tk_refusal;
                END IF;
              END IF;
            END\
            """);
  }

  @Test
  void theUpdateTriggerComparesTheIdentityByteByByteAtAnyAge() {
    String body = definition("inbox").triggers().get(1).body();

    assertThat(body)
        .contains(
            "IF NOT (CAST(NEW.`consumer` AS BINARY) <=> CAST(OLD.`consumer` AS BINARY)"
                + " AND CAST(NEW.`event_id` AS BINARY) <=> CAST(OLD.`event_id` AS BINARY)"
                + " AND NEW.`event_day` <=> OLD.`event_day`) THEN")
        .contains("MYSQL_ERRNO = 30503")
        .contains("NOT IN ('ONLINE', 'CLOSED')")
        .contains("MYSQL_ERRNO = 30502");
    assertThat(body.indexOf("30503")).isLessThan(body.indexOf("SYSDATE"));
  }

  @Test
  void theLiteralIsTheOnlineWindowLessTheSlack() {
    GuardDefinition definition = definition("inbox");

    assertThat(definition.youngDays()).isEqualTo(27);
    assertThat(definition.triggers(5))
        .allSatisfy(
            trigger ->
                assertThat(trigger.body()).contains(">= DATE(SYSDATE()) - INTERVAL 5 DAY THEN"));
  }

  @Test
  void triggerNamesFitMysqlAndStayDifferentForLongTableNames() {
    String stem = "t".repeat(63);
    List<GuardTrigger> one = definition(stem + "a").triggers();
    List<GuardTrigger> other = definition(stem + "b").triggers();

    assertThat(one).allSatisfy(t -> assertThat(t.name().value()).hasSizeLessThanOrEqualTo(64));
    assertThat(one.stream().map(GuardTrigger::name))
        .doesNotContainAnyElementsOf(other.stream().map(GuardTrigger::name).toList());
  }

  @Test
  void aTriggersNameTellsItsLiteralAndAForeignNameNone() {
    TableName table = TableName.parse("app.inbox");

    assertThat(TriggerName.literal(table, "INSERT", "tallykeep_insert_27_inbox")).contains(27);
    assertThat(TriggerName.literal(table, "INSERT", "tallykeep_insert_27_outbox")).isEmpty();
    assertThat(TriggerName.literal(table, "UPDATE", "tallykeep_insert_27_inbox")).isEmpty();
    assertThat(TriggerName.literal(table, "INSERT", "fill_day")).isEmpty();
  }
}
