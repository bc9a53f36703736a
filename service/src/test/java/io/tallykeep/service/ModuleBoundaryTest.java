package io.tallykeep.service;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "io.tallykeep.service",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBoundaryTest {

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching("io.tallykeep.service.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule knowsNeitherJobsNorSpringNorTheCommandLineNorTheSandbox =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.jobs..",
              "io.tallykeep.sandbox..",
              "org.springframework..",
              "picocli..");

  @ArchTest
  static final ArchRule onlyTheHttpSideKnowsTheHttpServer =
      noClasses()
          .that()
          .resideOutsideOfPackage("..service.http..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.eclipse.jetty..");

  @ArchTest
  static final ArchRule onlyTheBackendKnowsThePool =
      noClasses()
          .that()
          .resideOutsideOfPackage("..service.backend..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.zaxxer..");

  @ArchTest
  static final ArchRule settingsKnowOnlyTokens =
      classes()
          .that()
          .resideInAPackage("..service.settings..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "..service.settings..", "..service.access..", "java..", "org.jspecify..");
}
