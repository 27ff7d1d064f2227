package dev.aimonflink.bench.sqllogic;

import dev.aimonflink.bench.CommandRun;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Some of the files. {@code aim bench sqllogic} runs all. */
@Tag("compiled")
class CorpusTest {
    private final Corpus corpus = Corpus.ofClassPath();

    @Test
    void shouldHaveAllFilesOfItsGroups() {
        assertThat(corpus.files().stream().collect(Collectors.groupingBy(Corpus::groupOf, Collectors.counting())))
                .containsOnly(
                        entry("select1", 1),
                        entry("select2", 1),
                        entry("select3", 1),
                        entry("random/aggregates", 130),
                        entry("random/expr", 120),
                        entry("random/groupby", 14),
                        entry("random/select", 127));
    }

    private static Map.Entry<String, Long> entry(String group, long files) {
        return Map.entry(group, files);
    }

    @Test
    void shouldSayWhichFileIsNotThere() {
        assertThatThrownBy(() -> corpus.open("select9.test"))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessage("test/select9.test");
        assertThatThrownBy(() -> Corpus.groupOf("index/in/10/slt_good_0.test"))
                .hasMessage("file=index/in/10/slt_good_0.test is not in scope. Name one that Corpus.files() has.");
    }

    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
    @ParameterizedTest
    @CsvSource({
        "rows, select, 1, 5320, 2900",
        "rows, random, 50, 74444, 73300",
        "partitions, select2, 1, 1000, 580",
        "partitions, random/groupby/slt_good_13, 1, 2878, 2800",
        "partitions, random/aggregates/slt_good_129, 1, 719, 700"
    })
    void shouldAnswerAsTheFilesSay(String engine, String files, String every, long queries, long passed) {
        assertAnswers(engine, files, every, queries, passed);
    }

    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
    @Tag("campaign")
    @Test
    void shouldAnswerAsMoreOfTheFilesSay() {
        assertAnswers("rows", "random", "10", 373_577, 367_000);
    }

    private static void assertAnswers(String engine, String files, String every, long queries, long passed) {
        CommandRun run = CommandRun.of(
                "bench", "sqllogic", "--engine", engine, "--files", files, "--every", every, "--output", "csv");

        assertThat(run.exitCode()).as(run.err()).isZero();
        List<String> all = run.out()
                .lines()
                .filter(line -> line.startsWith("all,"))
                .flatMap(line -> List.of(line.split(",")).stream())
                .toList();
        assertThat(Long.parseLong(all.get(2))).isEqualTo(queries);
        assertThat(Long.parseLong(all.get(3))).isGreaterThanOrEqualTo(passed);
        // Failed.
        assertThat(all.get(6)).isEqualTo("0");
    }

    @Test
    void shouldSayHowManyFilesMayBeLeftOut() {
        CommandRun run = CommandRun.of("bench", "sqllogic", "--every", "1001");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("every=1001 is outside 1..1000. Give a number inside.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"select9", "index"})
    void shouldNameTheGroupsWhereNoFileFits(String files) {
        CommandRun run = CommandRun.of("bench", "sqllogic", "--files", files);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo("No file begins with files=" + files
                        + ". Write one of these, or its beginning: random/aggregates, random/expr, random/groupby,"
                        + " random/select, select1, select2, select3.\n");
    }
}
