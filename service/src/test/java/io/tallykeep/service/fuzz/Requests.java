package io.tallykeep.service.fuzz;

import static io.tallykeep.service.fuzz.Bytes.joined;
import static io.tallykeep.service.fuzz.Bytes.utf8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** What goes over a connection: requests, and what only looks like some. */
final class Requests {
  private static final String SINGLE = "/v1/lookups";
  private static final String BATCH = "/v1/lookups/batch";
  private static final String JSON = "application/json";
  private static final String NDJSON = "application/x-ndjson";

  private final Bytes bytes;
  private final Questions questions;
  private final Headers headers;

  Requests(Bytes bytes) {
    this.bytes = bytes;
    this.questions = new Questions(bytes);
    this.headers = new Headers(bytes);
  }

  /**
   * What is sent, and what may come back.
   *
   * @param what its kind, for messages
   * @param sent the connection's bytes
   * @param expected what the replies must be
   */
  record Attack(String what, byte[] sent, Expected expected) {}

  /** What the replies must be. */
  enum Expected {
    /** 200 with the right answer. */
    RIGHT_ANSWER,
    /** One reply at least, each 2xx or 4xx. */
    SOME_REPLY,
    /** As before, without bodies. */
    HEADS,
    /** Perhaps nothing at all: no whole request was sent. */
    PERHAPS_NONE
  }

  Attack next() {
    return switch (bytes.below(16)) {
      case 0, 1 -> right();
      case 2, 3, 4 -> some("a body", post(SINGLE, JSON, questions.body()));
      case 5, 6 -> some("a batch", post(BATCH, NDJSON, questions.lines()));
      case 7 -> method();
      case 8 -> some("a path", request("GET " + path() + " HTTP/1.1", "", new byte[0]));
      case 9 -> headers();
      case 10 -> lengths();
      case 11 -> chunks();
      case 12 -> versions();
      case 13 -> new Attack("no HTTP", noHttp(), Expected.PERHAPS_NONE);
      case 14 -> pipeline();
      default -> half();
    };
  }

  /** A right question, sent in one of the right ways. */
  Attack right() {
    byte[] question = utf8(questions.known());
    byte[] request =
        bytes.once(2)
            ? post(SINGLE, JSON, question)
            : request(
                "POST " + SINGLE + " HTTP/1.1",
                "Content-Type: Application/JSON ; charset=UTF-8\r\nTransfer-Encoding: chunked\r\n",
                joined(chunk(question), utf8("0\r\n\r\n")));
    return new Attack("a right question", request, Expected.RIGHT_ANSWER);
  }

  private static Attack some(String what, byte[] sent) {
    return new Attack(what, sent, Expected.SOME_REPLY);
  }

  private static byte[] post(String path, String type, byte[] body) {
    return request(
        "POST " + path + " HTTP/1.1",
        "Content-Type: " + type + "\r\nContent-Length: " + body.length + "\r\n",
        body);
  }

  private static byte[] request(String line, String headers, byte[] body) {
    return joined(utf8(line + "\r\nHost: 127.0.0.1\r\n" + headers + "\r\n"), body);
  }

  private static byte[] chunk(byte[] body) {
    return joined(utf8(Integer.toHexString(body.length) + "\r\n"), body, utf8("\r\n"));
  }

  private Attack method() {
    String method =
        bytes.any(
            "GET",
            "HEAD",
            "PUT",
            "DELETE",
            "PATCH",
            "OPTIONS",
            "TRACE",
            "CONNECT",
            "PROPFIND",
            "post",
            "POST\t",
            "P\0ST",
            "",
            "POST POST",
            "M-SEARCH",
            "x".repeat(5000));
    byte[] request =
        request(
            method
                + " "
                + bytes.any(SINGLE, BATCH, "/health/live", "/v1/openapi.json")
                + " HTTP/1.1",
            "Content-Type: application/json\r\nContent-Length: 2\r\n",
            utf8("{}"));
    return new Attack(
        "method " + Reply.shown(method),
        request,
        method.equals("HEAD") ? Expected.HEADS : Expected.SOME_REPLY);
  }

  private String path() {
    return switch (bytes.below(4)) {
      case 0 -> "/" + bytes.text(bytes.below(60)).replace(" ", "%20");
      case 1 -> "/" + "a/".repeat(bytes.below(5000));
      case 2 ->
          SINGLE
              + bytes.any(
                  "/",
                  "//",
                  "/..",
                  "/../..",
                  "/%2e%2e/%2e%2e",
                  ";a=b",
                  "?x=%zz",
                  "%00",
                  "%2Fbatch",
                  "#x",
                  "/batch/../batch",
                  "?" + "q".repeat(9000),
                  "%",
                  "%u0041",
                  "\\");
      default ->
          bytes.any(
              "*",
              "http://other.example/v1/lookups",
              "http://[::1",
              "//",
              "/.",
              "/%ff%fe",
              "/\u00e9",
              "127.0.0.1:80",
              "/WEB-INF/web.xml",
              "/health/live/../../metrics",
              "/favicon.ico",
              "/v1/openapi.json?%",
              "/metrics;x",
              "/HEALTH/LIVE",
              "file:///etc/passwd",
              "");
    };
  }

