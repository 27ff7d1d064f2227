package dev.aimonflink.lab.demo;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.plain.PlainEntities;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A cluster of real processes, of which one is killed while calls pour in. */
@Tag("processes")
class ClusterIT {
    private static final long SEED = 20261121;
    private static final int SUBSCRIBERS = 300;
    private static final int CALLS_PER_SECOND = 2_000;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Topics topics = Topics.defaults();
    private final GivenModel given = GivenModel.of("aim-42");
    private final ModelProfileGenerator profiles = new ModelProfileGenerator(given.model(), SEED, given.tables());
    private final EventGenerator generator = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
    private final EventSample sample = new EventSample(given.model(), given.queries(), SUBSCRIBERS, 1);
    private final List<Long> pids = new ArrayList<>();

    @TempDir
    private Path folder;

    private ProcessCluster cluster;

    @BeforeEach
    void choose() {
        cluster = new ProcessCluster(folder);
    }

    private Connection up(String... options) {
        ProcessCluster.Up up = cluster.up(options);
        pids.addAll(cluster.pids());
        return up.connection();
    }

    @AfterEach
    void stop() {
        cluster.down();
    }

    @Test
    void shouldStayExactWhenATaskManagerIsKilledAndWhenTheClusterIsChanged() throws Exception {
        System.out.println("seed=" + SEED);
        Connection connection = up("--taskmanagers=2", "--heap=128", "--model=aim-84", "--checkpoint-interval=1s");
        try (QueryClient client = new QueryClient(connection, topics, "cluster-it");
                Feed feed = new Feed(
                        given.model(),
                        (timestampMs, into) -> CallModel.fill(into, generator.next(timestampMs)),
                        EventFormat.JSON,
                        new RecordPublisher(connection, topics.events()),
                        sample,
                        System::currentTimeMillis)) {
            publishProfiles(connection);
            killUnderLoad(client, feed);
            assertThat(cluster.pid("taskmanager-1")).isNotIn(pids);
            pids.add(cluster.pid("taskmanager-1"));
            assertAnswersAreExact(client, feed);
            assertClientsOfPostgresFindTheGatewayAgain();

            long broker = cluster.pid("broker");
            ProcessCluster.Run tooSlow = cluster.run(
                    "restart", "--jar=" + ProcessCluster.JAR, "--timeout=500ms", "--", "--aim.sql.max-rows=7");
            assertThat(tooSlow.exitCode()).as(tooSlow.err()).isEqualTo(ExitCode.FAILURE);
            assertThat(tooSlow.err()).contains("The job is stopped. It goes on with its settings by");
            assertThat(Files.readString(folder.resolve("cluster.json"))).doesNotContain("max-rows");
            ProcessCluster.Run restarted = cluster.run("restart", "--jar=" + ProcessCluster.JAR, "--model=aim-42");
            assertThat(restarted.exitCode()).as(restarted.err()).isEqualTo(ExitCode.OK);
            assertThat(cluster.pid("broker")).isEqualTo(broker);
            assertThat(cluster.pid("taskmanager-1")).isIn(pids);
            feed.publishCall(new EventGenerator(SEED + 1, SUBSCRIBERS, Distribution.uniform())::next);
            feed.flush();
            assertAnswersAreExact(client, feed);

            assertThat(cluster.run("down", "--savepoint").out()).startsWith("file:");
            up("--taskmanagers=1");
            feed.publishCall(new EventGenerator(~SEED, SUBSCRIBERS, Distribution.uniform())::next);
            feed.flush();
            assertAnswersAreExact(client, feed);
        }
        assertThat(cluster.run("up", "--jar=" + ProcessCluster.JAR).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.run("down").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster.run("down").exitCode()).isEqualTo(ExitCode.OK);
        ProcessCluster.Run other = cluster.run(
                "up", "--jar=" + ProcessCluster.JAR, "--model=" + Path.of("..", "docs", "models", "payments.yaml"));
        assertThat(other.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(other.err())
                .startsWith("model=payments has the entity 'card'")
                .contains("model=aim_42");
        assertThat(pids).noneMatch(pid -> ProcessHandle.of(pid)
                .flatMap(handle -> handle.info().commandLine())
                .filter(line -> line.contains(folder.toString()))
                .isPresent());
    }

    /** The savepoint comes from elsewhere, so that only the job can know its model. */
    @Test
    @Tag("campaign")
    void shouldSayWhyAJobRefusesASavepointAndGoOnWithItsModel() {
        Path ofPayments = Path.of("..", "aim-local", "src", "test", "resources", "savepoints", "payments");
        ProcessCluster.Run refused = cluster.run(
                "up",
                "--jar=" + ProcessCluster.JAR,
                "--taskmanagers=1",
                "--heap=128",
                "--model=aim-42",
                "--from-savepoint=" + ofPayments);
        assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILURE);
        assertThat(refused.err())
                .isEqualTo(
                        "The job did not start. model=aim_42 has the entity 'subscriber' with numbers as keys, but the"
                                + " state to restore is of model=payments, which has the entity 'card' with numbers as keys."
                                + " Restore it with a model of the same entity and kind of key, whatever else is changed. Or"
                                + " start model=aim_42 without this state, with another aim.kafka.group-id and topics of its"
                                + " own. Of a cluster, give that model with --model, another state with --from-savepoint, or"
                                + " another folder with --dir. Only if nobody needs the data, remove them: `aim cluster"
                                + " down --wipe --dir " + folder + "`.\n");
        up("--model=" + ofPayments.resolve("payments.yaml"), "--from-savepoint=" + ofPayments);
    }

