package io.tallykeep.statement.camt;

import io.tallykeep.statement.FindingCode;
import io.tallykeep.statement.SequencePosition.LastPage;
import io.tallykeep.statement.xml.XmlNode;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the group header says about every statement of the message.
 *
 * @param page the message's page
 * @param test whether it is test data
 */
record CamtGroup(Page page, boolean test) {
  static final CamtGroup NONE = new CamtGroup(Page.NONE, false);

  /** Marks test data by the Swiss Payment Standards: {@code SPS/1.7/TEST}. */
  private static final Pattern TEST = Pattern.compile("SPS/\\d+\\.\\d+(\\.\\d+)?/TEST");

  /**
   * A page number and whether it is the last.
   *
   * @param number from 1, null if not stated
   * @param last whether it is the last
   */
  record Page(@Nullable Integer number, LastPage last) {
    static final Page NONE = new Page(null, LastPage.NOT_STATED);

    /** A {@code Pagination}. */
    static Page of(@Nullable XmlNode node) {
      if (node == null) {
        return NONE;
      }
      XmlNode number = node.required("PgNb");
      XmlNode last = node.required("LastPgInd");
      if (!number.text().matches("\\d{1,5}") || Integer.parseInt(number.text()) < 1) {
        throw number.refusal(FindingCode.FIELD_INVALID, "Is no page number.");
      }
      return new Page(
          Integer.parseInt(number.text()), CamtValues.flag(last) ? LastPage.YES : LastPage.NO);
    }
  }

  static CamtGroup of(XmlNode header) {
    String additional = header.textAt("AddtlInf");
    return new CamtGroup(
        Page.of(header.one("MsgPgntn")), additional != null && TEST.matcher(additional).find());
  }
}
