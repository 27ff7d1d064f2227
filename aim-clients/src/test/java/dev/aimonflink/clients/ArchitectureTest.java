package dev.aimonflink.clients;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.testing.Rooms;
import java.io.IOException;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** Dependencies between packages point one way. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.aimonflink.clients");

    @Test
    void shouldLookAtTheClassesOfThisModule() {
        assertThat(CLASSES).hasSizeGreaterThan(30);
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void shouldNotKnowFlinkNorWhatRunsOnIt() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "dev.aimonflink.job..", "dev.aimonflink.local..")
                .check(CLASSES);
    }

    @Test
    void shouldKnowTheTerminalInTheCommandLineAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.aimonflink.clients.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.aimonflink.clients.cli..", "picocli..", "me.tongfei..")
                .check(CLASSES);
    }

    /** The dialogue opens the terminal; what is said in it needs none, so that tests do without. */
    @Test
    void shouldReadLinesOfATerminalInOnePlaceAlone() {
        noClasses()
                .that()
                .haveNameNotMatching(
                        "dev\\.aimonflink\\.clients\\.(shell\\.(TerminalLines|CompletedLine)|cli\\.ask\\.SqlDialogue)(\\$.*)?")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jline..")
                .check(CLASSES);
    }

    @Test
    void shouldKnowTablesInTheOutputsAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.aimonflink.clients.output..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.github.freva..")
                .check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-clients", "dev.aimonflink.clients", CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching("dev.aimonflink.clients.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void shouldCallNothingByANameThatSaysNothing() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)")
                .check(CLASSES);
    }
}
