package io.tallykeep.demo.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line refuses before any server is started. */
class LabMainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... words) {
    return LabMain.commandLine(new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(words);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "", "SETNX", "all,setnx"})
  void aCaseThatIsNotThereIsToldTheOnesThereAre(String name) {
    assertThat(run("--case", name)).isEqualTo(64);
    assertThat(err.toString())
        .startsWith("tallykeep lab: there is no case '" + name + "'. The cases: before-commit, ")
        .contains("rollback-insert, all.");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theCaseMustBeNamed() {
    assertThat(run()).isEqualTo(64);
    assertThat(err.toString()).contains("'--case=NAME'");
  }

  @Test
  void theHelpNamesAllCases() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).contains(LabCases.names());
  }

  @Test
  void aMismatchIsAFindingAndACaseThatIsNotRunIsUndecided() {
    Story wrong = new Story();
    wrong.figure("balance", 200L, 100L);
    Story absent = new Story();
    absent.notRun("no redis-server");
    LabCase any = LabCases.all().get(0);

    LabReport report = new LabReport(List.of(wrong.report(any), absent.report(any)));

    assertThat(report.exitCode().code()).isEqualTo(3);
    assertThat(new LabReport(List.of(absent.report(any))).exitCode().code()).isEqualTo(2);
    assertThat(report.cases().get(0).seen().mismatches())
        .containsExactly("balance: 200 instead of 100");
    assertThat(absent.report(any).passed()).isFalse();
    assertThat(report.toJson()).contains("\"notRun\" : \"no redis-server\"");
  }
}
