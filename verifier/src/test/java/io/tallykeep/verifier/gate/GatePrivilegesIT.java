package io.tallykeep.verifier.gate;

import static io.tallykeep.verifier.gate.GateFixture.credit;
import static io.tallykeep.verifier.gate.GateFixture.event;
import static io.tallykeep.verifier.gate.GateFixture.paying;
import static io.tallykeep.verifier.testing.TestInbox.DAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.mysql.MysqlSource;
import io.tallykeep.verifier.gate.FinishOutcome.Finished;
import io.tallykeep.verifier.gate.GateOutcome.Kind;
import io.tallykeep.verifier.ledger.Progress;
import io.tallykeep.verifier.lookup.Adjudicator;
import io.tallykeep.verifier.lookup.Where;
import io.tallykeep.verifier.testing.TestInbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The privileges that docs/gate.md lists are those that the gate needs: no more, no fewer. */
class GatePrivilegesIT {
  private static final Pattern GRANT = Pattern.compile("(?m)^GRANT (.+) TO gate;$");

  @Test
  void theGrantsOfTheGuideAreEnoughForEverythingTheGateDoes() throws Exception {
    try (GateFixture fixture = GateFixture.create()) {
      String account = "gate_" + fixture.schema.name();
      fixture.schema.execute("CREATE USER '" + account + "' IDENTIFIED BY 'secret'");
      for (String grant : documentedGrants()) {
        fixture.schema.execute(
            "GRANT "
                + grant
                    .replace("payments.", fixture.schema.name() + ".")
                    .replace("tallykeep.", fixture.schema.name() + ".")
                + " TO '"
                + account
                + "'");
      }
      // The effect's own tables.
      for (String table : List.of("account", "journal")) {
        fixture.schema.execute(
            "GRANT SELECT, INSERT, UPDATE ON "
                + fixture.schema.name()
                + "."
                + table
                + " TO '"
                + account
                + "'");
      }
      DataSource as =
          new MysqlSource(
                  fixture.schema.server().jdbcUrl(fixture.schema.name().value()), account, "secret")
              .dataSource();
      try (Adjudicator adjudicator = fixture.adjudicator(as)) {
        everything(fixture, new ReplayGate(adjudicator, fixture.settings(), GateListener.NONE), as);
      } finally {
        fixture.schema.execute("DROP USER '" + account + "'");
      }
    }
  }

  private static List<String> documentedGrants() throws Exception {
    Matcher found = GRANT.matcher(Files.readString(Path.of("../docs/gate.md")));
    List<String> grants = new ArrayList<>();
    while (found.find()) {
      grants.add(found.group(1));
    }
    assertThat(grants).hasSizeGreaterThan(5);
    return grants;
  }

  private static void everything(GateFixture fixture, ReplayGate gate, DataSource as)
      throws Exception {
    assertThat(gate.apply(as, paying("e1", "op", 100), credit("e1")).kind())
        .isEqualTo(Kind.APPLIED);
    assertThat(gate.apply(as, paying("e2", "op", 100), credit("e2")).kind())
        .isEqualTo(Kind.DUPLICATE);
    assertThat(gate.apply(as, paying("e3", "op", 200), credit("e3")).kind())
        .isEqualTo(Kind.CONFLICT);
    GateEvent waiting =
        new GateEvent(
            List.of("billing", "e4"),
            DAY,
            TestInbox.hash("e4"),
            Map.of("status", "SUCCEEDED"),
            Optional.empty(),
            Optional.of(new Deferral(new byte[1], "team", "job", Map.of("status", "DEFERRED"))));
    assertThat(gate.apply(as, waiting, on -> EffectResult.notApplicableYet("e5")).kind())
        .isEqualTo(Kind.DEFERRED);
    assertThat(gate.redrive(as, waiting, on -> EffectResult.notApplicableYet("e6")).kind())
        .isEqualTo(Kind.DEFERRED);
    fixture.ledger(Progress.CLOSED);
    assertThat(gate.apply(as, event("e5"), credit("e5")).kind()).isEqualTo(Kind.APPLIED);
    try (Connection connection = as.getConnection()) {
      assertThat(gate.deferred(connection, 10)).hasSize(1);
      assertThat(
              gate.finish(connection, List.of("billing", "e4"), DAY, Map.of("status", "SUCCEEDED")))
          .isEqualTo(new Finished(Where.ONLINE));
    }
  }
}
