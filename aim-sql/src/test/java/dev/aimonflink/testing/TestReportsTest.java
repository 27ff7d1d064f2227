package dev.aimonflink.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TestReportsTest {
    @TempDir
    private Path module;

    private void report(String plugin, String name, double seconds, String cases) throws IOException {
        Path folder = Files.createDirectories(module.resolve("target").resolve(plugin + "-reports"));
        Files.writeString(
                folder.resolve("TEST-" + name + ".xml"),
                String.format(
                        Locale.ROOT,
                        "<testsuite name='%s' time='%.3f'><properties/>%s</testsuite>",
                        name,
                        seconds,
                        cases));
    }

    private TestReports reports() throws IOException {
        return TestReports.of(List.of(module));
    }

    @Test
    void shouldListTheTenSlowestClassesFirst() throws IOException {
        for (int i = 1; i <= 11; i++) {
            report("surefire", "a.b.Number" + i + "Test", i, "<testcase classname='a.b.X' name='m'/>");
        }
        report("failsafe", "a.LongIT(compiled)", 60, "");
        assertThat(reports().slowest())
                .hasSize(11)
                .startsWith("The slowest test classes, in seconds:", "   60.0 LongIT(compiled)", "   11.0 Number11Test")
                .endsWith("    3.0 Number3Test");
    }

    @Test
    void shouldSayWhyTestsWereSkipped() throws IOException {
        report(
                "surefire",
                "a.ATest",
                1,
                "<testcase classname='a.ATest' name='one'><skipped message='for Linux'/></testcase>"
                        + "<testcase classname='a.ATest' name='two'><skipped><![CDATA["
                        + "org.opentest4j.TestAbortedException: Assumption failed: psql is not on this machine.\n"
                        + "\tat a.ATest]]></skipped></testcase>"
                        + "<testcase classname='a.ATest' name='three'><skipped/></testcase>");
        assertThat(reports().skipped())
                .containsExactly(
                        "Skipped: ATest.one: for Linux",
                        "Skipped: ATest.two: psql is not on this machine.",
                        "Skipped: ATest.three: no reason");
    }

    @Test
    void shouldMissATestThatHasToRunAndWasSkipped() throws IOException {
        report(
                "surefire",
                "a.driver.ATest",
                1,
                "<testcase classname='a.driver.ATest' name='one'><skipped/></testcase>");
        report("surefire", "a.BTest", 1, "<testcase classname='a.BTest' name='one'><skipped/></testcase>");
        assertThat(reports().missed(".*\\.driver\\..*")).containsExactly("This test has to run: ATest.one: no reason");
    }

    @Test
    void shouldMissATestThatHasToRunAndHasNoReport() throws IOException {
        report("surefire", "a.driver.ATest", 1, "<testcase classname='a.driver.ATest' name='one'/>");
        assertThat(reports().missed(".*\\.driver\\..*")).isEmpty();
        assertThat(reports().missed(".*\\.DriversIT"))
                .containsExactly("No class that has to run (.*\\.DriversIT) has a report.");
    }

    @Test
    void shouldSayNothingWhereNothingRan() throws IOException {
        assertThat(reports().slowest()).isEmpty();
    }
}
