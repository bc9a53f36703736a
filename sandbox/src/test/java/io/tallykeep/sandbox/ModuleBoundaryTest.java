package io.tallykeep.sandbox;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.tallykeep", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBoundaryTest {
  @ArchTest
  static final ArchRule KNOWS_ONLY_ITSELF_AND_THE_JDK =
      classes()
          .that()
          .resideInAPackage("io.tallykeep.sandbox..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.sandbox..",
              "java..",
              "javax.crypto..",
              "org.jspecify..",
              "org.testcontainers..");

  @ArchTest
  static final ArchRule ONLY_ONE_CLASS_KNOWS_TESTCONTAINERS =
      noClasses()
          .that()
          .doNotHaveSimpleName("ContainerServers")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.testcontainers..");
}
