package dev.aimonflink.matrix;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.testing.Rooms;
import java.io.IOException;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Checks the direction of dependencies, and the names of classes. The rules are plain JUnit tests, because Surefire
 * silently skips fields that are annotated for ArchUnit's own engine.
 */
class ArchitectureTest {
    private static final String MATRIX = "dev.aimonflink.matrix.";
    private static final String SQL = "dev.aimonflink.sql.";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.matrix");

    @Test
    void shouldLookAtTheClassesOfThisModule() {
        assertThat(CLASSES).hasSizeGreaterThan(50);
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void shouldKnowNoOtherLibrariesThanItsOwn() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        MATRIX + ".",
                        SQL + ".",
                        "java..",
                        "jdk.incubator.vector..",
                        "it.unimi.dsi..",
                        "com.fasterxml.jackson..",
                        "com.esotericsoftware..",
                        "org.apache.avro..",
                        "org.snakeyaml..",
                        "org.objectweb.asm..")
                .check(CLASSES);
    }

    @Test
    void shouldKnowOfSqlTheExpressionsOfFiltersAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        SQL + "plan..", SQL + "rows..", SQL + "simplify..", SQL + "canonical..", SQL + "explain..")
                .because("what is kept does not depend on how it is asked")
                .check(CLASSES);
    }

    @Test
    void shouldKeepJsonKryoAvroAndYamlToFormats() {
        noClasses()
                .that()
                .resideOutsideOfPackages(MATRIX + "format..", MATRIX + "calls.wire..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "com.fasterxml.jackson..", "com.esotericsoftware..", "org.apache.avro..", "org.snakeyaml..")
                .check(CLASSES);
    }

    @Test
    void shouldRunWithoutTheVectorModule() {
        noClasses()
                .that()
                .resideOutsideOfPackage(MATRIX + "kernel.vector..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdk.incubator..", MATRIX + "kernel.vector..")
                .because("the module may be absent, so its kernels are loaded by name")
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching(MATRIX + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-matrix", "dev.aimonflink.matrix", CLASSES);
    }

    @Test
    void shouldKnowNothingOfCallsWhereAnyModelIsTaken() {
        noClasses()
                .that()
                .resideOutsideOfPackages(MATRIX + "calls..", MATRIX + "setup..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(MATRIX + "calls..", MATRIX + "setup..")
                .because("setup chooses")
                .check(CLASSES);
    }

    @Test
    void shouldKeepThePlainMatrixApartFromWhatItJudges() {
        noClasses()
                .that()
                .resideOutsideOfPackage(MATRIX + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(MATRIX + "plain..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(MATRIX + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        MATRIX + "layout..",
                        MATRIX + "update..",
                        MATRIX + "kernel..",
                        MATRIX + "record..",
                        MATRIX + "column..",
                        MATRIX + "row..",
                        MATRIX + "format..")
                .check(CLASSES);
    }

    @Test
    void shouldBeCalledByWhatTheyAre() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)(\\$.*)?")
                .check(CLASSES);
    }
}
