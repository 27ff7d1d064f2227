package dev.aimonflink.clients.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The launcher in a folder of its own, with a java and an mvn that write down how they are called. */
@Timeout(60)
abstract class LauncherCase {
    static final Path REPOSITORY = Path.of("..");

    /** All that the launcher needs besides java and mvn. */
    static final List<String> TOOLS = List.of(
            "cat",
            "cksum",
            "dirname",
            "find",
            "head",
            "ln",
            "mkdir",
            "mv",
            "ps",
            "readlink",
            "rm",
            "rmdir",
            "sed",
            "sleep",
            "sort",
            "tail",
            "touch");

    static final Instant SOURCES_WRITTEN = Instant.parse("2026-01-01T00:00:00Z");
    static final Instant JARS_BUILT = SOURCES_WRITTEN.plusSeconds(60);
    static final Instant EDITED = JARS_BUILT.plusSeconds(60);

    @TempDir
    Path root;

    Path tools;
    Path mavenCalls;

    record Run(int exitCode, String out, String err) {}

    @BeforeEach
    void layOut() throws IOException {
        tools = Files.createDirectory(root.resolve("tools"));
        mavenCalls = root.resolve("mvn-calls");
        for (String tool : TOOLS) {
            Path found = List.of("/bin", "/usr/bin").stream()
                    .map(folder -> Path.of(folder, tool))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            script("tools/" + tool, "#!/bin/sh\nexec " + found + " \"$@\"\n");
        }
        Files.copy(REPOSITORY.resolve("aim"), root.resolve("aim"));
        write("docs/aim-help.txt", Files.readString(REPOSITORY.resolve("docs/aim-help.txt")), SOURCES_WRITTEN);
        write("pom.xml", Files.readString(REPOSITORY.resolve("pom.xml")), SOURCES_WRITTEN);
        for (String module : List.of("matrix", "query", "job", "clients", "local", "bench")) {
            write("aim-" + module + "/pom.xml", "<project/>", SOURCES_WRITTEN);
            write("aim-" + module + "/src/main/java/Main.java", "class Main {}", SOURCES_WRITTEN);
            write("aim-" + module + "/src/test/java/MainTest.java", "class MainTest {}", SOURCES_WRITTEN);
        }
        script("jdk/bin/java", """
                #!/bin/sh
                echo "java $*"
                for each; do
                    case $each in -XX:ArchiveClassesAtExit=*) echo archive >"${each#*=}" ;; esac
                done
                exit "${JAVA_EXIT:-0}"
                """);
        write("jdk/release", "JAVA_VERSION=\"17.0.1\"\n", SOURCES_WRITTEN);
        script("tools/mvn", """
                #!/bin/sh
                case "$*" in *-version*) echo "Apache Maven 3.9.1"; exit ;; esac
                echo "$*" >>mvn-calls
                echo "what Maven writes"
                [ -z "${MAVEN_WAITS:-}" ] || { read line <build-may-end; }
                [ -z "${MAVEN_FAILS:-}" ] || exit 1
                while [ "$1" != -pl ]; do shift; done
                mkdir -p "$2/target/lib"
                touch "$2/target/lib/aim-query-0.1.0.jar"
                [ -f "$2/target/$2-0.1.0.jar" ] || touch "$2/target/$2-0.1.0.jar"
                """);
    }

    void write(String file, String text, Instant time) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        Files.setLastModifiedTime(path, FileTime.from(time));
    }

    void script(String file, String text) throws IOException {
        write(file, text, SOURCES_WRITTEN);
        assertThat(root.resolve(file).toFile().setExecutable(true)).isTrue();
    }

    void jars(String module) throws IOException {
        write(module + "/target/" + module + "-0.1.0.jar", "", JARS_BUILT);
        write(module + "/target/lib/aim-query-0.1.0.jar", "", JARS_BUILT);
    }

    Run aim(List<String> environment, String... args) throws IOException, InterruptedException {
        return aimAt(root, environment, args);
    }

    Run aimAt(Path folder, List<String> environment, String... args) throws IOException, InterruptedException {
        List<String> line =
                new ArrayList<>(List.of("/bin/sh", folder.resolve("aim").toString()));
        line.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(root.resolve("out").toFile())
                .redirectError(root.resolve("err").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        for (String each : environment) {
            builder.environment().put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        Process process = builder.start();
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        return new Run(
                process.exitValue(), Files.readString(root.resolve("out")), Files.readString(root.resolve("err")));
    }

    Run aim(String... args) throws IOException, InterruptedException {
        return aim(List.of(), args);
    }

    List<String> builds() throws IOException {
        return Files.exists(mavenCalls) ? Files.readAllLines(mavenCalls) : List.of();
    }
}
