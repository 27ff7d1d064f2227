package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** When the launcher builds what it starts, and that two of it do so one after the other. */
class LauncherBuildsTest extends LauncherCase {
    @ParameterizedTest
    @CsvSource({
        "query q1, aim-clients",
        "publish events, aim-clients",
        "no-such-command, aim-clients",
        "gateway, aim-gateway",
        "gateway user list, aim-gateway",
        "demo, aim-lab",
        "cluster up, aim-lab",
        "chaos, aim-lab",
        "bench write, aim-bench",
        "completion bash, aim-lab"
    })
    void shouldBuildOnlyWhatACommandNeeds(String line, String module) throws Exception {
        Run run = aim(line.split(" "));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(builds())
                .containsExactly(
                        "-B -Dstyle.color=never -P !strict -Dmaven.test.skip=true package -pl " + module + " -am");
        assertThat(run.err())
                .startsWith("aim: the jars are missing. Building " + module + " takes about a minute, and longer the"
                        + " first time, while Maven downloads ")
                .endsWith("Log: " + root.toRealPath().resolve("target/aim-build.log") + "\n");
        assertThat(root.resolve("target/aim-build.log")).hasContent("what Maven writes");
        assertThat(run.out())
                .contains(module + "-0.1.0.jar:", module + "/target/lib/* dev.aimonflink.clients.cli.Aim " + line);
    }

    @Test
    void shouldNotBuildWhatIsUpToDate() throws Exception {
        jars("aim-clients");
        assertThat(aim("query", "q1").err()).isEmpty();
        assertThat(builds()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pom.xml",
                "aim-query/pom.xml",
                "aim-sql/src/main/java/New.java",
                "aim-matrix/src/main/java/Main.java",
                "aim-rules/src/main/java/New.java",
                "aim-clients/src/main/java/New.java"
            })
    void shouldRebuildJarsThatAreOlderThanASourceOnce(String edited) throws Exception {
        jars("aim-clients");
        write(edited, Files.readString(root.resolve("pom.xml")), EDITED);
        Run run = aim("query", "q1");
        assertThat(run.err()).startsWith("aim: the jars are older than " + edited + ". Building aim-clients takes");
        // Maven leaves a jar alone whose content is the same.
        assertThat(aim("query", "q1").err()).isEmpty();
        assertThat(builds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "aim-bench/src/main/java/Main.java",
                "aim-local/pom.xml",
                "aim-job/src/main/java/Main.java",
                "aim-clients/src/test/java/MainTest.java",
                "aim-query/src/main/java/.Main.java.swp"
            })
    void shouldNotRebuildForWhatTheCommandDoesNotRun(String edited) throws Exception {
        jars("aim-clients");
        write(edited, "", EDITED);
        assertThat(aim("query", "q1").err()).isEmpty();
        assertThat(builds()).isEmpty();
    }

    @Test
    void shouldLeaveTheJarsOfARunningClusterAlone() throws Exception {
        jars("aim-lab");
        write("aim-job/src/main/java/Main.java", "", EDITED);
        assertThat(aim("cluster", "status").err()).isEmpty();
        assertThat(aim("cluster", "down").err()).isEmpty();
        assertThat(builds()).isEmpty();
        assertThat(aim("cluster", "up").err()).contains("older than aim-job/src/main/java/Main.java");
    }

    @Test
    void shouldUseOldJarsWithoutMavenAndSaySo() throws Exception {
        jars("aim-clients");
        write("aim-query/src/main/java/Main.java", "", EDITED);
        Files.delete(tools.resolve("mvn"));
        Run run = aim("query", "q1");
        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .isEqualTo("aim: the jars are older than aim-query/src/main/java/Main.java, and are used as they are:"
                        + " there is no mvn on the PATH. Install Maven 3.8 or newer to build the jars,"
                        + " or take the zip of a release, which has them.\n");
        Run missing = aim("demo");
        assertThat(missing.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(missing.err())
                .isEqualTo(
                        "aim: there is no mvn on the PATH. Install Maven 3.8 or newer to build the jars, or take the zip"
                                + " of a release, which has them.\n");
    }

    @Test
    void shouldShowTheEndOfTheLogOfABuildThatFails() throws Exception {
        Run run = aim(List.of("MAVEN_FAILS=yes"), "query", "q1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("\nwhat Maven writes\naim: the build failed. ")
                .endsWith("target/aim-build.log has all that Maven wrote.\n");
    }

    private Process start(String name, String... environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        "/bin/sh", root.resolve("aim").toString(), "query", "q1")
                .redirectOutput(root.resolve(name + "-out").toFile())
                .redirectError(root.resolve(name + "-err").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        for (String each : environment) {
            builder.environment().put(each, "yes");
        }
        return builder.start();
    }

    private void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.onSpinWait();
        }
    }

    /** Two builds would write the same jars, and each remove the marks of the other. */
    @Test
    void shouldLetASecondCommandWaitForTheBuildOfTheFirst() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", root.resolve("build-may-end").toString())
                        .start()
                        .waitFor())
                .isZero();
        Process first = start("first", "MAVEN_WAITS");
        await(() -> !builds().isEmpty());
        Process second = start("second", "MAVEN_WAITS");
        await(() -> Files.size(root.resolve("second-err")) > 0);
        Files.writeString(root.resolve("build-may-end"), "now\n");
        for (Process each : List.of(first, second)) {
            assertThat(each.waitFor(50, TimeUnit.SECONDS)).isTrue();
            assertThat(each.exitValue()).isZero();
        }
        assertThat(Files.readString(root.resolve("second-err")))
                .isEqualTo("aim: another aim (pid " + first.pid() + ") builds here. Waiting for it.\n");
        assertThat(builds()).hasSize(1);
        assertThat(root.resolve("target/aim-build.lock")).doesNotExist();
    }

    @Test
    void shouldTakeOverTheLockOfABuildThatWasKilled() throws Exception {
        Process killed = new ProcessBuilder("/bin/sh", "-c", "exit 0").start();
        assertThat(killed.waitFor(50, TimeUnit.SECONDS)).isTrue();
        Path lock = Files.createDirectories(root.resolve("target")).resolve("aim-build.lock");
        Files.createSymbolicLink(lock, Path.of(Long.toString(killed.pid())));
        Run run = aim("query", "q1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(builds()).hasSize(1);
        assertThat(Files.isSymbolicLink(lock)).isFalse();
    }

    @Test
    void shouldLeaveNoLockWhereABuildFails() throws Exception {
        assertThat(aim(List.of("MAVEN_FAILS=yes"), "query", "q1").exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(Files.isSymbolicLink(root.resolve("target/aim-build.lock"))).isFalse();
    }

    @Test
    void shouldBuildInAFolderWhoseNameHasBlanks() throws Exception {
        Path folder = root.resolve("my clones/aim on flink");
        for (String file : List.of("aim", "pom.xml", "aim-query/src/main/java/Main.java", "aim-query/pom.xml")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.copy(root.resolve(file), folder.resolve(file));
        }
        Run run = aimAt(folder, List.of(), "query", "q1");
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains(" -cp " + folder.toRealPath() + "/aim-clients/target/aim-clients-0.1.0.jar:");
        assertThat(aimAt(folder, List.of(), "query", "q1").err())
                .as("what is built stays")
                .isEmpty();
    }
}
