package dev.aimonflink.bench.nexmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.bench.harness.ExperimentCommand;
import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.nexmark.Recount.Statistics;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.local.SeparateBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class NexmarkIT {
    private static final MeasuredModel MODEL = MeasuredModel.of(MeasuredModel.NEXMARK);
    private static final long SEED = 42;
    private static final long BIDS = 20_000;
    private static final long PREFIX = 10_000;
    private static final int PARALLELISM = 2;

    @TempDir
    private Path directory;

    /** Also where the readers of two Kafka partitions are apart. */
    @Test
    void shouldAnswerAsARecountDoesInOurJobAndInFlinkSql() {
        AnswerChecks checks = new AnswerChecks();
        try (SeparateBroker broker = SeparateBroker.start();
                BidTopic topic = new BidTopic(broker, MODEL, PARALLELISM, SEED, BIDS, PREFIX)) {
            Recount ofPrefix = new Recount(SEED, PREFIX);
            for (boolean isMiniBatch : new boolean[] {false, true}) {
                FlinkSql sql = new FlinkSql(topic, PARALLELISM, isMiniBatch);
                ofPrefix.check(checks, "Flink SQL", any -> true, sql.resultOfPrefix(), Statistics::rowOfWholeNumbers);
                assertThat(sql.takeIn(new Configuration()).bids()).isBetween(0L, BIDS);
            }
            try (OurJob job = new OurJob(topic, MODEL, PARALLELISM, new Configuration())) {
                assertThat(job.takeIn(Variant.QUESTIONS_PER_SECOND, SEED, checks)
                                .bids())
                        .isBetween(0L, BIDS);
                job.check(new Recount(SEED, BIDS), checks, "ours");
                job.check(ofPrefix, checks, "another recount");
            }
        }
        assertThat(checks.complaints()).isNotEmpty().allSatisfy(each -> assertThat(each)
                .startsWith("another recount"));
        assertThat(checks.answers().verified()).isGreaterThanOrEqualTo(4);
    }

    @Test
    @Tag("campaign")
    void shouldMeasureEachVariantAndFindEveryAnswerRight() throws IOException {
        CommandRun run = CommandRun.ofCommand(
                environment ->
                        ExperimentCommand.of(environment, new Nexmark()).setCaseInsensitiveEnumValuesAllowed(true),
                "--quick",
                "--out=" + directory);
        assertThat(run.exitCode()).as("%s", run).isEqualTo(ExitCode.OK);
        JsonNode report =
                new JsonMapper().readTree(directory.resolve("nexmark.json").toFile());
        assertThat(report.path("answers").path("wrong").asInt()).isZero();
        Set<String> names = new TreeSet<>();
        report.path("figures").forEach(figure -> names.add(figure.path("name").asText()));
        assertThat(names)
                .containsExactly(
                        "nexmark.flink-sql.events",
                        "nexmark.flink-sql.per-core",
                        "nexmark.ours.answers",
                        "nexmark.ours.events",
                        "nexmark.ours.per-core",
                        "nexmark.over-flink-sql");
    }
}
