package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.Test;

/** A file without field ids: other readers take its columns by position, or for NULL. */
class FieldIdsTest {
  private static final ArchiveSchema INBOX = SourceTables.inbox();

  @Test
  void aFileWithoutFieldIdsIsRefusedByEveryReader() throws Exception {
    List<Type> fields = INBOX.parquet().getFields().stream().map(FieldIdsTest::withoutId).toList();
    byte[] bytes = ForeignFiles.stating(new MessageType("table", fields));
    Object[] identity = INBOX.identityOf(TestFiles.inboxRows(1).get(0));

    assertThatThrownBy(() -> new DataFileReader(INBOX).find(TestFiles.input(bytes), identity))
        .isInstanceOf(DataFileException.class)
        .hasMessageContaining("consumer_name");
    assertThatThrownBy(() -> TestFiles.read(INBOX, TestFiles.input(bytes)))
        .isInstanceOf(DataFileException.class);
  }

  @Test
  void everyFieldWeWriteHasItsId() {
    assertThat(INBOX.parquet().getFields())
        .allSatisfy(field -> assertThat(field.getId()).isNotNull());
  }

  private static Type withoutId(Type field) {
    PrimitiveType type = field.asPrimitiveType();
    return Types.primitive(type.getPrimitiveTypeName(), type.getRepetition())
        .length(type.getTypeLength())
        .as(type.getLogicalTypeAnnotation())
        .named(type.getName());
  }
}
