package dev.aimonflink.core;

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
    private static final String CORE = "dev.aimonflink.core.";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.core");

    @Test
    void shouldLookAtTheClassesOfThisModule() {
        assertThat(CLASSES).hasSizeGreaterThan(50);
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void shouldKnowNeitherFlinkNorKafka() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "org.apache.kafka..")
                .check(CLASSES);
    }

    @Test
    void shouldKnowNoOtherLibrariesThanItsOwn() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        CORE + ".",
                        "dev.aimonflink.sql..",
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
    void shouldKeepJsonKryoAvroAndYamlToTheWire() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CORE + "format..", CORE + "calls.wire..")
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
                .resideOutsideOfPackage(CORE + "kernel.vector..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jdk.incubator..", CORE + "kernel.vector..")
                .because("the module may be absent, so its kernels are loaded by name")
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching(CORE + "(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-core", "dev.aimonflink.core", CLASSES);
    }

    @Test
    void shouldKnowNothingOfCallsWhereAnyModelIsTaken() {
        noClasses()
                .that()
                .resideOutsideOfPackages(CORE + "calls..", CORE + "setup..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(CORE + "calls..", CORE + "setup..")
                .because("setup chooses")
                .check(CLASSES);
    }

    @Test
    void shouldKeepTheOracleApartFromWhatItJudges() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CORE + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CORE + "plain..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(CORE + "plain..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        CORE + "layout..",
                        CORE + "update..",
                        CORE + "kernel..",
                        CORE + "record..",
                        CORE + "column..",
                        CORE + "row..",
                        CORE + "pass..",
                        CORE + "partition..",
                        CORE + "format..",
                        CORE + "program..",
                        CORE + "cut..",
                        CORE + "scan..",
                        CORE + "answer..")
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
