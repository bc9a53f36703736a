package io.tallykeep.statement.camt;

import io.tallykeep.statement.Direction;
import io.tallykeep.statement.Party;
import io.tallykeep.statement.xml.XmlNode;
import org.jspecify.annotations.Nullable;

/** The other side of a transaction: the debtor of what was credited, the creditor otherwise. */
final class CamtParties {
  private CamtParties() {}

  static Party other(@Nullable XmlNode item, Direction original) {
    XmlNode parties = item == null ? null : item.one("RltdPties");
    if (parties == null) {
      return Party.UNKNOWN;
    }
    String role = original == Direction.CREDIT ? "Dbtr" : "Cdtr";
    String name = parties.textAt(role, "Nm");
    if (name == null) {
      name = parties.textAt(role, "Pty", "Nm");
    }
    String account = parties.textAt(role + "Acct", "Id", "IBAN");
    if (account == null) {
      account = parties.textAt(role + "Acct", "Id", "Othr", "Id");
    }
    return new Party(name, account);
  }
}
