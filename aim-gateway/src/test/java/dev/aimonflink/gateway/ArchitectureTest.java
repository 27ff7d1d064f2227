package dev.aimonflink.gateway;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.sql.plan.QueryBinder;
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
            .importPackages("dev.aimonflink.gateway");

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

    /** The protocol is our own: what PostgreSQL's driver does is there to test it. */
    @Test
    void shouldNotKnowTheDriverOfPostgres() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.postgresql..", "io.netty..")
                .check(CLASSES);
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-gateway", "dev.aimonflink.gateway", CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching("dev.aimonflink.gateway.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    /** A statement is bound where it is planned, and nowhere else; the queries of the catalogue are bound to be described, and views once. */
    @Test
    void shouldBindStatementsInOnePlace() {
        noClasses()
                .that()
                .doNotHaveSimpleName("StatementPlanner")
                .and()
                .doNotHaveSimpleName("CatalogueFunction")
                .and()
                .doNotHaveSimpleName("CatalogView")
                .should()
                .dependOnClassesThat()
                .areAssignableTo(QueryBinder.class)
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
