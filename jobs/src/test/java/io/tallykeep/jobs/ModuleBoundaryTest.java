package io.tallykeep.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.tallykeep", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBoundaryTest {

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("io.tallykeep.jobs.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theProductKnowsNoSandbox =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.tallykeep.jobs..",
              "io.tallykeep.verifier..",
              "io.tallykeep.archive..",
              "io.tallykeep.capacity..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tallykeep.sandbox..");

  @ArchTest
  static final ArchRule whatJobsStandOnKnowsNeitherJobsNorSpringNorTheCommandLine =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.tallykeep.verifier..", "io.tallykeep.archive..", "io.tallykeep.capacity..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.tallykeep.jobs..", "org.springframework..", "picocli..");

  @ArchTest
  static final ArchRule settingsKnowNothingOfTheRest =
      noClasses()
          .that()
          .resideInAPackage("..jobs.settings..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..jobs.batch..",
              "..jobs.check..",
              "..jobs.cli..",
              "..jobs.retention..",
              "..jobs.schema..");

  @ArchTest
  static final ArchRule migrationsKnowNothingOfTheRest =
      noClasses()
          .that()
          .resideInAPackage("..jobs.schema..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..jobs.batch..",
              "..jobs.check..",
              "..jobs.cli..",
              "..jobs.retention..",
              "..jobs.settings..");

  @ArchTest
  static final ArchRule batchKnowsNothingOfWhatAStepDoes =
      classes()
          .that()
          .resideInAPackage("..jobs.batch..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "..jobs.batch..",
              "org.springframework..",
              "java..",
              "javax.sql..",
              "org.slf4j..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule retentionKnowsNeitherChecksNorTheCommandLine =
      noClasses()
          .that()
          .resideInAPackage("..jobs.retention..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..jobs.check..", "..jobs.cli..", "..jobs.schema..", "picocli..");

  @ArchTest
  static final ArchRule checksDoNotKnowTheCommandLine =
      noClasses()
          .that()
          .resideInAPackage("..jobs.check..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..jobs.cli..", "picocli..");

  @ArchTest
  static final ArchRule theProtocolsPartsKnowNeitherTheJobsNorSpring =
      noClasses()
          .that()
          .resideInAnyPackage(
              "..retention.session..",
              "..retention.lock..",
              "..retention.ledger..",
              "..retention.guard..",
              "..retention.freeze..",
              "..retention.copy..",
              "..retention.plan..",
              "..retention.fence..",
              "..retention.hold..",
              "..retention.audit..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.jobs.retention",
              "..retention.ddl..",
              "..retention.archive..",
              "..retention.drop..",
              "..retention.expire..",
              "..retention.late..",
              "..retention.provision..",
              "org.springframework.batch..",
              "org.springframework.boot..",
              "org.springframework.context..");

  @ArchTest
  static final ArchRule noJobKnowsAnother =
      slices()
          .matching("io.tallykeep.jobs.retention.(archive|drop|expire|late|provision)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  static final ArchRule aCopyKnowsNeitherLedgerNorGuard =
      noClasses()
          .that()
          .resideInAPackage("..retention.copy..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "..retention.freeze..",
              "..retention.guard..",
              "..retention.ledger..",
              "..retention.lock..");

  @ArchTest
  static final ArchRule theLedgerKnowsNeitherGuardNorFreeze =
      noClasses()
          .that()
          .resideInAnyPackage("..retention.ledger..", "..retention.lock..", "..retention.session..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..retention.freeze..", "..retention.guard..");
}
