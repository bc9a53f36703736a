package io.tallykeep.statement.csv;

import static org.assertj.core.api.Assertions.assertThat;

import io.tallykeep.statement.EntryStatus;
import io.tallykeep.statement.EntryType;
import io.tallykeep.statement.FormatName;
import io.tallykeep.statement.StatementProfile;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaypalActivityFormatTest {
  private static final String PLAIN = Read.resource("paypal-activity/plain.csv");

  @Test
  void bookedRowsAreEvidenceAndTheFileNeverCovers() {
    Read read = read(PLAIN);
    assertThat(read.coverages()).containsExactly("USD 3/1/0 [NO_TOTALS, NO_PERIOD, ADVICE] []");
    assertThat(read.lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 160549USD gross 165375USD fee -4826USD on 2026-03-01"
                + " value null at 2026-03-01T17:00:30Z id 1AA00001 #1",
            "1 PAYMENT CREDIT PENDING 2550USD gross 2550USD fee 0USD on 2026-03-01"
                + " value null at 2026-03-01T18:00:30Z id 1AA00002 #1",
            "1 REFUND DEBIT BOOKED -3904USD gross -4000USD fee 96USD on 2026-03-01"
                + " value null at 2026-03-01T19:00:30Z id 1AA00003 #1",
            "1 REVERSAL DEBIT BOOKED -1200USD gross -1200USD fee 0USD on 2026-03-01"
                + " value null at 2026-03-01T20:00:30Z id 1AA00004 #1");
    assertThat(read.entries().get(0).carriers().value("Invoice Number")).isEqualTo("K-1");
    assertThat(read.entries().get(0).party().name()).isEqualTo("Buyer One");
  }

  @Test
  void aPendingRowAndTheBookedOneAreTwoEntries() {
    String booked =
        PLAIN
            .lines()
            .skip(2)
            .limit(1)
            .findFirst()
            .orElseThrow()
            .replace("Pending", "Completed")
            .replace("Memo", "Credit");
    Read read = read(PLAIN + booked + "\n");
    assertThat(read.entries())
        .filteredOn(entry -> "1AA00002".equals(entry.providerId()))
        .extracting(entry -> entry.kind().status())
        .containsExactly(EntryStatus.PENDING, EntryStatus.BOOKED);
  }

  @Test
  void anotherCountrysWordsAreDeclared() {
    String spanish =
        "\"Fecha\",\"Hora\",\"Zona horaria\",\"Tipo\",\"Estado\",\"Divisa\",\"Bruto\",\"Tarifa\","
            + "\"Neto\",\"Id. de transacci\u00f3n\",\"N\u00famero de factura\"\n"
            + "\"31/07/2026\",\"10:00:00\",\"CEST\",\"Pago expr\u00e9s\",\"Completado\",\"EUR\","
            + "\"4.626,81\",\"-134,53\",\"4.492,28\",\"1BB1\",\"K-1\"\n";
    PaypalActivityOptions options =
        new PaypalActivityOptions(
            new DecimalText(',', '.'),
            "dd/MM/uuuu",
            Map.of(
                "Date",
                "Fecha",
                "Time",
                "Hora",
                "TimeZone",
                "Zona horaria",
                "Type",
                "Tipo",
                "Status",
                "Estado",
                "Currency",
                "Divisa",
                "Gross",
                "Bruto",
                "Fee",
                "Tarifa",
                "Net",
                "Neto",
                "Transaction ID",
                "Id. de transacci\u00f3n"),
            Map.of("Pago expr\u00e9s", EntryType.PAYMENT),
            Map.of("Completado", EntryStatus.BOOKED),
            null,
            Set.of("N\u00famero de factura"));
    StatementProfile profile =
        Profiles.profile("M", FormatName.PAYPAL_ACTIVITY, "Europe/Madrid", options);
    assertThat(Read.of(new PaypalActivityFormat(), profile, spanish).lines())
        .containsExactly(
            "1 PAYMENT CREDIT BOOKED 449228EUR gross 462681EUR fee -13453EUR on 2026-07-31"
                + " value null at 2026-07-31T08:00:00Z id 1BB1 #1");
    assertThat(read(spanish).findings()).first().asString().startsWith("HEADER_MISMATCH line 1");
  }

  @Test
  void aGapInTheRunningBalanceIsFound() {
    PaypalActivityOptions options =
        new PaypalActivityOptions(
            new DecimalText('.', ','),
            "MM/dd/uuuu",
            Map.of(),
            Map.of(),
            Map.of(),
            CsvChecks.RunningBalance.Order.OLDEST_FIRST,
            Set.of());
    StatementProfile profile =
        Profiles.profile("M", FormatName.PAYPAL_ACTIVITY, "America/Los_Angeles", options);
    assertThat(Read.of(new PaypalActivityFormat(), profile, PLAIN).lines()).hasSize(4);
    String missing = PLAIN.replaceFirst("(?m)^.*1AA00003.*\n", "");
    assertThat(Read.of(new PaypalActivityFormat(), profile, missing).findings())
        .containsExactly(
            "BALANCE_CHAIN line 4, Balance: the row before leaves 260549 USD (minor units), this"
                + " one begins at 256645 USD (minor units)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,653.75|1653,75|AMOUNT_INVALID line 2, Gross: '1653,75'",
        "1,653.75|1,654.75|AMOUNT_INVALID line 2, Fee",
        "\"Completed\"|\"Abgeschlossen\"|FIELD_INVALID line 2, Status: 'Abgeschlossen' is not decl",
        "\"Credit\"|\"Kredit\"|FIELD_INVALID line 2, Balance Impact",
        "\"PST\"|\"PDT\"|DATE_INVALID line 2, Date: \"PDT\" is not America/Los_Angeles",
        "\"PST\"|\"CET\"|DATE_INVALID line 2, Date",
        "03/01/2026|31/01/2026|DATE_INVALID line 2, Date",
        "03/01/2026|3/1/2026|DATE_INVALID line 2, Date",
        "\"Net\"|\"Nett\"|HEADER_MISMATCH line 1: missing: Net",
        "\"Subject\"|\"Subjekt\"|HEADER_MISMATCH line 1, Subjekt",
        "\"USD\"|\"\"|FIELD_MISSING line 2, Currency",
      })
  void whatCantBeRightIsRefusedWithLineAndColumn(String from, String to, String finding) {
    String changed = PLAIN.replaceFirst(Pattern.quote(from), to);
    assertThat(changed).isNotEqualTo(PLAIN);
    assertThat(read(changed).findings()).first().asString().startsWith(finding);
  }

  private static Read read(String text) {
    return Read.of(new PaypalActivityFormat(), Profiles.ACTIVITY, text);
  }
}
