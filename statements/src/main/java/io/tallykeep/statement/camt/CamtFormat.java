package io.tallykeep.statement.camt;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.GateVerdict;
import io.tallykeep.statement.StatementFormat;
import io.tallykeep.statement.StatementInput;
import io.tallykeep.statement.StatementProfile;
import io.tallykeep.statement.StatementSink;
import io.tallykeep.statement.gate.BoundedBytes;
import io.tallykeep.statement.gate.StatementGate;
import io.tallykeep.statement.xml.XmlCursor;
import io.tallykeep.statement.xml.XmlNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one message of camt.053, camt.052 or camt.054, versions 02 to 13, as {@link CamtOptions}
 * declare. One entry, or one item of a batch, is in memory at a time.
 */
public final class CamtFormat implements StatementFormat {
  private static final Pattern NAMESPACE =
      Pattern.compile("urn:iso:std:iso:20022:tech:xsd:(camt\\.\\d{3})\\.001\\.(\\d{2})");
  private static final int OLDEST = 2;
  private static final int NEWEST = 13;

  @Override
  public GateVerdict read(StatementInput input, StatementProfile profile, StatementSink sink)
      throws IOException {
    return StatementGate.run(profile, sink, gate -> message(input.bytes(), profile, gate));
  }

  private static void message(InputStream in, StatementProfile profile, StatementGate gate)
      throws IOException {
    CamtOptions options = profile.options(CamtOptions.class);
    XmlCursor cursor = XmlCursor.open(BoundedBytes.of(in, profile.limits()), profile.limits());
    String root = cursor.root();
    String kind = kind(cursor, root, options.message());
    if (!cursor.child() || !cursor.name().equals(options.message().element())) {
      throw cursor.refusal(
          FindingCode.WRONG_MESSAGE,
          null,
          "Document holds no " + options.message().element() + ".");
    }
    parts(cursor, new CamtContext(profile, options, kind, gate));
    if (cursor.child()) {
      throw cursor.refusal(FindingCode.SYNTAX, cursor.name(), "A second message in one document.");
    }
    cursor.end();
  }

  /** The message and its version by the namespace: {@code camt.053.001.08}. */
  private static String kind(XmlCursor cursor, String root, CamtMessage wanted) {
    Matcher namespace = NAMESPACE.matcher(cursor.namespace());
    if (!root.equals("Document") || !namespace.matches()) {
      throw cursor.refusal(
          FindingCode.WRONG_MESSAGE,
          root,
          "No ISO 20022 document: its namespace is " + Finding.quote(cursor.namespace()) + ".");
    }
    String id = namespace.group(1);
    if (!id.equals(wanted.id())) {
      throw cursor.refusal(
          FindingCode.WRONG_MESSAGE, root, "Is " + id + ", declared is " + wanted.id() + ".");
    }
    int version = Integer.parseInt(namespace.group(2));
    if (version < OLDEST || version > NEWEST) {
      throw cursor.refusal(
          FindingCode.UNKNOWN_VERSION,
          root,
          "Version " + namespace.group(2) + ": 02 to " + NEWEST + " are read.");
    }
    return id + ".001." + namespace.group(2);
  }

  private static void parts(XmlCursor cursor, CamtContext context) throws IOException {
    CamtGroup group = CamtGroup.NONE;
    while (cursor.child()) {
      switch (cursor.name()) {
        case "GrpHdr" -> {
          XmlNode header = cursor.tree();
          group = CamtGroup.of(header);
        }
        case "SplmtryData" -> cursor.skip();
        default -> {
          if (!cursor.name().equals(context.options().message().part())) {
            throw cursor.refusal(
                FindingCode.SYNTAX, cursor.name(), "Is no part of " + context.kind() + ".");
          }
          new CamtPart(cursor, context, group).read();
        }
      }
    }
  }
}
