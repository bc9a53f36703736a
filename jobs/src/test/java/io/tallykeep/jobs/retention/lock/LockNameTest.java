package io.tallykeep.jobs.retention.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LockNameTest {
  @Test
  void aShortNameIsReadable() {
    assertThat(LockName.of("table", "Payments.Inbox").value())
        .isEqualTo("tallykeep:table:payments.inbox");
  }

  @Test
  void longNamesFitAndStayDifferent() {
    LockName one = LockName.of("table", "s".repeat(64) + "." + "t".repeat(63) + "a");
    LockName other = LockName.of("table", "s".repeat(64) + "." + "t".repeat(63) + "b");

    assertThat(one.value()).hasSize(64).startsWith("tallykeep:table:sss");
    assertThat(other).isNotEqualTo(one);
  }

  @Test
  void kindsDoNotMeet() {
    assertThat(LockName.of("run", "inbox")).isNotEqualTo(LockName.of("table", "inbox"));
  }
}
