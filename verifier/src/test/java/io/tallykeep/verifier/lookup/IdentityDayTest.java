package io.tallykeep.verifier.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.EventDayOrigin;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityDayTest {

  /** The first is the example of RFC 9562, appendix A.6: 2022-02-22 19:22:22 UTC. */
  @ParameterizedTest
  @CsvSource({
    "017F22E2-79B0-7CC3-98C4-DC0C0C07398F, 2022-02-22",
    "017f22e279b07cc398c4dc0c0c07398f, 2022-02-22",
    "00000000-0000-7000-8000-000000000000, 1970-01-01",
    // 2026-03-28T23:59:59.999Z and the next millisecond; in Amsterdam both are the 29th.
    "019d36e3-ebff-7fff-bfff-ffffffffffff, 2026-03-28",
    "019d36e3-ec00-7000-a000-000000000000, 2026-03-29"
  })
  void aVersionSevenUuidHoldsItsUtcDay(String uuid, LocalDate day) {
    assertThat(IdentityDay.of(EventDayOrigin.UUID_V7, uuid)).contains(day);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "017F22E2-79B0-4CC3-98C4-DC0C0C07398F",
        "017F22E2-79B0-7CC3-18C4-DC0C0C07398F",
        "017F22E2-79B0-7CC3-D8C4-DC0C0C07398F",
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398",
        "017F22E2-79B0-7CC398C4DC0C0C07398F",
        "{017F22E2-79B0-7CC3-98C4-DC0C0C07398F}",
        " 017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
        "017G22E2-79B0-7CC3-98C4-DC0C0C07398F",
        "01ARZ3NDEKTSV4RRFFQ69G5FAV"
      })
  void whatIsNoVersionSevenUuidHoldsNoDay(String text) {
    assertThat(IdentityDay.of(EventDayOrigin.UUID_V7, text)).isEmpty();
  }

  /** The first is the example of the ULID specification: 2016-07-30 23:54:10.259 UTC. */
  @ParameterizedTest
  @CsvSource({
    "01ARZ3NDEKTSV4RRFFQ69G5FAV, 2016-07-30",
    "01arz3ndektsv4rrffq69g5fav, 2016-07-30",
    "00000000000000000000000000, 1970-01-01",
    "7ZZZZZZZZZZZZZZZZZZZZZZZZZ, +10889-08-02",
    "01563e3ab5d3d6764c61efb99302bd5b, 2016-07-30"
  })
  void aUlidHoldsItsUtcDay(String ulid, LocalDate day) {
    assertThat(IdentityDay.of(EventDayOrigin.ULID, ulid)).contains(day);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "01ARZ3NDEKTSV4RRFFQ69G5FA",
        "01ARZ3NDEKTSV4RRFFQ69G5FAVV",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU",
        "O1ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01ARZ3NDEKTSV4RRFFQ69G5FA\u0131"
      })
  void whatIsNoUlidHoldsNoDay(String text) {
    assertThat(IdentityDay.of(EventDayOrigin.ULID, text)).isEmpty();
  }

  @Test
  void anEventTimeIsNotInTheIdentity() {
    assertThat(IdentityDay.of(EventDayOrigin.EVENT_TIME, "017F22E2-79B0-7CC3-98C4-DC0C0C07398F"))
        .isEmpty();
  }
}
