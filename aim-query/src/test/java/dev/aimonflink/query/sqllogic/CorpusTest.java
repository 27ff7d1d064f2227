package dev.aimonflink.query.sqllogic;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Some of the files. A campaign runs more, or all. */
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
                        entry("select4", 1),
                        entry("select5", 1),
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
        assertFails(FileNotFoundException.class, () -> corpus.open("select9.test"))
                .hasMessage("test/select9.test");
        assertThatThrownBy(() -> Corpus.groupOf("index/in/10/slt_good_0.test"))
                .hasMessage("file=index/in/10/slt_good_0.test is not in scope. Name one that Corpus.files() has.");
    }

    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
    @ParameterizedTest
    @CsvSource({
        "ROWS, select, 1, 8884, 6500",
        "ROWS, random, 50, 74444, 73300",
        "ATTRIBUTES, select, 1, 8884, 6500",
        "PARTITIONS, select2, 1, 1000, 580",
        "PARTITIONS, random/groupby/slt_good_13, 1, 2878, 2800",
        "PARTITIONS, random/aggregates/slt_good_129, 1, 719, 700"
    })
    void shouldAnswerAsTheFilesSay(Engine engine, String prefix, int every, long queries, long passed) {
        LogicTally all = run(engine, prefix, every);
        assertThat(all.queries()).isEqualTo(queries);
        assertThat(all.passed()).isGreaterThanOrEqualTo(passed);
    }

    /** One file of ten, or of as many as {@code -Daim.test.sqllogic.every} says. */
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "PostgreSQL's binaries are those for it")
    @Tag("campaign")
    @ParameterizedTest
    @EnumSource
    void shouldAnswerAsMoreOfTheFilesSay(Engine engine) {
        int every = Integer.getInteger("aim.test.sqllogic.every", 10);
        LogicTally random = run(engine, "random/", every);
        assertThat(random.outOfScope()).isLessThan(random.queries() / 4);
        // Aggregates keep numbers alone, and the tables of others have texts.
        List<String> selects =
                engine == Engine.PARTITIONS ? List.of("select1", "select2", "select3") : List.of("select");
        selects.forEach(prefix -> run(engine, prefix, 1));
    }

    /** Prints a row for each group of files, and how long it took. None may fail. */
    private LogicTally run(Engine engine, String prefix, int every) {
        LogicSystem system = new LogicSystem(LogicSystem.POSTGRESQL, engine);
        Map<String, LogicTally> groups = new TreeMap<>();
        Map<String, Long> nanos = new TreeMap<>();
        LogicTally all = new LogicTally();
        List<String> files =
                corpus.files().stream().filter(file -> file.startsWith(prefix)).toList();
        try (PostgresArbiter arbiter = new PostgresArbiter()) {
            for (int i = 0; i < files.size(); i += every) {
                String group = Corpus.groupOf(files.get(i));
                long begin = System.nanoTime();
                try (BufferedReader lines = corpus.open(files.get(i))) {
                    LogicTally ofFile = LogicRun.of(files.get(i), lines, system, arbiter);
                    groups.computeIfAbsent(group, any -> new LogicTally()).add(ofFile);
                    all.add(ofFile);
                    nanos.merge(group, System.nanoTime() - begin, Long::sum);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        groups.forEach((group, tally) ->
                System.out.printf(Locale.ROOT, "%s %s: %s in %.1f s%n", engine, group, tally, nanos.get(group) / 1e9));
        all.reasons().forEach((reason, count) -> System.out.println(count + " queries are out of scope: " + reason));
        assertThat(all.failures()).isEmpty();
        return all;
    }
}
