package dev.aimonflink.bench.streams;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.bench.harness.Experiment;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StreamsIT {
    @TempDir
    private Path directory;

    private void measure(Experiment experiment, String... figures) throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment -> ExperimentCommand.of(environment, experiment).setCaseInsensitiveEnumValuesAllowed(true),
                "--quick",
                "--seconds=0.2",
                "--warm-up=0.3",
                "--out=" + directory);
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        JsonNode report = new JsonMapper()
                .readTree(directory.resolve(experiment.name() + ".json").toFile());
        assertThat(report.path("answers").path("wrong").asInt()).isZero();
        assertThat(report.path("answers").path("verified").asInt()).isPositive();
        Set<String> names = new TreeSet<>();
        report.path("figures").forEach(figure -> names.add(figure.path("name").asText()));
        assertThat(names).contains(figures);
    }

    @Test
    void shouldComputeTheSameCostsInALoopAndInFlink() throws IOException {
        measure(new CostFunction(), "function.loop", "function.flink", "function.loop-kafka", "function.flink-kafka");
    }

    @Test
    @Tag("campaign")
    void shouldReadTheSameEventsByEachWay() throws IOException {
        measure(
                new Ingestion(),
                "ingestion.consumer",
                "ingestion.flink",
                "ingestion.consumer-decoded",
                "ingestion.flink-decoded");
    }

    @Test
    @Tag("campaign")
    void shouldComputeTheSameAveragesInALoopInFlinkAndInOurJob() throws IOException {
        measure(
                new RollingAggregation(),
                "aggregation.loop",
                "aggregation.flink",
                "aggregation.flink-kafka",
                "aggregation.ours.generated");
    }

    /** What a program computes is what is compared. */
    @Test
    void shouldCountAndAddUpWhatAProgramEmits() {
        FlinkProgram.Done done = FlinkProgram.run(environment -> environment
                .fromSequence(1, 1_000)
                .map(number -> (double) number)
                .returns(Double.class));
        assertThat(done.count()).isEqualTo(1_000);
        assertThat(done.sum()).isEqualTo(500_500);
        assertThat(done.perSecond()).isPositive();
    }
}
