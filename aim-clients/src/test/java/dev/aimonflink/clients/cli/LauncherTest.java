package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** What the launcher starts, and by which options of the JVM. */
class LauncherTest extends LauncherCase {
    private static final Path SCRIPT = Path.of("/usr/bin/script");

    private List<Path> archives() throws IOException {
        try (var files = Files.list(root.resolve("aim-clients/target"))) {
            return files.filter(file -> file.toString().contains(".jsa")).toList();
        }
    }

    @Test
    void shouldShowHelpAndVersionWithoutJavaAndWithoutABuild() throws Exception {
        Files.delete(root.resolve("jdk/bin/java"));
        Files.delete(tools.resolve("mvn"));
        for (String line : List.of("--help", "-h", "help")) {
            Run run = aim(line);
            assertThat(run).isEqualTo(new Run(0, Files.readString(REPOSITORY.resolve("docs/aim-help.txt")), ""));
        }
        assertThat(aim("--version")).isEqualTo(new Run(0, "aim 0.1.0-SNAPSHOT\n", ""));
        Run nothing = aim();
        assertThat(nothing.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(nothing.out()).isEmpty();
        assertThat(nothing.err()).endsWith("aim: give a command.\n");
    }

    @Test
    void shouldStartFasterFromAnArchiveThatTheFirstCommandLeaves() throws Exception {
        jars("aim-clients");
        Run first = aim("query", "q1");
        assertThat(first.out()).contains("-XX:ArchiveClassesAtExit=", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
        assertThat(archives()).hasSize(1);
        Run second = aim("query", "q2");
        assertThat(second.out())
                .contains("-XX:SharedArchiveFile=" + archives().get(0).toRealPath() + " ");
        // The JVM ignores an archive of other jars.
        for (String jar : List.of("aim-clients-0.1.0.jar", "lib/aim-query-0.1.0.jar")) {
            Instant later = Instant.now().plusSeconds(3600);
            Files.setLastModifiedTime(root.resolve("aim-clients/target").resolve(jar), FileTime.from(later));
            assertThat(aim("query", "q1").out()).as(jar).contains("-XX:ArchiveClassesAtExit=");
            Files.setLastModifiedTime(root.resolve("aim-clients/target").resolve(jar), FileTime.from(JARS_BUILT));
        }
        assertThat(aim("doctor").out()).contains("-XX:ArchiveClassesAtExit=");
        assertThat(archives()).hasSize(2);
    }

    /** Files of a release in a folder whose name has blanks and letters that are not English. */
    private Path release() throws IOException {
        String folder = "ein Ordner für Bücher/aim-0.2.0";
        for (String jar : List.of("clients/aim-clients-0.2.0.jar", "clients/aim-query-0.2.0.jar", "local/kafka.jar")) {
            write(folder + "/lib/" + jar, "", JARS_BUILT);
        }
        Files.copy(REPOSITORY.resolve("aim"), root.resolve(folder).resolve("aim"));
        Files.delete(tools.resolve("mvn"));
        return root.resolve(folder).toRealPath();
    }

    @Test
    void shouldRunAReleaseWithoutBuilding() throws Exception {
        Path release = release();
        Run query = aimAt(release, List.of(), "query", "q1");
        assertThat(query.err()).isEmpty();
        assertThat(query.out()).contains(" -cp " + release + "/lib/clients/* dev.aimonflink.clients.cli.Aim query q1");
        assertThat(aimAt(release, List.of(), "gateway").out())
                .contains(" -cp " + release + "/lib/clients/* dev.aimonflink.clients.cli.Aim gateway");
        assertThat(aimAt(release, List.of(), "cluster", "up").out())
                .contains(
                        " -Daim.home=" + release + " ",
                        " -cp " + release + "/lib/clients/*:" + release + "/lib/local/* dev.aimonflink");
        assertThat(aimAt(release, List.of(), "--version")).isEqualTo(new Run(0, "aim 0.2.0\n", ""));
        assertThat(aimAt(release, List.of(), "bench", "write").err())
                .isEqualTo("aim: bench is not part of a release: run it from the sources.\n");
    }

    @Test
    void shouldSpellTheFolderOfARelease() throws Exception {
        Path release = release();
        script("jdk/bin/java", "#!/bin/sh\necho ${LC_ALL:-none}\n");
        assertThat(aimAt(release, List.of(), "query", "q1").out()).isEqualTo("C.UTF-8\n");
        assertThat(aimAt(release, List.of("LANG=de_DE.UTF-8"), "query", "q1").out())
                .isEqualTo("none\n");
    }

    @Test
    void shouldStartAReleaseFasterFromAnArchiveToo() throws Exception {
        Path release = release();
        assertThat(aimAt(release, List.of(), "query", "q1").out()).contains("-XX:ArchiveClassesAtExit=" + release);
        assertThat(aimAt(release, List.of(), "query", "q1").out()).contains("-XX:SharedArchiveFile=" + release);
    }

    @Test
    void shouldLeaveNoArchiveWhereItCannotBeWritten() throws Exception {
        Path release = release();
        Path lib = release.resolve("lib");
        assertThat(lib.toFile().setWritable(false)).isTrue();
        assumeTrue(!Files.isWritable(lib), "Root can write everywhere.");
        Path home = Files.createDirectory(root.resolve("home"));
        assertThat(aimAt(release, List.of("HOME=" + home), "query", "q1").out())
                .contains("-XX:ArchiveClassesAtExit=" + home.resolve(".aim"));
        Run homeless = aimAt(release, List.of(), "query", "q1");
        assertThat(homeless.err()).isEmpty();
        assertThat(homeless.out()).doesNotContain("-XX:ArchiveClassesAtExit=");
    }

    /** It runs for long, and keeps a record of each entity. */
    @Test
    void shouldGiveABackTestTheOptimizingCompilerAndMemory() throws Exception {
        jars("aim-clients");
        assertThat(optionsOfTheJvm("rules test rules.yaml --from 7d"))
                .contains(" -XX:MaxRAMPercentage=50 -XX:+UseSerialGC ")
                .doesNotContain("TieredStopAtLevel", "-Xmx1g", "-XX:ArchiveClassesAtExit=");
        assertThat(optionsOfTheJvm("rules test rules.yaml --cases cases.yaml"))
                .contains(" -Xmx1g -XX:+UseSerialGC ", "TieredStopAtLevel=1");
    }

    /** An option of the demo must not make it another one. */
    @ParameterizedTest
    @ValueSource(strings = {"17.0.1", "25.0.2"})
    void shouldRunEachDemoByTheSameOptionsOfTheJvm(String version) throws Exception {
        jars("aim-lab");
        write("jdk/release", "JAVA_VERSION=\"" + version + "\"\n", SOURCES_WRITTEN);
        String usual = optionsOfTheJvm("demo");
        assertThat(usual)
                .contains(" -XX:TieredStopAtLevel=1 ")
                .doesNotContain("jdk.incubator.vector")
                .contains(" -XX:+UseTransparentHugePages ");
        for (String line : List.of(
                "demo --output json",
                "demo -o json",
                "demo --seconds 30",
                "demo --seconds=3600 --entities 1000000",
                "demo --output json --rate=9",
                "demo --model payments.yaml",
                "demo --cluster")) {
            assertThat(optionsOfTheJvm(line)).as(line).isEqualTo(usual);
        }
    }

    /** Those before the class path. */
    private String optionsOfTheJvm(String line) throws IOException, InterruptedException {
        String called = aim(line.split(" ")).out();
        return called.substring(0, called.indexOf(" -cp ") + 1);
    }

    @Test
    void shouldKeepTheOptimizingCompilerWhereItPays() throws Exception {
        jars("aim-lab");
        assertThat(aim("chaos").out())
                .contains(" --add-modules jdk.incubator.vector ")
                .doesNotContain("TieredStopAtLevel");
        assertThat(aim(List.of("AIM_JAVA_OPTS=-XX:TieredStopAtLevel=4"), "demo").out())
                .as("the last one counts")
                .contains(" -XX:TieredStopAtLevel=1 ", " -XX:TieredStopAtLevel=4 ");
    }

    /** The JVM warns of the module on stderr. */
    @Test
    void shouldLoadTheVectorModuleOnlyForCommandsThatMayScan() throws Exception {
        for (String module : List.of("aim-clients", "aim-lab", "aim-bench")) {
            jars(module);
        }
        for (String line : List.of(
                "query q1",
                "model show",
                "cluster status",
                "demo --seconds 60 --help",
                "help demo",
                "chaos -h",
                "bench report mine",
                "bench compare before after",
                "completion bash")) {
            Run run = aim(line.split(" "));
            assertThat(run.out()).as(line).startsWith("java ").doesNotContain("jdk.incubator.vector");
        }
        assertThat(aim("bench", "write", "--out", "report").out()).contains(" --add-modules jdk.incubator.vector ");
    }

    @Test
    void shouldKeepNoArchiveOfACommandThatFailsOrLoadsLittle() throws Exception {
        jars("aim-clients");
        assertThat(aim(List.of("JAVA_EXIT=3"), "query", "q1").exitCode()).isEqualTo(ExitCode.TIMEOUT);
        for (String line : List.of("query --help", "help query", "query --list", "query q1 --count 9")) {
            assertThat(aim(line.split(" ")).out()).as(line).doesNotContain("Archive");
        }
        assertThat(aim("publish", "events").out()).doesNotContain("Archive", "TieredStopAtLevel");
        assertThat(aim(List.of("AIM_JAVA_OPTS=-Xmx2g"), "query", "q1").out())
                .contains(" -Xmx2g ")
                .doesNotContain("Archive");
        assertThat(archives()).isEmpty();
    }

    /** It takes Ctrl-C itself, so no shell may wait for it. */
    @Test
    void shouldStartADialogueAtATerminalInItsPlace() throws Exception {
        assumeTrue(Files.isExecutable(SCRIPT), "there is no " + SCRIPT + " that makes a terminal");
        jars("aim-clients");
        for (String line : List.of("sql", "sql -x")) {
            assertThat(onTerminal(line))
                    .as(line)
                    .contains(" -Daim.dialogue=true ")
                    .doesNotContain("ArchiveClassesAtExit");
            assertThat(aim(line.split(" ")).out()).as(line + " of a pipe").contains(" -Daim.dialogue=false ");
        }
        for (String line :
                List.of("sql -c x", "sql -f x", "sql --command=x", "sql --output csv --file x", "query q1")) {
            assertThat(onTerminal(line)).as(line).contains(" -Daim.dialogue=false ");
        }
    }

    /** What the launcher writes on a terminal. */
    private String onTerminal(String line) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        SCRIPT.toString(), "-qec", "/bin/sh " + root.resolve("aim") + " " + line, "/dev/null")
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("terminal").toFile());
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().put("SHELL", "/bin/sh");
        Process process = builder.start();
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        return Files.readString(root.resolve("terminal"));
    }

    @Test
    void shouldMeasureTheTerminal() throws Exception {
        jars("aim-clients");
        assertThat(aim("query", "q1").out()).doesNotContain("aim.columns");
        assertThat(onTerminal("query q1")).as("there is no stty").doesNotContain("aim.columns");
        Files.writeString(tools.resolve("stty"), "#!/bin/sh\necho 24 80\n");
        assertThat(tools.resolve("stty").toFile().setExecutable(true)).isTrue();
        assertThat(onTerminal("query q1")).contains(" -Daim.rows=24 -Daim.columns=80 ");
        assertThat(aim("query", "q1").out()).doesNotContain("aim.columns");
    }

    @Test
    void shouldTakeTheHomeOfTheEnvironment() throws Exception {
        jars("aim-clients");
        assertThat(aim(List.of("HOME=/else where", "AIM_JAVA_OPTS=-Duser.home=/mine"), "query", "q1")
                        .out())
                .as("the last one counts")
                .contains(" -Duser.home=/else where ", " -Duser.home=/mine ");
        assertThat(aim(List.of("HOME="), "query", "q1").out()).doesNotContain("user.home");
    }

    @Test
    void shouldPassArgumentsOnAsTheyAre() throws Exception {
        jars("aim-clients");
        assertThat(aim("help", "publish", "events").out()).endsWith(" publish events --help\n");
        assertThat(aim("query", "q6", "--country", "a  b*").out()).endsWith(" query q6 --country a  b*\n");
    }

    @Test
    void shouldSayWhichJavaIsTooOld() throws Exception {
        write("jdk/release", "JAVA_VERSION=\"11.0.1\"\n", SOURCES_WRITTEN);
        Run run = aim("query", "q1");
        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err())
                .isEqualTo("aim: " + root.resolve("jdk/bin/java")
                        + " is Java 11. Install Java 17 or newer and set JAVA_HOME to it.\n");
        assertThat(run.out()).isEmpty();
    }
}
