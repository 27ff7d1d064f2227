package dev.aimonflink.rules;

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
    private static final String RULES = "dev.aimonflink.rules.";
    private static final String QUERY = "dev.aimonflink.query.";
    private static final String MATRIX = "dev.aimonflink.matrix.";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.rules");

    @Test
    void shouldLookAtTheClassesOfThisModule() {
        assertThat(CLASSES).hasSizeGreaterThan(40);
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void shouldKnowNoOtherLibrariesThanItsOwn() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        RULES + ".",
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
                .resideOutsideOfPackage(RULES + "format..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..", "org.snakeyaml..")
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching(RULES + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-rules", "dev.aimonflink.rules", CLASSES);
    }

    @Test
    void shouldKnowNothingOfCalls() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(QUERY + "calls..", QUERY + "setup..", MATRIX + "calls..", MATRIX + "setup..")
                .because("who sets up a job or a client chooses")
                .check(CLASSES);
    }

    @Test
    void shouldKeepPlainRulesApartFromWhatTheyJudge() {
        noClasses()
                .that()
                .resideOutsideOfPackage(RULES + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(RULES + "plain..", QUERY + "plain..", MATRIX + "plain..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(RULES + "plain..")
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
                        QUERY + "serve.format..",
                        RULES + "check..",
                        RULES + "format..",
                        RULES + "report..")
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
