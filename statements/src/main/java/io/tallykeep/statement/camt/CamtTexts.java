package io.tallykeep.statement.camt;

import io.tallykeep.statement.xml.XmlNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Free text: unstructured remittance, then what is said beside; one line per element. */
final class CamtTexts {
  private CamtTexts() {}

  static String of(@Nullable XmlNode item, @Nullable XmlNode additional) {
    List<String> lines = new ArrayList<>();
    if (item != null) {
      for (XmlNode information : item.all("RmtInf")) {
        information.all("Ustrd").forEach(line -> lines.add(line.text()));
      }
      item.all("AddtlTxInf").forEach(line -> lines.add(line.text()));
    }
    if (additional != null) {
      lines.add(additional.text());
    }
    lines.removeIf(String::isEmpty);
    return String.join("\n", lines);
  }
}
