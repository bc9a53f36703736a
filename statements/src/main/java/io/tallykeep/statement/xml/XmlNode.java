package io.tallykeep.statement.xml;

import io.tallykeep.statement.Finding;
import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element with all that is in it, by local names. Built by {@link XmlCursor}, not changed after.
 */
public final class XmlNode {
  private final String name;
  private final long line;
  private final @Nullable String currency;
  private final List<XmlNode> children = new ArrayList<>(2);
  private String text = "";

  XmlNode(String name, long line, @Nullable String currency) {
    this.name = name;
    this.line = line;
    this.currency = currency;
  }

  void add(XmlNode child) {
    children.add(child);
  }

  void text(String stripped) {
    text = stripped;
  }

  /** Local name. */
  public String name() {
    return name;
  }

  /** The line it begins at, from 1. */
  public long line() {
    return line;
  }

  /** Text without blanks around it; empty if it has none or has elements. */
  public String text() {
    return text;
  }

  /** The attribute {@code Ccy}, null if there is none. */
  public @Nullable String currency() {
    return currency;
  }

  /** Elements in it, in order. */
  public List<XmlNode> children() {
    return children;
  }

  /**
   * The element at a path of names, each of which occurs at most once; null if there is none.
   *
   * @throws Refusal {@link FindingCode#SYNTAX} if there are several
   */
  public @Nullable XmlNode one(String... path) {
    XmlNode at = this;
    for (String step : path) {
      XmlNode found = null;
      for (XmlNode child : at.children) {
        if (child.name.equals(step)) {
          if (found != null) {
            throw new Refusal(
                new Finding(
                    FindingCode.SYNTAX, child.line, step, "Stands twice in " + at.name + "."));
          }
          found = child;
        }
      }
      if (found == null) {
        return null;
      }
      at = found;
    }
    return at;
  }

  /** The text at a path; null if there is no such element or it is empty. */
  public @Nullable String textAt(String... path) {
    XmlNode node = one(path);
    return node == null || node.text.isEmpty() ? null : node.text;
  }

  /** All elements of a name in it, in order. */
  public List<XmlNode> all(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).toList();
  }

  /**
   * The element at a path that must be there.
   *
   * @throws Refusal {@link FindingCode#FIELD_MISSING}
   */
  public XmlNode required(String... path) {
    XmlNode node = one(path);
    if (node == null) {
      throw new Refusal(
          new Finding(
              FindingCode.FIELD_MISSING,
              line,
              String.join("/", path),
              "Is missing in " + name + "."));
    }
    return node;
  }

  /** A refusal of this element. */
  public Refusal refusal(FindingCode code, String detail) {
    return new Refusal(new Finding(code, line, name, detail));
  }
}
