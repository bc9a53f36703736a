package io.tallykeep.verifier.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.archive.dataset.Dataset;
import io.tallykeep.archive.dataset.EventDayOrigin;
import io.tallykeep.archive.dataset.Identifier;
import io.tallykeep.archive.dataset.TableName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityPairTest {
  @Test
  void aConsumerInTheSecondColumnIsNotAskedForInTheFirst() {
    assertThat(IdentityPair.names(dataset("consumer_name", "event_id"))).isTrue();
    assertThat(IdentityPair.names(dataset("Channel", "order"))).isTrue();
    assertThat(IdentityPair.names(dataset("event_id", "CONSUMER_NAME"))).isFalse();
    assertThat(IdentityPair.names(dataset("event_id"))).isFalse();
    assertThat(IdentityPair.names(dataset("tenant", "consumer_name", "event_id"))).isFalse();
  }

  private static Dataset dataset(String... identity) {
    return new Dataset(
        "inbox",
        0,
        TableName.parse("payments.inbox"),
        TableName.parse("tallykeep.late_inbox"),
        List.of(identity).stream().map(Identifier::of).toList(),
        Identifier.of("event_day"),
        EventDayOrigin.EVENT_TIME,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}
