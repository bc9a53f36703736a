package io.tallykeep.service.testing;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The committed OpenAPI document, and whether an answer is as it says. */
public final class OpenApi {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final String TEXT = text();
  private static final JsonNode DOCUMENT = new ObjectMapper().readTree(TEXT);
  private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

  private OpenApi() {}

  private static String text() {
    try (InputStream in = OpenApi.class.getResourceAsStream("/io/tallykeep/service/openapi.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The document as it is committed. */
  public static String document() {
    return TEXT;
  }

  /** Fails unless status, headers, media type and body are declared for this path. */
  public static void check(HttpResponse<String> response) {
    String path = response.uri().getPath();
    String method = response.request().method().toLowerCase(Locale.ROOT);
    JsonNode operations = DOCUMENT.path("paths").path(path);
    String status = String.valueOf(response.statusCode());
    JsonNode declared =
        operations.isMissingNode() || response.statusCode() == 405
            ? DOCUMENT.path("components").path("responses").path(status)
            : resolved(
                operations.path(method.equals("head") ? "get" : method).path("responses"), status);
    if (declared.isMissingNode()) {
      throw new AssertionError(method + " " + path + " answers undeclared " + status);
    }
    declared
        .path("headers")
        .forEachEntry(
            (name, header) -> {
              if (header.path("required").asBoolean(false)
                  && response.headers().firstValue(name).isEmpty()) {
                throw new AssertionError(path + " " + status + " lacks header " + name);
              }
            });
    String media = response.headers().firstValue("Content-Type").orElse("").replaceFirst(";.*", "");
    JsonNode schema = declared.path("content").path(media).path("schema");
    if (schema.isMissingNode()) {
      throw new AssertionError(path + " " + status + " answers undeclared media type " + media);
    }
    body(media, schema, response.body());
  }

  private static JsonNode resolved(JsonNode responses, String status) {
    JsonNode response = responses.path(status);
    String reference = response.path("$ref").asString("");
    return reference.isEmpty()
        ? response
        : DOCUMENT
            .path("components")
            .path("responses")
            .path(reference.substring(reference.lastIndexOf('/') + 1));
  }

  private static void body(String media, JsonNode schema, String body) {
    String reference = schema.path("$ref").asString("");
    if (reference.isEmpty() || body.isEmpty()) {
      return;
    }
    String name = reference.substring(reference.lastIndexOf('/') + 1);
    List<String> documents =
        media.equals("application/x-ndjson") ? body.lines().toList() : List.of(body);
    documents.forEach(document -> requireValid(name, document));
  }

  /** Fails unless the JSON is what the component's schema says. */
  public static void requireValid(String component, String json) {
    List<Error> errors = errors(component, json);
    if (!errors.isEmpty()) {
      throw new AssertionError(component + ": " + errors + " in " + json);
    }
  }

  /** What is wrong with the JSON by the component's schema. */
  public static List<Error> errors(String component, String json) {
    Schema schema =
        SCHEMAS.computeIfAbsent(
            component,
            name ->
                REGISTRY.getSchema(
                    "{\"$ref\": \"#/components/schemas/" + name + "\"," + TEXT.strip().substring(1),
                    InputFormat.JSON));
    return schema.validate(json, InputFormat.JSON);
  }
}
