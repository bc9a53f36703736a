package io.tallykeep.archive.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tallykeep.archive.schema.ArchiveSchema;
import io.tallykeep.archive.schema.SourceTables;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.junit.jupiter.api.Test;

/**
 * The product has two bare Hadoop jars and none of what they need. The tests' class path has the
 * whole client, which would hide that; so this runs in a class loader without it.
 */
class HadoopFreeTest {
  @Test
  void filesAreWrittenDescribedAndReadWithTheTwoBareJars() throws Exception {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("hadoop-client")) {
        path.add(Path.of(entry).toUri().toURL());
      }
    }
    try (URLClassLoader product =
        new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      assertThatThrownBy(
              () ->
                  product.loadClass("org.apache.hadoop.shaded.com.ctc.wstx.stax.WstxInputFactory"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThatThrownBy(() -> product.loadClass("com.ctc.wstx.stax.WstxInputFactory"))
          .isInstanceOf(ClassNotFoundException.class);
      Callable<?> work =
          (Callable<?>)
              product.loadClass(Work.class.getName()).getDeclaredConstructor().newInstance();

      assertThat(work.call()).isEqualTo("2500 described, 2500 read, found");
    }
  }

  /** What runs in the product's class loader. */
  public static final class Work implements Callable<String> {
    @Override
    public String call() {
      ArchiveSchema schema = SourceTables.inbox();
      List<Object[]> rows = TestFiles.inboxRows(2_500);
      byte[] bytes = TestFiles.write(schema, TestFiles.SMALL, rows);
      InMemoryFileIO io = new InMemoryFileIO();
      io.addFile(TestFiles.PATH, bytes);
      DataFileReader reader = new DataFileReader(schema);
      Object[] identity = schema.identityOf(rows.get(1_234));
      return DataFileDescriber.describe(schema, io, TestFiles.PATH, bytes.length).recordCount()
          + " described, "
          + TestFiles.read(schema, TestFiles.input(bytes)).size()
          + " read, "
          + (reader.find(TestFiles.input(bytes), identity).isPresent() ? "found" : "absent");
    }
  }
}
