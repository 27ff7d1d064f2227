package dev.aimonflink.bench.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ExperimentsIT {
    private static final List<Experiment> EXPERIMENTS = List.of(new Write(), new FreshnessOfAnswers());

    /** The others that need no other processes than a broker. */
    private static final List<Experiment> FURTHER = List.of(
            new Read(),
            new Response(),
            new Clients(),
            new CostOfAggregates(),
            new SqlBesideEvents(),
            new ConstantCount(),
            new Peak(),
            new Checkpoints());

    private static final List<Experiment> OPEN_LOOP = List.of(new Points(), new ThroughGateway());

    /** The figures without which an experiment has shown nothing. */
    static final Map<String, Set<String>> FIGURES = Map.ofEntries(
            Map.entry(
                    "gateway",
                    Set.of(
                            "gateway.look-ups.p50",
                            "gateway.look-ups.open-loop.p99",
                            "gateway.seven.p50",
                            "gateway.topic.p50",
                            "gateway.itself.p50",
                            "gateway.parts.scan")),
            Map.entry(
                    "sql",
                    Set.of("sql.first", "sql.fresh.p99", "sql.queries", "sql.neighbour.p99", "sql.neighbour.events")),
            Map.entry("write", Set.of("write.generated", "write.generated.cpu", "write.kafka", "write.kafka.cpu")),
            Map.entry(
                    "constant",
                    Set.of("constant.other-counts", "constant.fallen-sums", "constant.p50", "constant.events")),
            Map.entry("peak", Set.of("peak.before.p99", "peak.during.p99", "peak.after.max", "peak.recovery")),
            Map.entry("read", Set.of("read.queries", "read.p50", "read.p99")),
            Map.entry(
                    "mixed",
                    Set.of(
                            "mixed.queries",
                            "mixed.p99",
                            "mixed.events",
                            "mixed.applied.p50",
                            "mixed.applied.p999",
                            "mixed.checkpoint.share",
                            "mixed.pause.share",
                            "mixed.open-loop.p50",
                            "mixed.open-loop.p99",
                            "mixed.open-loop.applied.p99")),
            Map.entry("response", Set.of("response.q1.p50", "response.q7.p99", "response.q7.events")),
            Map.entry("clients", Set.of("clients.queries", "clients.p99", "clients.equal")),
            Map.entry(
                    "points",
                    Set.of(
                            "points.p50",
                            "points.p999",
                            "points.operator.p99",
                            "points.operator.p999",
                            "points.beside.p99")),
            Map.entry("aggregates", Set.of("aggregates.generated", "aggregates.queries")),
            Map.entry("checkpoints", Set.of("checkpoints.events", "checkpoints.with-over-without", "checkpoints.gap")),
            Map.entry(
                    "freshness",
                    Set.of("freshness.p50", "freshness.p99", "freshness.max", "freshness.beside.queries")));

    @TempDir
    private Path directory;

    @Test
    void shouldMeasureAndFindEveryAnswerRight() throws IOException {
        measure(EXPERIMENTS, "--clients=2");
        checkLatencies("freshness");
        measure(List.of(new Mixed()), "--clients=0,2", "--checkpoints=1", "--query-rate=50");
    }

    @Test
    @Tag("campaign")
    void shouldMeasureAndFindEveryAnswerRightInFurtherExperiments() throws IOException {
        measure(FURTHER, "--clients=2");
        measure(OPEN_LOOP, "--clients=2", "--query-rate=50");
        checkLatencies("read");
    }

    private void measure(List<Experiment> experiments, String... further) throws IOException {
        List<String> options = new ArrayList<>(List.of(further));
        options.addAll(List.of(
                "--quick",
                "--subscribers=1000",
                "--aggregates=42",
                "--parallelism=1",
                "--seconds=0.2",
                "--warm-up=0.3",
                "--rate=1000",
                "--seed=7",
                "--out=" + directory));
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, "some", experiments, List.of())
                        .setCaseInsensitiveEnumValuesAllowed(true),
                options.toArray(String[]::new));

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        assertThat(run.err()).isEmpty();
        for (Experiment experiment : experiments) {
            checkReport(directory, experiment.name(), FIGURES.get(experiment.name()));
        }
    }

    /** A day turns every ten seconds, some calls are late by days and weeks, and a few subscribers call all the time. */
    @Test
    @Tag("campaign")
    void shouldFindEveryAnswerRightWhereTimeMovesAndSubscribersDiffer() throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, new FreshnessOfAnswers()),
                "--quick",
                "--subscribers=1000",
                "--aggregates=42",
                "--parallelism=2",
                "--seconds=10",
                "--clients=1",
                "--rate=2000",
                "--event-time=moving",
                "--distribution=zipf",
                "--out=" + directory);

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        checkReport(directory, "freshness", FIGURES.get("freshness"));
    }

    /** The report in a folder, whose answers are right, with all its figures. */
    static JsonNode checkReport(Path directory, String experiment, Set<String> expected) throws IOException {
        JsonNode report = new JsonMapper()
                .readTree(directory.resolve(experiment + ".json").toFile());
        assertThat(report.path("experiment").asText()).isEqualTo(experiment);
        assertThat(report.path("parameters").path("subscribers").asInt()).isEqualTo(1_000);
        assertThat(report.path("answers").path("verified").asInt()).isGreaterThan(30);
        assertThat(report.path("answers").path("wrong").asInt()).isZero();
        assertThat(report.path("checks")).isEmpty();
        Set<String> names = new TreeSet<>();
        for (JsonNode figure : report.path("figures")) {
            names.add(figure.path("name").asText());
            assertThat(figure.path("samples").asInt()).as(figure.toString()).isBetween(1, 10);
        }
        assertThat(names).containsAll(expected);
        return report;
    }

    private void checkLatencies(String experiment) throws FileNotFoundException {
        Path file = directory.resolve(experiment + ".hlog");
        assertThat(Files.exists(file)).isTrue();
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            assertThat(log.nextIntervalHistogram().getTag())
                    .startsWith(experiment)
                    .contains(";aggregates=42");
        }
    }
}
