package dev.aimonflink.bench.harness;

import dev.aimonflink.bench.Replies;
import dev.aimonflink.bench.experiment.LatencyLog;
import dev.aimonflink.bench.experiment.Report;
import dev.aimonflink.bench.experiment.Samples;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.lab.meter.DueLatencies;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class ExperimentCommandTest {
    private final List<String> ran = new ArrayList<>();

    @TempDir
    private Path directory;

    /** An experiment without a deployment. */
    private Experiment experiment(String name, java.util.function.Consumer<Bench> run) {
        return new Experiment(name, "Measure nothing", new Defaults("42", List.of(1), 1, 1, List.of(1), List.of(1))) {
            @Override
            public void run(Bench bench) {
                ran.add(name);
                run.accept(bench);
            }
        };
    }

    private static void find(Bench bench) {
        DueLatencies due = new DueLatencies();
        DueLatencies.Interval interval = due.begin();
        interval.ended(1_000_000);
        Latencies latencies = new Latencies();
        latencies.add(due.next());
        bench.found().keep("found", Map.of(), latencies);
        bench.found().rate("found.queries", Map.of(), "queries/s", new Samples(1, 2, 3));
    }

    private CommandRun run(Experiment... experiments) {
        return CommandRun.ofCommand(
                environment -> ExperimentCommand.of(
                        environment,
                        experiments.length == 1 ? experiments[0].name() : "all",
                        List.of(experiments),
                        List.of()),
                "--quick",
                "--out=" + directory);
    }

    @Test
    void shouldGoOnAfterAFailedExperimentAndListIt() {
        CommandRun run = run(
                experiment("one", ExperimentCommandTest::find),
                experiment("two", bench -> {
                    throw new IllegalStateException("The job failed.");
                }),
                experiment("three", ExperimentCommandTest::find));

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(ran).containsExactly("one", "two", "three");
        assertThat(run.err()).contains("two failed: java.lang.IllegalStateException: The job failed.", "Failed: two.");
        assertThat(directory.resolve("three.json")).exists();
        assertThat(directory.resolve("two.json")).doesNotExist();
    }

    @Test
    void shouldNotMeasureAgainWhatTheSameCodeHasMeasured() throws IOException {
        Experiment one = experiment("one", ExperimentCommandTest::find);
        Experiment two = experiment("two", bench -> {
            find(bench);
            bench.keep();
            throw new IllegalStateException("The machine went down.");
        });
        run(one, two);
        CommandRun again = run(one, experiment("two", ExperimentCommandTest::find));

        assertThat(again.exitCode()).as("%s", again).isEqualTo(ExitCode.OK);
        assertThat(ran).as("what was not over is measured again").containsExactly("one", "two", "two");
        assertThat(again.err())
                .isEqualTo("one was measured before, by the same code on this machine. Delete "
                        + directory.resolve("one.json") + " to measure it again.\n");
        assertThat(again.out()).contains("found.queries");

        Path result = directory.resolve("one.json");
        Files.writeString(result, Files.readString(result).replaceFirst("\"code\" : \"\\w+\"", "\"code\" : \"x\""));
        run(one, two);
        assertThat(ran).endsWith("one");

        Files.writeString(result, "{");
        run(one, two);
        assertThat(ran).as("half a file is no result").endsWith("one").hasSize(5);
    }

    @Test
    void shouldWriteNothingBesideAWrongAnswer() throws IOException {
        Files.writeString(directory.resolve("one.hlog"), "of an earlier run");

        CommandRun run = run(experiment("one", bench -> {
            find(bench);
            bench.keep();
            assertThat(directory.resolve("one.hlog")).exists();
            bench.found().verification().complain("The answer is 2 where 1 is right.");
        }));

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(run.err()).contains("The answer is 2 where 1 is right.");
        assertThat(Report.read(directory.resolve("one.json")).figures()).isEmpty();
        assertThat(directory.resolve("one.hlog")).doesNotExist();
    }

    @Test
    void shouldKeepFiguresAndLatenciesBesideRightAnswers() throws IOException {
        CommandRun run = run(experiment("one", ExperimentCommandTest::find));

        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        Report report = Report.read(directory.resolve("one.json"));
        assertThat(report.figures()).hasSize(1);
        assertThat(report.isQuick()).isTrue();
        assertThat(report.environment()).containsKey("commit");
        assertThat(intervals(directory.resolve("one.hlog"))).hasSize(1);
    }

    @Test
    void shouldLeaveWhatItHasFoundWhenItFails() {
        CommandRun run = run(
                experiment("one", bench -> {
                    find(bench);
                    AskedQuery call = AskedQuery.withDefaults("q1");
                    bench.found()
                            .verification()
                            .isAnswered(new QueryClients.Ended(call, 0, 1, Replies.timeout(call), null));
                    bench.keep();
                    bench.keep();
                    throw new IllegalStateException("The job failed.");
                }),
                experiment("two", ExperimentCommandTest::find));

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE);
        Report report = Report.read(directory.resolve("one.json"));
        assertThat(report.figures()).hasSize(1);
        assertThat(report.checks()).as("about a question without an answer").hasSize(1);
        assertThat(directory.resolve("one.hlog")).exists();
    }

    @Test
    void shouldRefuseSoManyRepeats() {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, experiment("one", bench -> {})),
                "--repeat=31",
                "--out=" + directory);
        assertThat(run.err()).contains("repeat=31 is outside 1..30. Give a number inside.");
        assertThat(ran).isEmpty();
    }

    private static List<Histogram> intervals(Path log) throws IOException {
        List<Histogram> intervals = new ArrayList<>();
        LatencyLog.read(log, intervals::add);
        return intervals;
    }
}
