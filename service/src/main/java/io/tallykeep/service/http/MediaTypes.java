package io.tallykeep.service.http;

import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/** What a request says about media types. */
final class MediaTypes {
  private final HttpFields headers;

  MediaTypes(HttpFields headers) {
    this.headers = headers;
  }

  /** Whether the body is of this type, in UTF-8 and not compressed. */
  boolean bodyIs(String type) {
    String sent = headers.get(HttpHeader.CONTENT_TYPE);
    if (sent == null || headers.contains(HttpHeader.CONTENT_ENCODING)) {
      return false;
    }
    String[] parts = sent.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].strip().equals(type)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].replace("\"", "").strip();
      if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
        return false;
      }
    }
    return true;
  }

  /** Whether the client takes this type; a client that says nothing takes all. */
  boolean accepts(String type) {
    List<String> accepted = headers.getQualityCSV(HttpHeader.ACCEPT);
    if (!headers.contains(HttpHeader.ACCEPT)) {
      return true;
    }
    String bare = type.replaceFirst(";.*", "");
    String group = bare.replaceFirst("/.*", "/*");
    return accepted.stream()
        .map(one -> one.toLowerCase(Locale.ROOT).replaceFirst(";.*", "").strip())
        .anyMatch(one -> one.equals("*/*") || one.equals(group) || one.equals(bare));
  }
}
