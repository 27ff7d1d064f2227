package dev.aimonflink.gateway.http;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The programs of docs/examples run as they stand. */
class HttpExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "docs", "examples");

    @TempDir
    private Path folder;

    private TestHttp http;

    @BeforeEach
    void start() throws IOException {
        http = TestHttp.start();
    }

    @AfterEach
    void close() {
        http.close();
    }

    /** What a program writes. */
    private String run(String program, String example, String... args) throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(each -> Files.isExecutable(Path.of(each, program))),
                program + " is not installed");
        List<String> line =
                new ArrayList<>(List.of(program, EXAMPLES.resolve(example).toString()));
        line.addAll(List.of(args));
        Path out = folder.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment()
                .putAll(Map.of(
                        "AIM_URL",
                        "http://127.0.0.1:" + http.port(),
                        "AIM_TOKEN",
                        http.bearer().substring("Bearer ".length())));
        Process process = builder.start();
        boolean hasEnded = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String written = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(hasEnded && process.exitValue() == 0).as(written).isTrue();
        return written;
    }

    @Test
    void shouldAskFromAShell() throws Exception {
        assumeTrue(Files.exists(Path.of("/usr/bin/curl")), "curl is not installed");
        String written = run("sh", "ask.sh");
        assertThat(written)
                .startsWith("count\n10\n")
                .contains("\"rows\":[[7,7]]", "\"written\":1,\"offsets\":{\"0\":1}");
        assertThat(http.kafka.published()).hasSize(1);
        assertThat(http.job.lastAwaited()).isEqualTo("{0=1}");
    }

    @Test
    void shouldWatchFromJavaScript() throws Exception {
        http.job.writesBeforeEachAnswer = true;
        String written = run("node", "watch.mjs", "SELECT sum(number_of_calls_this_week) FROM subscribers", "2");
        assertThat(written).matches("\\[\\[[0-9]+]]\n\\[\\[[0-9]+]]\n");
        // A slow viewer may miss some.
        List<Integer> sums = Arrays.stream(written.replaceAll("[\\[\\]]", "").split("\n"))
                .map(Integer::valueOf)
                .toList();
        assertThat(sums).isSorted().doesNotHaveDuplicates();
        assertThat(sums.get(0)).isGreaterThanOrEqualTo(56);
    }

    @Test
    void shouldAskFromPython() throws Exception {
        assertThat(run("python3", "ask.py", "SELECT count(*) AS n FROM subscribers WHERE subscriber_id > $1", "7"))
                .isEqualTo("n\n3\n");
    }
}
