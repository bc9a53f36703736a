package io.tallykeep.demo.lab;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/**
 * A payment provider in a process of its own, with a database of its own: its commit is not the
 * consumer's. {@code POST /payments/KEY} debits 100 once per key; {@code POST /payments} debits at
 * each request; {@code GET /payments/KEY} and {@code GET /receipts/ID} tell what became of it.
 */
final class ProviderMain {
  private static final String SCHEMA = "TALLYKEEP_LAB_SCHEMA";

  private final ProviderTables tables;

  private ProviderMain(ProviderTables tables) {
    this.tables = tables;
  }

  /** The variable that names the provider's schema. */
  static String schemaVariable() {
    return SCHEMA;
  }

  public static void main(String[] args) throws IOException {
    ProviderTables tables =
        new ProviderTables(
            new CreditTables(
                ServerAddress.ofThisProcess().dataSource(), ServerAddress.variable(SCHEMA)));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", new ProviderMain(tables)::answer);
    server.start();
    System.out.println(LabProcess.MARK + "PORT " + server.getAddress().getPort());
    System.out.flush();
    while (System.in.read() >= 0) {
      // Whoever started it has not ended yet.
    }
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().substring(1).split("/", 2);
    String key = path.length > 1 ? path[1] : "";
    String receipt;
    try {
      if (exchange.getRequestMethod().equals("POST")) {
        receipt = key.isEmpty() ? tables.debit() : tables.debitOnce(key);
      } else {
        receipt = path[0].equals("receipts") ? tables.receipt(key) : tables.receiptOf(key);
      }
    } catch (SQLException e) {
      throw new UncheckedIOException(new IOException(e));
    }
    byte[] body = receipt.getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(
        receipt.isEmpty() ? 404 : 200, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
