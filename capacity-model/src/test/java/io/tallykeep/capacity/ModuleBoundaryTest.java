package io.tallykeep.capacity;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

@AnalyzeClasses(packages = "io.tallykeep.capacity", importOptions = DoNotIncludeTests.class)
class ModuleBoundaryTest {
  private static final Set<String> INEXACT =
      Set.of("double", "float", "java.lang.Double", "java.lang.Float");

  @ArchTest
  static final ArchRule usesPlainJavaWithoutInputOrOutput =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tallykeep.capacity..",
              "java.lang..",
              "java.math..",
              "java.time..",
              "java.util..",
              "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.tallykeep.capacity.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule windowMethodsReturnExactTypes =
      methods()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("io.tallykeep.capacity.window..")
          .should()
          .notHaveRawReturnType(inexact());

  @ArchTest
  static final ArchRule windowFieldsHaveExactTypes =
      fields()
          .that()
          .areDeclaredInClassesThat()
          .resideInAPackage("io.tallykeep.capacity.window..")
          .should()
          .notHaveRawType(inexact());

  private static DescribedPredicate<JavaClass> inexact() {
    return DescribedPredicate.describe("double or float", type -> INEXACT.contains(type.getName()));
  }
}
