package io.tallykeep.jobs.retention.crash;

import io.tallykeep.jobs.TestInbox;

/** Puts an inbox's own names into texts. */
public record Names(TestInbox inbox) {
  String in(String text) {
    return text.replace("{control}", inbox.control())
        .replace("{inbox}", inbox.table())
        .replace("{archive}", "/" + inbox.bucket() + "/tallykeep/archive/inbox");
  }
}
