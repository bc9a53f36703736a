package io.tallykeep.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A row and an object whose survival tells whether a sandbox kept its data. */
final class TestData {
  private final String schema;
  private final String bucket;

  private TestData(String schema, String bucket) {
    this.schema = schema;
    this.bucket = bucket;
  }

  static TestData writtenTo(Sandbox sandbox)
      throws SQLException, IOException, InterruptedException {
    TestData data = new TestData(sandbox.newSchema("data"), sandbox.newBucket("data"));
    try (Connection connection = Jdbc.connect(sandbox.mysql(), data.schema);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (v VARCHAR(20))");
      statement.execute("INSERT INTO t VALUES ('kept')");
    }
    data.send(
        sandbox.s3(),
        HttpRequest.newBuilder().PUT(HttpRequest.BodyPublishers.ofString("kept object")));
    return data;
  }

  String row(Sandbox sandbox) throws SQLException {
    try (Connection connection = Jdbc.connect(sandbox.mysql(), schema);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT v FROM t")) {
      row.next();
      return row.getString(1);
    }
  }

  String object(Sandbox sandbox) throws IOException, InterruptedException {
    return send(sandbox.s3(), HttpRequest.newBuilder().GET());
  }

  private String send(S3Address address, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    URI object = address.endpoint().resolve("/" + bucket + "/folder/object");
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(request.uri(object).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(
          object + " answered HTTP " + response.statusCode() + ": " + response.body());
    }
    return response.body();
  }
}
