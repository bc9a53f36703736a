package io.tallykeep.service.fuzz;

/** Lines of a request's head that are wrong, or only unusual. */
final class Headers {
  private static final String JSON = "Content-Type: application/json\r\n";

  private final Bytes bytes;

  Headers(Bytes bytes) {
    this.bytes = bytes;
  }

  /** Whole lines, the body's media type among them. */
  String any() {
    return switch (bytes.below(5)) {
      case 0 -> "Content-Type: " + mediaType() + "\r\n";
      case 1 -> JSON + "Accept: " + accepted() + "\r\n";
      case 2 -> JSON + unusual() + "\r\n";
      case 3 -> JSON + broken() + "\r\n";
      default -> JSON + bytes.text(bytes.below(80)) + "\r\n";
    };
  }

  private String mediaType() {
    return bytes.any(
        "",
        "text/plain",
        "json",
        "application/json/",
        "application/json; charset=utf-16",
        "application/json; charset=\"",
        "*/*",
        "a/b;;;=;",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
        "application/x-ndjson",
        "\u00e9/\u00e9",
        bytes.text(200));
  }

  private String accepted() {
    return bytes.any(
        "",
        "text/html",
        "*",
        "*/*;q=x",
        "application/json;q=0",
        "application/json;q=9999999",
        ",,,;;",
        "x".repeat(3000),
        "application/*;q=0.1,*/*;q=0",
        bytes.text(200));
  }

  private String unusual() {
    return bytes.any(
        "X-Request-Id: \u00e9",
        "X-Request-Id:",
        "X-Request-Id: " + "x".repeat(65),
        "X-Request-Id: a\r\nX-Request-Id: b",
        "Authorization: Bearer",
        "Authorization: Basic eDp5",
        "Authorization: " + bytes.text(300),
        "Cookie: " + bytes.text(1000),
        "Expect: 100-continue",
        "Expect: more",
        "Upgrade: h2c",
        "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
        "Connection: Upgrade\r\nUpgrade: websocket",
        "Connection: close, keep-alive, x",
        "Range: bytes=0-1",
        "Content-Encoding: br",
        "Forwarded: for=\"_x",
        "Date: never",
        "If-None-Match: *",
        "Trailer: Content-Length",
        "Max-Forwards: -1");
  }

  private String broken() {
    return bytes.any(
        ": no name",
        "no colon",
        "A B: c",
        "X: a\0b",
        "X: a\r\n folded",
        "X: a\rb",
        "X:\u00ff\u00fe",
        "Host: other",
        "Host:",
        "X".repeat(9000) + ": y",
        "X: " + "y".repeat(9000),
        "X: y\r\n".repeat(1500));
  }

  /** A value of Content-Length, sometimes with a line more. */
  String length() {
    return bytes.any(
        "-1",
        "+5",
        "1e3",
        "99999999999999999999",
        "9223372036854775807",
        "5, 5",
        "5, 6",
        "0x10",
        "",
        " ",
        "5\r\nContent-Length: 5",
        "5\r\nContent-Length: 6",
        "4097",
        "1048577",
        "0",
        "5\r\nTransfer-Encoding: chunked",
        "5\r\nTransfer-Encoding: identity",
        "5\r\nTransfer-Encoding: gzip",
        "5\r\nTransfer-Encoding: gzip, chunked",
        "5\r\nTransfer-Encoding: chunked, chunked",
        "5\r\nTransfer-Encoding: \u000bchunked");
  }
}
