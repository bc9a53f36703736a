package io.tallykeep.service.ask;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.tallykeep.service.refusal.Refusal;
import io.tallykeep.service.refusal.RefusalCode;
import io.tallykeep.service.refusal.RefusedException;
import io.tallykeep.verifier.lookup.Query;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads one question from its JSON. Strict: what is unknown, twice there or of another type is
 * refused, since a misspelt {@code eventDay} would silently be another question. Thread-safe.
 */
public final class QueryReader {
  private static final int DEEPEST = 2;

  private final JsonFactory json;
  private final ServedDatasets datasets;

  /**
   * @param mostBytes no question is longer
   */
  public QueryReader(ServedDatasets datasets, int mostBytes) {
    this.datasets = datasets;
    this.json =
        JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(mostBytes)
                    .maxNameLength(mostBytes)
                    .maxNumberLength(mostBytes)
                    .build())
            .build();
  }

  /**
   * Reads one question.
   *
   * @throws RefusedException if it is not one, or can't be asked
   */
  public Query read(byte[] body) throws RefusedException {
    QueryFields fields = new QueryFields();
    try (JsonParser parser = json.createParser(text(body))) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed("a question must be one JSON object.");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        fields.read(field, parser);
      }
      if (parser.nextToken() != null) {
        throw malformed("something follows the JSON object.");
      }
    } catch (JsonProcessingException e) {
      throw malformed("not JSON that can be read here" + place(e.getLocation()) + ".");
    } catch (IOException e) {
      throw new IllegalStateException("a text in memory can't be read", e);
    }
    return fields.query(datasets);
  }

  /** Strictly UTF-8: a byte that stands for nothing would be read as another event's. */
  private static String text(byte[] body) throws RefusedException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw malformed("not UTF-8.");
    }
  }

  private static String place(@Nullable JsonLocation at) {
    return at == null ? "" : ", line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  static RefusedException malformed(String detail) {
    return new Refusal(RefusalCode.MALFORMED, detail).exception();
  }
}
