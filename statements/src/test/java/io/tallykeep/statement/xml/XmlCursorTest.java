package io.tallykeep.statement.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.statement.Limits;
import io.tallykeep.statement.Refusal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class XmlCursorTest {
  private static final Limits LIMITS = new Limits(1 << 20, 100, 200, 10, 10, 5);

  @Test
  void documentTypesAndEntitiesAreRefused() {
    assertRefused(
        "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>", "XML_DOCTYPE line 1");
    assertRefused("<!DOCTYPE a SYSTEM \"http://localhost:1/a.dtd\"><a/>", "XML_DOCTYPE line 1");
    String bomb = "<!ENTITY b \"&a;&a;\"><!ENTITY c \"&b;&b;\">";
    assertRefused("<!DOCTYPE a [<!ENTITY a \"aa\">" + bomb + "]><a>&c;</a>", "XML_DOCTYPE");
    assertRefused("<a>&unknown;</a>", "XML_");
  }

  @Test
  void whatIsTooDeepLongOrManyIsRefused() {
    assertRefused("<a><b><c><d><e><f/></e></d></c></b></a>", "LIMIT_DEPTH line 1, f");
    assertRefused("<a>" + "x ".repeat(101) + "</a>", "LIMIT_FIELD line 1, a");
    assertRefused("<a>" + "x".repeat(201) + "</a>", "LIMIT_FIELD");
    assertRefused("<" + "a".repeat(201) + "/>", "LIMIT_FIELD");
    assertRefused("<a b='" + "x ".repeat(101) + "'/>", "LIMIT_FIELD: 'Maximum");
    assertRefused("<a>" + ("<b>" + "x ".repeat(90) + "</b>").repeat(30) + "</a>", "LIMIT_FIELD");
    assertRefused("<a>" + "<b/>".repeat(10_001) + "</a>", "LIMIT_FIELD line 1, b");
    assertRefused("<!--" + "x".repeat(201) + "--><a/>", "LIMIT_FIELD");
  }

  @Test
  void differentNamesAreBounded() {
    StringBuilder names = new StringBuilder("<a>");
    for (int i = 0; i < 5000; i++) {
      names.append("<n").append(i).append("/>");
    }
    assertRefused(names.append("</a>").toString(), "LIMIT_FIELD line 1: More than 4096 different");
  }

  @Test
  void whatIsNotXmlIsRefusedWithItsLine() {
    assertRefused("<a>\n<b></a>", "XML_MALFORMED line 2");
    assertRefused("<a>\n<b>", "TRUNCATED line 2");
    assertRefused("<a/><b/>", "XML_MALFORMED line 1");
    assertRefused("<a>x<b/></a>", "SYNTAX line 1, a: Text beside elements: 'x'");
    assertRefused("<a xmlns='u'><b xmlns='v'/></a>", "SYNTAX line 1, b: Is of namespace 'v'");
    assertRefused("hello", "XML_MALFORMED line 1");
    assertRefused("  ", "TRUNCATED line 1");
  }

  @Test
  void dataOfOtherNamespacesIsSkippedWhereItBelongs() {
    assertThat(
            read(bytes("<a><SplmtryData><x xmlns='v'><y/></x></SplmtryData><b>1</b></a>"))
                .textAt("b"))
        .isEqualTo("1");
  }

  @Test
  void anElementOnceIsAnElementOnce() {
    XmlNode node = read(bytes("<a><b>1</b><b>2</b><c/></a>"));
    assertThatThrownBy(() -> node.one("b")).hasMessageContaining("SYNTAX line 1, b: Stands twice");
    assertThat(node.all("b")).extracting(XmlNode::text).containsExactly("1", "2");
    assertThat(node.textAt("c")).isNull();
    assertThatThrownBy(() -> node.required("d")).hasMessageContaining("FIELD_MISSING line 1, d");
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-8, UTF-8, ''",
    "UTF-8, UTF-8, mark",
    "ISO-8859-1, ISO-8859-1, ''",
    "windows-1252, windows-1252, ''",
    "UTF-16, UTF-16LE, mark",
    "UTF-16, UTF-16BE, mark",
    "'', UTF-8, ''",
    "'', UTF-16LE, mark"
  })
  void theEncodingIsTheMarksOrTheDeclarations(String declared, String actual, String mark) {
    String text =
        (mark.isEmpty() ? "" : "\ufeff")
            + "<?xml version=\"1.0\""
            + (declared.isEmpty() ? "" : " encoding=\"" + declared + "\"")
            + "?><a>M\u00fcller</a>";
    assertThat(read(text.getBytes(Charset.forName(actual))).text()).isEqualTo("M\u00fcller");
  }

  @Test
  void bytesOfAnotherEncodingAreRefused() {
    byte[] latin = "<a>\nM\u00fcller</a>".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> read(latin)).hasMessageStartingWith("BAD_ENCODING line 2");
    byte[] marked =
        "\ufeff<?xml version='1.0' encoding='ISO-8859-1'?><a/>".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> read(marked)).hasMessageStartingWith("ENCODING_MISMATCH");
    byte[] unknown = bytes("<?xml version='1.0' encoding='KLINGON'?><a/>");
    assertThatThrownBy(() -> read(unknown)).hasMessageContaining("'KLINGON' is not read");
  }

  private static void assertRefused(String document, String finding) {
    assertThatThrownBy(() -> read(bytes(document)))
        .as(document.substring(0, Math.min(80, document.length())))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith(finding);
  }

  private static byte[] bytes(String document) {
    return document.getBytes(StandardCharsets.UTF_8);
  }

  private static XmlNode read(byte[] document) {
    try {
      XmlCursor cursor = XmlCursor.open(new ByteArrayInputStream(document), LIMITS);
      cursor.root();
      XmlNode node = cursor.tree();
      cursor.end();
      return node;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