  private Attack headers() {
    String header = headers.any();
    byte[] body = utf8(questions.known());
    return some(
        "header " + Reply.shown(header),
        request(
            "POST " + SINGLE + " HTTP/1.1",
            header + "Content-Length: " + body.length + "\r\n",
            body));
  }

  private Attack lengths() {
    String length = headers.length();
    byte[] request =
        request(
            "POST " + bytes.any(SINGLE, BATCH) + " HTTP/1.1",
            "Content-Type: " + bytes.any(JSON, NDJSON) + "\r\nContent-Length: " + length + "\r\n",
            utf8(questions.known()));
    return new Attack("length " + Reply.shown(length), request, Expected.PERHAPS_NONE);
  }

  private Attack chunks() {
    byte[] body =
        switch (bytes.below(4)) {
          case 0 -> bytes.damaged(joined(chunk(utf8(questions.known())), utf8("0\r\n\r\n")));
          case 1 ->
              utf8(
                  bytes.any(
                      "-1\r\nx\r\n0\r\n\r\n",
                      "zz\r\n",
                      "ffffffffffffffff\r\nx",
                      "7fffffff\r\nx",
                      "\r\n",
                      "0\r\nContent-Length: 5\r\n\r\n",
                      "0\r\n" + "X: y\r\n".repeat(3000) + "\r\n",
                      "5\nabcde\n0\n\n",
                      "5;" + "e".repeat(9000) + "\r\nabcde\r\n0\r\n\r\n",
                      "1\r\nxx\r\n0\r\n\r\n",
                      "0x5\r\nabcde\r\n0\r\n\r\n"));
          case 2 -> joined(utf8("1\r\n{\r\n".repeat(bytes.below(5000))), utf8("0\r\n\r\n"));
          default -> joined(chunk(gzip(utf8(questions.known()))), utf8("0\r\n\r\n"));
        };
    byte[] request =
        request(
            "POST " + bytes.any(SINGLE, BATCH) + " HTTP/1.1",
            "Content-Type: "
                + bytes.any(JSON, NDJSON)
                + "\r\nTransfer-Encoding: chunked\r\n"
                + bytes.any("", "Content-Encoding: gzip\r\n"),
            body);
    return new Attack("chunks", request, Expected.PERHAPS_NONE);
  }

  private static byte[] gzip(byte[] body) {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return zipped.toByteArray();
  }

  private Attack versions() {
    String version =
        bytes.any(
            "HTTP/1.0",
            "HTTP/0.9",
            "HTTP/2.0",
            "HTTP/3",
            "HTTP/9.9",
            "HTTP/1.1.1",
            "HTTP/",
            "http/1.1",
            "HTTP/1.1 x",
            "",
            "JSON/1.1",
            "HTTP/1.01",
            "HTTP/\0.1");
    byte[] body = utf8(questions.known());
    byte[] request =
        request(
            bytes.any("POST", "GET") + " " + bytes.any(SINGLE, "/health/live") + " " + version,
            "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n",
            body);
    return new Attack("version " + version, request, Expected.PERHAPS_NONE);
  }

  private byte[] noHttp() {
    return switch (bytes.below(5)) {
      case 0 -> bytes.random(1 + bytes.below(2000));
      case 1 -> utf8("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
      case 2 ->
          joined(new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3}, bytes.random(300));
      case 3 ->
          utf8(
              bytes.any(
                  "\r\n\r\n\r\n",
                  "GET /\r\n",
                  "\n",
                  "SSH-2.0-x\r\n",
                  "EHLO x\r\n",
                  "*1\r\n$4\r\nPING\r\n"));
      default -> utf8(bytes.text(3000).toLowerCase(Locale.ROOT));
    };
  }

  private Attack pipeline() {
    byte[] all = new byte[0];
    int requests = 2 + bytes.below(6);
    for (int i = 0; i < requests; i++) {
      all =
          joined(
              all,
              bytes.once(2)
                  ? post(SINGLE, JSON, utf8(questions.known()))
                  : bytes.once(2)
                      ? post(BATCH, NDJSON, questions.lines())
                      : post(SINGLE, JSON, questions.body()));
    }
    return some("a pipeline", bytes.once(4) ? joined(all, noHttp()) : all);
  }

  private Attack half() {
    byte[] whole =
        bytes.once(2)
            ? post(SINGLE, JSON, utf8(questions.known()))
            : post(BATCH, NDJSON, joined(utf8(questions.known() + "\n"), questions.lines()));
    byte[] part = Bytes.upTo(whole, bytes.below(whole.length));
    return new Attack("half a request", part, Expected.PERHAPS_NONE);
  }

  static String printed(byte[] sent, int most) {
    String text = new String(sent, StandardCharsets.ISO_8859_1);
    return Reply.shown(text.substring(0, Math.min(most, text.length())));
  }
}
