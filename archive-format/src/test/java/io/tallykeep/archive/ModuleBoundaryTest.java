package io.tallykeep.archive;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.tallykeep.archive", importOptions = DoNotIncludeTests.class)
class ModuleBoundaryTest {
  @ArchTest
  static final ArchRule SEES_ICEBERG_PARQUET_AND_THE_DRIVER_BUT_NO_FRAMEWORK =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.archive..",
              "java..",
              "javax.sql..",
              "org.apache.iceberg..",
              "org.apache.parquet..",
              "software.amazon.awssdk..",
              "com.github.luben.zstd..",
              "com.github.benmanes.caffeine..",
              "com.mysql.cj..",
              "org.slf4j..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices().matching("io.tallykeep.archive.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule DATASETS_ARE_NAMES_ONLY =
      classes()
          .that()
          .resideInAPackage("..archive.dataset..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("..archive.dataset..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule SCHEMA_KNOWS_NEITHER_DIGEST_NOR_FILE_NOR_TABLE =
      noClasses()
          .that()
          .resideInAnyPackage("..archive.schema..", "..archive.mysql..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..archive.digest..", "..archive.file..", "..archive.table..");

  @ArchTest
  static final ArchRule DIGEST_KNOWS_NEITHER_FILE_NOR_TABLE =
      noClasses()
          .that()
          .resideInAPackage("..archive.digest..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..archive.file..", "..archive.table..", "org.apache.parquet..");

  @ArchTest
  static final ArchRule FILES_KNOW_NO_TABLE =
      noClasses()
          .that()
          .resideInAPackage("..archive.file..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("..archive.table..");

  @ArchTest
  static final ArchRule ONLY_THE_CONNECTION_KNOWS_THE_DRIVER =
      noClasses()
          .that()
          .resideOutsideOfPackage("..archive.mysql..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.mysql..");

  @ArchTest
  static final ArchRule ONLY_FILES_READ_AND_WRITE_PARQUET =
      noClasses()
          .that()
          .resideOutsideOfPackages("..archive.file..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.parquet.hadoop..", "org.apache.parquet.column..");
}