    private void publishProfiles(Connection connection) {
        Feed.publishProfiles(given.model(), profiles, SUBSCRIBERS, new RecordPublisher(connection, topics.profiles()));
    }

    /** Kills a process and goes on until the job runs again; each question meanwhile has one answer, or an error. */
    private void killUnderLoad(QueryClient client, Feed feed) throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Void> calls = CompletableFuture.runAsync(() -> feed.run(CALLS_PER_SECOND, stop::get));
        List<CompletableFuture<QueryResult>> asked = new ArrayList<>();
        try {
            assertThat(Waiting.until(() -> isAnswered(client), LIMIT)).isTrue();
            long before = cluster.checkpoints();
            assertThat(Waiting.until(() -> cluster.checkpoints() > before, LIMIT))
                    .isTrue();
            cluster.kill("taskmanager-1");
            assertThat(Waiting.until(
                            () -> {
                                asked.add(client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(2)));
                                return cluster.run("status").exitCode() == ExitCode.FAILURE;
                            },
                            LIMIT))
                    .as("it is noticed")
                    .isTrue();
            assertThat(Waiting.until(
                            () -> {
                                asked.add(client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(2)));
                                return cluster.run("status").exitCode() == ExitCode.OK && isAnswered(client);
                            },
                            LIMIT,
                            100))
                    .as(() -> cluster.run("status").out())
                    .isTrue();
        } finally {
            stop.set(true);
            calls.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        feed.flush();
        for (CompletableFuture<QueryResult> each : asked) {
            // One that has no final answer would end in an exception here.
            assertThat(each.get(LIMIT.toSeconds(), TimeUnit.SECONDS).status()).isNotNull();
        }
    }

    private void assertClientsOfPostgresFindTheGatewayAgain() {
        int port = cluster.gatewayPort();
        String count = "SELECT count(*) FROM subscribers";
        OptionalLong before = PostgresClient.number(port, count);
        assertThat(before.orElse(0)).isGreaterThanOrEqualTo(SUBSCRIBERS);
        cluster.kill("gateway");
        assertThat(Waiting.until(() -> !pids.contains(cluster.pid("gateway")), LIMIT))
                .isTrue();
        pids.add(cluster.pid("gateway"));
        assertThat(Waiting.until(() -> PostgresClient.number(port, count).equals(before), LIMIT, 100))
                .isTrue();
    }

    private static boolean isAnswered(QueryClient client) {
        return client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(2))
                        .join()
                        .status()
                == QueryResult.Status.OK;
    }

    /** The last calls may still be on their way, and the first answers after a change, too. */
    private void assertAnswersAreExact(QueryClient client, Feed feed) {
        PlainEntities truth = sample.recomputed(profiles);
        AtomicReference<AnswerComparison.Outcome> last = new AtomicReference<>();
        boolean areExact = Waiting.until(() -> isAnswered(client) && isExact(client, truth, last), LIMIT);
        assertThat(areExact)
                .as(() -> "of " + feed.published() + " calls: " + last.get())
                .isTrue();
    }

    private boolean isExact(QueryClient client, PlainEntities truth, AtomicReference<AnswerComparison.Outcome> last) {
        CallGenerator parameters = new CallGenerator(SEED, ParameterRanges.PAPER, SUBSCRIBERS);
        AnswerComparison.Outcome outcome = new AnswerComparison(client::ask, given.model(), truth)
                .run(Workload.comparedQuestions(given.queries().entries(), parameters, 4), List.of(), truth.rows());
        last.set(outcome);
        return outcome.differences().isEmpty();
    }
}
