package io.tallykeep.statement;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.tallykeep.statement", importOptions = DoNotIncludeTests.class)
class ModuleBoundaryTest {
  @ArchTest
  static final ArchRule SEES_NO_FRAMEWORK_DATABASE_OR_NETWORK =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.statement..",
              "java.io..",
              "java.lang..",
              "java.math..",
              "java.nio..",
              "java.security..",
              "java.text..",
              "java.time..",
              "java.util..",
              "javax.xml.stream..",
              "com.ctc.wstx..",
              "de.siegmar.fastcsv..",
              "org.jspecify..");

  @ArchTest
  static final ArchRule PACKAGES_FORM_NO_CYCLE =
      slices().matching("io.tallykeep.statement.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule THE_MODEL_KNOWS_NO_FORMAT =
      classes()
          .that()
          .resideInAPackage("io.tallykeep.statement")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.tallykeep.statement", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule THE_GATE_KNOWS_NO_FORMAT =
      noClasses()
          .that()
          .resideInAnyPackage("..gate..", "..identity..", "..key..", "..text..", "..xml..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("..camt..", "..swift..", "..bai..", "..csv..", "..reader..");

  @ArchTest
  static final ArchRule MONEY_IS_NEVER_INEXACT =
      noClasses()
          .should()
          .dependOnClassesThat(
              JavaClass.Predicates.type(Double.class).or(JavaClass.Predicates.type(Float.class)));
}
