package dev.aimonflink.job;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.aimonflink.job.plan.Planner;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.testing.Rooms;
import java.io.IOException;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameEndingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The direction of dependencies. Plain JUnit tests, because Surefire silently skips rules in annotated fields. */
class ArchitectureTest {
    private static final String JOB = "dev.aimonflink.job";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(JOB);

    @Test
    void shouldLookAtTheClassesOfThisModule() {
        assertThat(CLASSES).hasSizeGreaterThan(30);
        assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
    }

    @Test
    void shouldHaveTheRoomsOfThePage() throws IOException {
        Rooms.check("aim-job", JOB, CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage(JOB)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(JOB)
                .check(CLASSES);
    }

    @Test
    void shouldHaveNoCyclesOfPackages() {
        slices().matching(JOB + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void shouldKeepItsStepsApart() {
        for (String step : new String[] {"operator", "merge", "sink"}) {
            noClasses()
                    .that()
                    .resideInAnyPackage(JOB + ".operator", JOB + ".merge", JOB + ".sink")
                    .and()
                    .resideOutsideOfPackage(JOB + "." + step)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(JOB + "." + step)
                    .check(CLASSES);
        }
    }

    @Test
    void shouldPlanNoTextOnTheThreadOfEvents() {
        noClasses()
                .that()
                .resideInAPackage(JOB + ".operator")
                .should()
                .callMethodWhere(target(owner(assignableTo(Catalogue.class)))
                        .or(target(owner(assignableTo(ScanQuery.class))).and(target(name("second"))))
                        .or(target(owner(assignableTo(Planner.class))).and(target(nameEndingWith("ow")))))
                .check(CLASSES);
    }

    @Test
    void shouldKnowOnlyTheModulesAboveIt() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        JOB + "..",
                        "dev.aimonflink.matrix..",
                        "dev.aimonflink.query..",
                        "dev.aimonflink.rules..",
                        "dev.aimonflink.sql..",
                        "java..",
                        "javax.crypto..",
                        "org.apache.flink..",
                        "org.apache.kafka..",
                        "org.slf4j..")
                .check(CLASSES);
    }

    @Test
    void shouldTouchKafkaWhereRecordsComeInAndGoOutOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackages(JOB, JOB + ".source", JOB + ".sink", JOB + ".rule")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.kafka..", "org.apache.flink.connector..")
                .check(CLASSES);
    }

    @Test
    void shouldGiveNothingANameThatSaysNothing() {
        classes()
                .should()
                .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Impl)(\\$.*)?")
                .check(CLASSES);
    }
}
