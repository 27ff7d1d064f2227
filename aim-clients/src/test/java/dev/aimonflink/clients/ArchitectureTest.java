package dev.aimonflink.clients;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

@AnalyzeClasses(packages = "dev.aimonflink.clients", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule shouldNotKnowFlink =
            noClasses().should().dependOnClassesThat().resideInAnyPackage("org.apache.flink..", "dev.aimonflink.job..");

    @ArchTest
    static final ArchRule shouldNotKnowTheCommandLineBelowIt = noClasses()
            .that()
            .resideOutsideOfPackage("..clients.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..clients.cli..", "picocli..", "me.tongfei..");

    @ArchTest
    static final ArchRule shouldHaveNoCyclesOfPackages =
            slices().matching("dev.aimonflink.clients.(*)..").should().beFreeOfCycles();
}
