package io.tallykeep.verifier.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFailureTest {
  @ParameterizedTest
  @CsvSource({
    "1054, 42S22, NOT_STORABLE",
    "1364, HY000, NOT_STORABLE",
    "1406, 22001, NOT_STORABLE",
    "3819, HY000, NOT_STORABLE",
    "0, S1009, NOT_STORABLE",
    "1146, 42S02, NOT_SET_UP",
    "1142, 42000, NOT_SET_UP",
    "1203, 42000, OTHER",
    "1213, 40001, DEADLOCK",
    "0, 08S01, CONNECTION_LOST",
  })
  void onlyWhatARepetitionCanNotMendIsPermanent(int code, String state, SqlFailure expected) {
    SqlFailure failure = SqlFailure.of(new SQLException("m", state, code));

    assertThat(failure).isEqualTo(expected);
    assertThat(failure.isPermanent())
        .isEqualTo(expected == SqlFailure.NOT_STORABLE || expected == SqlFailure.NOT_SET_UP);
    assertThat(failure.isPermanent() && failure.mayPass()).isFalse();
  }

  @Test
  void anErrorIsToldInOneLine() {
    String message = "Communications link failure\n\nThe last packet\r\n was received 5 ms ago.\n";

    assertThat(SqlFailure.describe(new SQLException(message, "08S01", 0)))
        .isEqualTo(
            "connection lost: Communications link failure The last packet was received 5 ms ago."
                + " (error 0, SQLSTATE 08S01)");
  }
}
