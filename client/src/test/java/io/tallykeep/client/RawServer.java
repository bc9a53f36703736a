package io.tallykeep.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ServerSocketFactory;

/** An HTTP server that answers by hand: each test writes the bytes, right or wrong. */
final class RawServer implements AutoCloseable {
  private static final Pattern LENGTH = Pattern.compile("(?i)content-length: *(\\d+)");

  /** What a client asked; the body is still to be read. */
  record Question(String head, InputStream in, OutputStream out, int number) {
    String body() throws IOException {
      Matcher length = LENGTH.matcher(head);
      int bytes = length.find() ? Integer.parseInt(length.group(1)) : 0;
      return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    }

    String header(String name) {
      Matcher value = Pattern.compile("(?im)^" + name + ": *(.*)$").matcher(head);
      return value.find() ? value.group(1).trim() : "";
    }

    void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    }

    /** Status line and headers of an answer that is right so far, with those added. */
    String okHead(String mediaType, String more) {
      return "HTTP/1.1 200 OK\r\nContent-Type: "
          + mediaType
          + "\r\nX-Request-Id: "
          + header("X-Request-Id")
          + "\r\n"
          + more
          + "\r\n\r\n";
    }

    /** A whole, right answer. */
    void answer(Map<String, String> document) throws IOException {
      String json = Documents.json(document);
      write(okHead("application/json", "Content-Length: " + json.length()) + json);
    }

    void status(String statusAndHeaders) throws IOException {
      write("HTTP/1.1 " + statusAndHeaders + "\r\nContent-Length: 0\r\n\r\n");
    }
  }

  /** Answers one question. The connection stays open until it throws. */
  interface Script {
    void play(Question question) throws IOException;
  }

  private final ServerSocket listening;
  private final Script script;
  private final AtomicInteger questions = new AtomicInteger();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();

  RawServer(Script script) throws IOException {
    this(ServerSocketFactory.getDefault(), script);
  }

  RawServer(ServerSocketFactory sockets, Script script) throws IOException {
    this.listening = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.script = script;
    daemon(this::accept);
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = listening.accept();
        connections.add(connection);
        daemon(() -> serve(connection));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        script.play(
            new Question(head, in, connection.getOutputStream(), questions.incrementAndGet()));
      }
    } catch (IOException e) {
      // the script's way to end a connection, or the client's
    } finally {
      connections.remove(connection);
    }
  }

  private static String head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.write(next);
      String text = head.toString(StandardCharsets.ISO_8859_1);
      if (text.endsWith("\r\n\r\n")) {
        return text;
      }
    }
    return "";
  }

  /** Reads until the client goes: the answer never comes. */
  static void hang(Question question) throws IOException {
    while (question.in().read() >= 0) {
      // whatever it sends
    }
    throw gone();
  }

  static IOException gone() {
    return new IOException("this connection ends here");
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + listening.getLocalPort());
  }

  int questions() {
    return questions.get();
  }

  int connections() {
    return connections.size();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }
}
