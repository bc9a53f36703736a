package io.tallykeep.verifier;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.tallykeep.verifier",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBoundaryTest {

  @ArchTest
  static final ArchRule seesArchiveFormatAndTheJdkOnly =
      classes()
          .that()
          .resideOutsideOfPackage("..verifier.hash..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.verifier..",
              "io.tallykeep.archive..",
              "java..",
              "javax.sql..",
              "org.slf4j..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule theHashKnowsNoOtherPackageOfTheProduct =
      classes()
          .that()
          .resideInAPackage("..verifier.hash..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.verifier.hash..",
              "java..",
              "com.fasterxml.jackson.core..",
              "org.erdtman.jcs..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("io.tallykeep.verifier.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theLedgerKnowsNeitherTablesNorLookups =
      noClasses()
          .that()
          .resideInAPackage("..verifier.ledger..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..verifier.online..", "..verifier.lookup..");

  @ArchTest
  static final ArchRule probesOfMysqlKnowNeitherLedgerNorArchive =
      noClasses()
          .that()
          .resideInAPackage("..verifier.online..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..verifier.ledger..",
              "..verifier.lookup..",
              "io.tallykeep.archive.table..",
              "io.tallykeep.archive.file..");
}
