package io.tallykeep.service.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection that sends what it is told, well-formed or not. */
public final class RawClient implements AutoCloseable {
  private final Socket socket;

  public RawClient(int port) {
    this(port, 0);
  }

  /**
   * @param receiveBytes the receive buffer; 0 for the system's
   */
  public RawClient(int port, int receiveBytes) {
    try {
      socket = new Socket();
      if (receiveBytes > 0) {
        socket.setReceiveBufferSize(receiveBytes);
      }
      socket.connect(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  public InputStream in() throws IOException {
    return socket.getInputStream();
  }

  public void send(String text) throws IOException {
    out().write(text.getBytes(StandardCharsets.ISO_8859_1));
    out().flush();
  }

  /** Sends the head of a batch, whose lines follow in chunks. */
  public void startBatch() throws IOException {
    send(
        """
        POST /v1/lookups/batch HTTP/1.1\r
        Host: a\r
        Content-Type: application/x-ndjson\r
        Transfer-Encoding: chunked\r
        \r
        """);
  }

  /** Sends one chunk of a chunked body. */
  public void chunk(String text) throws IOException {
    send(Integer.toHexString(text.length()) + "\r\n" + text + "\r\n");
  }

  /** The next line without its end; the empty text at the end of the stream. */
  public String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in().read(); next >= 0 && next != '\n'; next = in().read()) {
      if (next != '\r') {
        line.append((char) next);
      }
    }
    return line.toString();
  }

  /** Reads on to the first line that holds a text. */
  public String lineWith(String text) throws IOException {
    for (int i = 0; i < 100; i++) {
      String line = line();
      if (line.contains(text)) {
        return line;
      }
    }
    throw new AssertionError("no line with " + text);
  }

  /** All that comes until the other side closes. */
  public String rest() throws IOException {
    return new String(in().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
