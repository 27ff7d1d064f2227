package dev.aimonflink.clients.doctor;

import dev.aimonflink.clients.doctor.Finding.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MachineTest {
    private static final Machine GOOD = new Machine(17, 16L << 30, true, "always [madvise] never");

    @Test
    void shouldFindNothingWrongWithAGoodMachine() {
        assertThat(GOOD.findings())
                .containsExactly(
                        Finding.ok("java", "Java 17"),
                        Finding.ok("memory", "16 GiB"),
                        Finding.ok("vector module", "this Java has jdk.incubator.vector"),
                        Finding.ok("huge pages", "transparent huge pages: madvise"));
    }

    @Test
    void shouldFailOnAnOldJavaAndWarnOfANewerOneThanWasTried() {
        assertThat(java(16))
                .isEqualTo(Finding.fail("java", "Java 16", "Install Java 17 or newer and set JAVA_HOME to it."));
        assertThat(java(25).verdict()).isEqualTo(Verdict.OK);
        assertThat(java(26))
                .isEqualTo(Finding.warn(
                        "java", "Java 26 is newer than what this release was tried on", "Use Java 17 to 25."));
    }

    private static Finding java(int version) {
        return new Machine(version, GOOD.memoryBytes(), true, "").findings().get(0);
    }

    @Test
    void shouldWarnOfWhatSlowsAMachineDown() {
        List<Finding> findings = new Machine(17, 4L << 30, false, "always madvise [never]").findings();
        assertThat(findings.subList(1, 4))
                .containsExactly(
                        Finding.warn(
                                "memory",
                                "4 GiB is little for a broker, a cluster and many entities on one machine",
                                "Keep fewer entities or aggregates, or use a machine with 8 GiB or more."),
                        Finding.warn(
                                "vector module",
                                "this Java lacks jdk.incubator.vector, so scans run on plain loops",
                                "Use a full JDK, and start TaskManagers with --add-modules jdk.incubator.vector."),
                        Finding.warn(
                                "huge pages",
                                "transparent huge pages are off, which slows down updates of many entities",
                                "As root: echo madvise > /sys/kernel/mm/transparent_hugepage/enabled, and start"
                                        + " TaskManagers with -XX:+UseTransparentHugePages."));
    }

    @Test
    void shouldAcceptASystemWithoutTheChoice() {
        assertThat(new Machine(17, 16L << 30, true, "").findings().get(3).verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void shouldKnowThisMachine() {
        Machine here = Machine.here();
        assertThat(here.javaVersion()).isEqualTo(Runtime.version().feature());
        assertThat(here.memoryBytes()).isGreaterThan(1L << 20);
        assertThat(here.findings()).hasSize(4).noneMatch(finding -> finding.verdict() == Verdict.FAIL);
    }
}
