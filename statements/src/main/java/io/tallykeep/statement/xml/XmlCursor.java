package io.tallykeep.statement.xml;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.exc.WstxEOFException;
import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Limits;
import io.tallykeep.statement.Refusal;
import io.tallykeep.statement.text.StrictText;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * A way through a document: element by element, or one small tree at a time. Document types,
 * entities, text beside elements, and whatever exceeds the limits end it with a {@link Refusal}.
 * Not thread-safe.
 */
public final class XmlCursor {
  private static final int MOST_NAMES = 4096;
  private static final int MOST_NODES = 10_000;

  /** Most characters of all texts of one tree, in field limits. */
  private static final int MOST_FIELDS = 16;

  private final XMLStreamReader reader;
  private final Limits limits;
  private final Set<String> names = new HashSet<>();
  private int depth;
  private int nodes;
  private int treeChars;
  private String namespace = "";

  private XmlCursor(XMLStreamReader reader, Limits limits) {
    this.reader = reader;
    this.limits = limits;
  }

  /**
   * Before a document's root element.
   *
   * @throws Refusal if the encoding can't be told or the document is not XML
   */
  public static XmlCursor open(InputStream bytes, Limits limits) throws IOException {
    Limits lineless =
        new Limits(
            limits.bytes(),
            Integer.MAX_VALUE,
            limits.fieldChars(),
            limits.entries(),
            limits.statements(),
            limits.depth());
    StrictText text = new StrictText(XmlEncoding.decide(bytes), lineless);
    try {
      return new XmlCursor(
          factory(limits).createXMLStreamReader(new RunGuard(text, limits.fieldChars())), limits);
    } catch (XMLStreamException e) {
      throw refusal(e);
    }
  }

  private static XMLInputFactory factory(Limits limits) {
    XMLInputFactory factory = new com.ctc.wstx.stax.WstxInputFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
    factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, limits.fieldChars());
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, 64);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.depth() + 1);
    return factory;
  }

  /**
   * Moves to the root element; every further element is of its namespace.
   *
   * @return its local name
   */
  public String root() throws IOException {
    while (true) {
      int event = next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        namespace = namespaceHere();
        begin();
        return reader.getLocalName();
      }
    }
  }

  /** The root element's namespace. */
  public String namespace() {
    return namespace;
  }

  /** The current element's local name. */
  public String name() {
    return reader.getLocalName();
  }

  /** The line of what is read, from 1. */
  public long line() {
    return Math.max(1, reader.getLocation().getLineNumber());
  }

  /** Moves to the next element in the current one; false, after its end, if there is none. */
  public boolean child() throws IOException {
    while (true) {
      int event = next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        begin();
        return true;
      }
      if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
        return false;
      }
      if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        requireBlank();
      }
    }
  }

  /** Reads the current element to its end, with all that is in it. */
  public XmlNode tree() throws IOException {
    nodes = 0;
    treeChars = 0;
    return subtree();
  }

  /** Moves behind the current element's end; what is in it may be of any namespace. */
  public void skip() throws IOException {
    int target = depth - 1;
    while (depth > target) {
      int event = next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        descend();
      } else if (event == XMLStreamConstants.END_ELEMENT) {
        depth--;
      }
    }
  }

  /** Reads to the document's end, after the root element's. */
  public void end() throws IOException {
    int event = next();
    while (event != XMLStreamConstants.END_DOCUMENT) {
      event = next();
    }
  }

  /** A refusal at the current place. */
  public Refusal refusal(FindingCode code, @Nullable String field, String detail) {
    return new Refusal(new Finding(code, line(), field, detail));
  }

  private XmlNode subtree() throws IOException {
    if (++nodes > MOST_NODES) {
      throw refusal(
          FindingCode.LIMIT_FIELD, name(), "More than " + MOST_NODES + " elements in one part.");
    }
    XmlNode node =
        new XmlNode(reader.getLocalName(), line(), reader.getAttributeValue(null, "Ccy"));
    StringBuilder text = new StringBuilder();
    while (true) {
      int event = next();
      switch (event) {
        case XMLStreamConstants.START_ELEMENT -> {
          if (reader.getLocalName().equals("SplmtryData")) {
            descend();
            skip();
          } else {
            begin();
            node.add(subtree());
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          depth--;
          finish(node, text);
          return node;
        }
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> append(node, text);
        default -> {}
      }
    }
  }

  private void append(XmlNode node, StringBuilder text) {
    treeChars += reader.getTextLength();
    if (text.length() + reader.getTextLength() > limits.fieldChars()
        || treeChars / MOST_FIELDS > limits.fieldChars()) {
      throw refusal(
          FindingCode.LIMIT_FIELD,
          node.name(),
          "A text of more than "
              + limits.fieldChars()
              + " characters, or texts of "
              + MOST_FIELDS
              + " times as many.");
    }
    text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
  }

  private static void finish(XmlNode node, StringBuilder text) {
    String stripped = text.toString().strip();
    if (node.children().isEmpty()) {
      node.text(stripped);
    } else if (!stripped.isEmpty()) {
      throw node.refusal(FindingCode.SYNTAX, "Text beside elements: " + Finding.quote(stripped));
    }
  }

  private void requireBlank() {
    String text = reader.getText().strip();
    if (!text.isEmpty()) {
      throw refusal(FindingCode.SYNTAX, null, "Text " + Finding.quote(text) + " between elements.");
    }
  }

  private void begin() {
    descend();
    if (!namespaceHere().equals(namespace)) {
      throw refusal(
          FindingCode.SYNTAX,
          name(),
          "Is of namespace " + Finding.quote(namespaceHere()) + ", not the document's.");
    }
  }

  private void descend() {
    if (++depth > limits.depth()) {
      throw refusal(
          FindingCode.LIMIT_DEPTH, name(), "Elements more than " + limits.depth() + " deep.");
    }
    names.add(reader.getLocalName());
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      names.add(reader.getAttributeLocalName(i));
    }
    if (names.size() > MOST_NAMES) {
      throw refusal(FindingCode.LIMIT_FIELD, null, "More than " + MOST_NAMES + " different names.");
    }
  }

  private String namespaceHere() {
    String uri = reader.getNamespaceURI();
    return uri == null ? "" : uri;
  }

  private int next() throws IOException {
    try {
      int event = reader.next();
      if (event == XMLStreamConstants.DTD) {
        throw refusal(FindingCode.XML_DOCTYPE, null, "A document type is refused.");
      }
      if (event == XMLStreamConstants.ENTITY_REFERENCE) {
        throw refusal(FindingCode.XML_DOCTYPE, null, "An entity is refused.");
      }
      return event;
    } catch (XMLStreamException e) {
      throw refusal(e);
    }
  }

  /** What the parser says, or what the bytes said to the parser. */
  private static Refusal refusal(XMLStreamException e) throws IOException {
    if (e.getNestedException() instanceof IOException io) {
      throw io;
    }
    long line = e.getLocation() == null ? 0 : Math.max(1, e.getLocation().getLineNumber());
    String column =
        e.getLocation() == null ? "" : " (column " + e.getLocation().getColumnNumber() + ")";
    boolean cut = e instanceof WstxEOFException;
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("not XML");
    FindingCode code = cut ? FindingCode.TRUNCATED : FindingCode.XML_MALFORMED;
    return new Refusal(
        new Finding(
            message.startsWith("Maximum ") ? FindingCode.LIMIT_FIELD : code,
            line,
            null,
            Finding.quote(message) + column));
  }
}
