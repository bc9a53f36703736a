package io.tallykeep.archive.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadata.MetadataLogEntry;

/**
 * The metadata files of one table as the bucket lists them, put in order: the newest, all it was
 * built on, and what was written beside them.
 *
 * <p>A file that is no ancestor of the newest was written by a commit that never moved the pointer,
 * or by one on another branch. It is harmless if its run is in the newest file's history (the
 * commit was repeated), if it only expires days, or if it is an empty table; else nobody can tell
 * from the bucket which branch counts.
 */
final class MetadataChain {
  private static final Pattern NAME = Pattern.compile("(\\d+)-[^/]+\\.metadata\\.json$");

  private final TableMetadata head;
  private final Set<String> ancestors;

  private MetadataChain(TableMetadata head, Set<String> ancestors) {
    this.head = head;
    this.ancestors = Set.copyOf(ancestors);
  }

  /** The chain, or what keeps it from being told. */
  record Reading(Optional<MetadataChain> chain, String code, String detail) {}

  /**
   * Puts the files in order.
   *
   * @param listed every metadata file there is
   * @param read reads one
   * @param pointers where the control schema says the table stands; decides between files that one
   *     repeated commit wrote
   */
  static Reading of(
      List<String> listed, Function<String, TableMetadata> read, Set<String> pointers) {
    List<String> named = listed.stream().filter(path -> version(path).isPresent()).toList();
    if (named.isEmpty()) {
      return refused(
          "BUCKET_EMPTY",
          "the bucket lists no metadata file there: is the bucket, or the prefix, another one?");
    }
    int newest = named.stream().mapToInt(path -> version(path).orElseThrow()).max().orElseThrow();
    List<TableMetadata> candidates =
        named.stream()
            .filter(path -> version(path).orElseThrow() == newest)
            .map(read)
            .sorted(
                Comparator.comparing(
                        (TableMetadata one) -> pointers.contains(one.metadataFileLocation()))
                    .thenComparing(TableMetadata::lastUpdatedMillis)
                    .reversed())
            .toList();
    TableMetadata head = candidates.get(0);
    Set<String> ancestors = new LinkedHashSet<>();
    for (TableMetadata at = head; !at.previousFiles().isEmpty(); ) {
      List<String> before = at.previousFiles().stream().map(MetadataLogEntry::file).toList();
      ancestors.addAll(before);
      if (!listed.contains(before.get(0))) {
        break;
      }
      at = read.apply(before.get(0));
    }
    Set<String> missing = new LinkedHashSet<>(ancestors);
    listed.forEach(missing::remove);
    if (!missing.isEmpty()) {
      return refused(
          "METADATA_MISSING",
          head.metadataFileLocation()
              + " was built on metadata files that are gone: "
              + some(missing)
              + ". What took these may have taken newer ones: restore them.");
    }
    return beside(new MetadataChain(head, ancestors), named, read);
  }

  private static Reading beside(
      MetadataChain chain, List<String> named, Function<String, TableMetadata> read) {
    Set<String> runs =
        new RunHistory(chain.head)
            .all().stream().map(PublishedRun::runId).collect(Collectors.toCollection(HashSet::new));
    List<String> forks = new ArrayList<>();
    for (String path : named) {
      if (!chain.holds(path) && !isHarmless(read.apply(path), runs)) {
        forks.add(path);
      }
    }
    if (!forks.isEmpty()) {
      return refused(
          "METADATA_FORKED",
          "beside "
              + chain.head.metadataFileLocation()
              + " there are metadata files it was not built on: "
              + some(forks)
              + ". Find out which branch counts and move the other away.");
    }
    return new Reading(Optional.of(chain), "", "");
  }

  private static boolean isHarmless(TableMetadata beside, Set<String> runs) {
    Snapshot snapshot = beside.currentSnapshot();
    if (snapshot == null) {
      return true;
    }
    Map<String, String> summary = Optional.ofNullable(snapshot.summary()).orElse(Map.of());
    return runs.contains(summary.getOrDefault(SummaryKeys.RUN_ID, ""))
        || SummaryKeys.EXPIRE.equals(summary.get(SummaryKeys.OPERATION));
  }

  private static Reading refused(String code, String detail) {
    return new Reading(Optional.empty(), code, detail);
  }

  private static String some(Iterable<String> paths) {
    List<String> all = new ArrayList<>();
    paths.forEach(all::add);
    return String.join(", ", all.subList(0, Math.min(all.size(), 10)))
        + (all.size() > 10 ? " and " + (all.size() - 10) + " more" : "");
  }

  private static Optional<Integer> version(String path) {
    Matcher name = NAME.matcher(path);
    return name.find() ? Optional.of(Integer.valueOf(name.group(1))) : Optional.empty();
  }

  /** The newest metadata. */
  TableMetadata head() {
    return head;
  }

  /** Whether a metadata file is the newest or one it was built on. */
  boolean holds(String location) {
    return location.equals(head.metadataFileLocation()) || ancestors.contains(location);
  }
}
