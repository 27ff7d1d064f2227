package dev.aimonflink.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.Aim;
import dev.aimonflink.clients.cli.environment.ClientFactory;
import dev.aimonflink.clients.cli.environment.Environment;
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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    private static final Path JAR = Path.of("..", "aim-job", "target", "aim-job.jar");

    private final Topics topics = Topics.defaults();
    private final GivenModel given = GivenModel.of("aim-42");
    private final ModelProfileGenerator profiles = new ModelProfileGenerator(given.model(), SEED, given.tables());
    private final EventGenerator generator = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
    private final EventSample sample = new EventSample(given.model(), given.queries(), SUBSCRIBERS, 1);
    private final List<Long> pids = new ArrayList<>();

    @TempDir
    private Path folder;

    private record Run(int exitCode, String out, String err) {
        JsonNode json() {
            try {
                return new ObjectMapper().readTree(out);
            } catch (IOException e) {
                throw new AssertionError("not JSON: " + this, e);
            }
        }
    }

    private Run cluster(String command, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> line = new ArrayList<>(List.of("cluster", command, "--dir=" + folder));
        line.addAll(List.of(options));
        int exitCode = Aim.run(
                new Environment(
                        InputStream.nullInputStream(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false,
                        ClientFactory.KAFKA),
                line.toArray(String[]::new));
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Connection up(String... options) {
        List<String> all = new ArrayList<>(List.of("--jar=" + JAR, "--pg=0", "--http=0", "--output=json"));
        all.addAll(List.of(options));
        Run up = cluster("up", all.toArray(String[]::new));
        assertThat(up.exitCode()).as("%s", up).isEqualTo(ExitCode.OK);
        assertThat(up.err())
                .contains("Ask with psql: psql -h 127.0.0.1 -p " + gatewayPort() + " -U aim aim\nConsole: "
                        + up.json().path("http").asText() + "/#token=aim_");
        status().forEach(part -> {
            if (part.hasNonNull("pid")) {
                pids.add(part.path("pid").asLong());
            }
        });
        return Connection.to(up.json().path("bootstrap").asText());
    }

    private JsonNode status() {
        return cluster("status", "--output=json").json();
    }

    private long pid(String part) {
        for (JsonNode each : status()) {
            if (each.path("part").asText().equals(part)) {
                return each.path("pid").asLong();
            }
        }
        throw new AssertionError("there is no " + part);
    }

    @AfterEach
    void stop() {
        assertThat(cluster("down").exitCode()).isEqualTo(ExitCode.OK);
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
            assertThat(pid("taskmanager-1")).isNotIn(pids);
            pids.add(pid("taskmanager-1"));
            assertAnswersAreExact(client, feed);
            assertClientsOfPostgresFindTheGatewayAgain();

            long broker = pid("broker");
            Run tooSlow = cluster("restart", "--jar=" + JAR, "--timeout=500ms", "--", "--aim.sql.max-rows=7");
            assertThat(tooSlow.exitCode()).as(tooSlow.err()).isEqualTo(ExitCode.FAILURE);
            assertThat(tooSlow.err()).contains("The job is stopped. It goes on with its settings by");
            assertThat(Files.readString(folder.resolve("cluster.json"))).doesNotContain("max-rows");
            Run restarted = cluster("restart", "--jar=" + JAR, "--model=aim-42");
            assertThat(restarted.exitCode()).as(restarted.err()).isEqualTo(ExitCode.OK);
            assertThat(pid("broker")).isEqualTo(broker);
            assertThat(pid("taskmanager-1")).isIn(pids);
            feed.publishCall(new EventGenerator(SEED + 1, SUBSCRIBERS, Distribution.uniform())::next);
            feed.flush();
            assertAnswersAreExact(client, feed);

            assertThat(cluster("down", "--savepoint").out()).startsWith("file:");
            up("--taskmanagers=1");
            feed.publishCall(new EventGenerator(~SEED, SUBSCRIBERS, Distribution.uniform())::next);
            feed.flush();
            assertAnswersAreExact(client, feed);
        }
        assertThat(cluster("up", "--jar=" + JAR).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster("down").exitCode()).isEqualTo(ExitCode.OK);
        assertThat(cluster("down").exitCode()).isEqualTo(ExitCode.OK);
        Run other = cluster("up", "--jar=" + JAR, "--model=" + Path.of("..", "docs", "models", "payments.yaml"));
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
        Run refused = cluster(
                "up",
                "--jar=" + JAR,
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
            long before = checkpoints();
            assertThat(Waiting.until(() -> checkpoints() > before, LIMIT)).isTrue();
            assertThat(ProcessHandle.of(pid("taskmanager-1")).orElseThrow().destroyForcibly())
                    .isTrue();
            assertThat(Waiting.until(
                            () -> {
                                asked.add(client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(2)));
                                return cluster("status").exitCode() == ExitCode.FAILURE;
                            },
                            LIMIT))
                    .as("it is noticed")
                    .isTrue();
            assertThat(Waiting.until(
                            () -> {
                                asked.add(client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(2)));
                                return cluster("status").exitCode() == ExitCode.OK && isAnswered(client);
                            },
                            LIMIT,
                            100))
                    .as(() -> cluster("status").out())
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
        int port = gatewayPort();
        String count = "SELECT count(*) FROM subscribers";
        OptionalLong before = PostgresClient.number(port, count);
        assertThat(before.orElse(0)).isGreaterThanOrEqualTo(SUBSCRIBERS);
        assertThat(ProcessHandle.of(pid("gateway")).orElseThrow().destroyForcibly())
                .isTrue();
        assertThat(Waiting.until(() -> !pids.contains(pid("gateway")), LIMIT)).isTrue();
        pids.add(pid("gateway"));
        assertThat(Waiting.until(() -> PostgresClient.number(port, count).equals(before), LIMIT, 100))
                .isTrue();
    }

    private int gatewayPort() {
        for (JsonNode each : status()) {
            if (each.path("part").asText().equals("gateway")) {
                String detail = each.path("detail").asText();
                return Integer.parseInt(detail.replaceFirst("^127[.]0[.]0[.]1:(\\d+).*$", "$1"));
            }
        }
        throw new AssertionError("there is no gateway");
    }

    private static boolean isAnswered(QueryClient client) {
        return client.ask(AskedQuery.withDefaults("w2"), Duration.ofSeconds(2))
                        .join()
                        .status()
                == QueryResult.Status.OK;
    }

    private long checkpoints() {
        for (JsonNode each : status()) {
            if (each.path("part").asText().equals("job")) {
                return Long.parseLong(each.path("detail").asText().replaceFirst("^\\w+ (\\d+) .*$", "$1"));
            }
        }
        throw new AssertionError("there is no job");
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
