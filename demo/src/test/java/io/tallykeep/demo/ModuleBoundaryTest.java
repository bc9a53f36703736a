package io.tallykeep.demo;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.tallykeep")
class ModuleBoundaryTest {
  @ArchTest
  static final ArchRule NOTHING_DEPENDS_ON_THE_DEMO =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tallykeep.demo..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tallykeep.demo..");

  @ArchTest
  static final ArchRule THE_PRODUCT_NEVER_SEES_THE_SANDBOX =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.tallykeep.archive..",
              "io.tallykeep.verifier..",
              "io.tallykeep.jobs..",
              "io.tallykeep.capacity..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.tallykeep.sandbox..");
}
