package io.tallykeep.service.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AccessTokensTest {
  private static final String TOKEN = "0123456789abcdef";

  /** Of {@code printf %s 0123456789abcdef | sha256sum}. */
  private static final String HASH =
      "9f9f5111f7b27a781f1f1ddde5ebc2dd2b796bfc7365c9c28b548e564176929f";

  private final AccessTokens tokens =
      AccessTokens.ofHashes(Map.of("replay", HASH.toUpperCase(java.util.Locale.ROOT)));

  @Test
  void aTokenIsKnownByItsHash() {
    assertThat(AccessTokens.hashOf("replay", TOKEN)).isEqualTo(HASH);
    assertThat(tokens.nameOf("Bearer " + TOKEN)).contains("replay");
    assertThat(tokens.nameOf("bearer " + TOKEN)).contains("replay");
  }

  @Test
  void anythingElseIsNot() {
    for (String header :
        new String[] {
          "", "Bearer", "Bearer ", "Bearer x", TOKEN, "Basic " + TOKEN, "Bearer " + HASH
        }) {
      assertThat(tokens.nameOf(header)).as(header).isEmpty();
    }
    assertThat(AccessTokens.NONE.nameOf("Bearer " + TOKEN)).isEmpty();
    assertThat(AccessTokens.NONE.isEmpty()).isTrue();
  }

  @Test
  void whatCanBeNoTokenIsRefusedWithoutBeingShown() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessTokens.hashOf("replay", "short-secret"))
        .withMessageContaining("token replay must have 16 characters")
        .withMessageNotContaining("short-secret");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessTokens.hashOf("replay", "with a space in its middle"))
        .withMessageNotContaining("middle");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AccessTokens.ofHashes(Map.of("replay", "c0ffee")))
        .withMessageContaining("replay: sha256 is not 64 hexadecimal digits")
        .withMessageNotContaining("c0ffee");
  }

  @Test
  void noHashIsPrinted() {
    assertThat(tokens.toString()).isEqualTo("AccessTokens[replay=***]");
  }
}
