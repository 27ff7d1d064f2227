package dev.aimonflink.query;

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
    private static final String QUERY = "dev.aimonflink.query.";
    private static final String MATRIX = "dev.aimonflink.matrix.";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.query");

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
                        QUERY + ".",
                        MATRIX + ".",
                        "dev.aimonflink.sql..",
                        "java..",
                        "it.unimi.dsi..",
                        "com.fasterxml.jackson..",
                        "org.snakeyaml..")
                .check(CLASSES);
    }

    @Test
    void shouldKeepJsonAndYamlToFormats() {
        noClasses()
                .that()
                .resideOutsideOfPackage(QUERY + "serve.format..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..", "org.snakeyaml..")
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching(QUERY + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-query", "dev.aimonflink.query", CLASSES);
    }

    @Test
    void shouldKnowNothingOfCallsWhereAnyModelIsTaken() {
        noClasses()
                .that()
                .resideOutsideOfPackages(QUERY + "calls..", QUERY + "setup..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(QUERY + "calls..", QUERY + "setup..", MATRIX + "calls..", MATRIX + "setup..")
                .because("setup chooses")
                .check(CLASSES);
    }

    @Test
    void shouldKeepPlainAnswersApartFromWhatTheyJudge() {
        noClasses()
                .that()
                .resideOutsideOfPackage(QUERY + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(QUERY + "plain..", MATRIX + "plain..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(QUERY + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        MATRIX + "layout..",
                        MATRIX + "update..",
                        MATRIX + "kernel..",
                        MATRIX + "record..",
                        MATRIX + "column..",
                        MATRIX + "row..",
                        MATRIX + "format..",
                        QUERY + "compute.program..",
                        QUERY + "serve.pass..",
                        QUERY + "serve.partition..",
                        QUERY + "ask.cut..",
                        QUERY + "compute.scan..",
                        QUERY + "ask.answer..",
                        QUERY + "serve.format..")
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
