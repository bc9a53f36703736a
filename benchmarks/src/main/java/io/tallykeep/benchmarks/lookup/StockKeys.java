package io.tallykeep.benchmarks.lookup;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Iceberg's own catalog and generic reader. They need the whole Hadoop client, of which the product
 * has two bare jars only, so they run in a class loader that has the one and not the other. It
 * stays open: threads of the driver in it live as long as the process.
 */
final class StockKeys implements KeyReader {
  private final URLClassLoader engine;
  private final Predicate<Object[]> reader;

  @SuppressWarnings("unchecked") // The class is of another loader; its interface is the JDK's.
  StockKeys(Map<String, String> catalog, String files) throws Exception {
    this.engine = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader());
    try {
      this.reader =
          inEngine(
              () ->
                  (Predicate<Object[]>)
                      engine
                          .loadClass(StockTable.class.getName())
                          .getConstructor(Map.class, String.class)
                          .newInstance(catalog, files));
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the table can't be opened", e.getCause());
    }
  }

  private static URL[] classPath() throws MalformedURLException {
    List<URL> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      if (!entry.contains("hadoop-common") && !entry.contains("hadoop-mapreduce-client-core")) {
        path.add(Path.of(entry).toUri().toURL());
      }
    }
    return path.toArray(URL[]::new);
  }

  private <T> T inEngine(java.util.concurrent.Callable<T> work) throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(engine);
    try {
      return work.call();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public boolean find(Key key) throws Exception {
    return inEngine(
        () ->
            reader.test(new Object[] {(int) key.day().toEpochDay(), key.consumer(), key.event()}));
  }
}
