package dev.aimonflink.sql;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.testing.Rooms;
import java.io.IOException;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.sql");

    @Test
    void shouldLookAtTheClassesOfThisModule() {
        assertThat(CLASSES).hasSizeGreaterThan(20);
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void shouldDependOnNothingButJava() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.aimonflink.sql..",
                        "java.io..",
                        "java.lang..",
                        "java.math..",
                        "java.nio..",
                        "java.security..",
                        "java.time..",
                        "java.util..")
                .check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-sql", "dev.aimonflink.sql", CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching("dev.aimonflink.sql.(*)..").should().beFreeOfCycles().check(CLASSES);
    }
}
