package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.feed.Feed;
import dev.aimonflink.local.cluster.RunningCluster;
import dev.aimonflink.local.cluster.ScratchCluster;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A broker, a JobManager and TaskManagers as processes of this machine, subscribers in the matrix, and a client. */
public final class ClusterDeployment implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long POLL_MS = 20;

    /** Gigabytes of state are restored meanwhile. */
    public static final Duration START_LIMIT = Duration.ofMinutes(10);

    /** Longer than published events take until they are applied. */
    private static final Duration SETTLE_LIMIT = Duration.ofSeconds(60);

    private static final long SETTLE_POLL_MS = 500;

    /** Records, columns, and room for changes during a checkpoint, for each subscriber and aggregate. */
    private static final double HEAP_BYTES_PER_CELL = 14.5;

    private static final int LEAST_HEAP_MEBIBYTES = 1024;
    private static final int BYTES_PER_MEBIBYTE = 1 << 20;

    private final Setup setup;
    private final ScratchCluster cluster;
    private final EventStream events;
    private final QueryClient client;
    private final MatrixSchema schema;

    private ClusterDeployment(Setup setup, ScratchCluster cluster) {
        this.setup = setup;
        this.cluster = cluster;
        RunningCluster running = cluster.running();
        Connection connection = running.connection();
        Topics topics = Topics.defaults();
        events = new EventStream(
                connection, topics.events(), setup, 0, setup.feed().beginMs(Instant.now()));
        client = new QueryClient(connection, topics, "aim-bench");
        schema = running.jobSettings().schema();
    }

    /**
     * Starts a cluster, and returns when all subscribers and some calls of each are in the matrix.
     *
     * @param options further ones of {@code aim cluster up}
     */
    public static ClusterDeployment start(
            Setup setup, int checkpointSeconds, Consumer<String> progress, String... options) {
        List<String> all = new ArrayList<>(List.of(
                "--taskmanagers=" + setup.parallelism(),
                "--model=aim-" + setup.aggregates(),
                "--checkpoint-interval=" + checkpointSeconds + "s",
                "--heap=" + heapMebibytes(setup),
                "--timeout=" + START_LIMIT.toSeconds() + "s"));
        all.addAll(List.of(options));
        all.addAll(List.of("--", "--" + AimOptions.EVENTS_FORMAT.key() + "=" + EventStream.FORMAT.label()));
        ScratchCluster cluster = ScratchCluster.up(progress, all.toArray(String[]::new));
        try {
            ClusterDeployment deployment = new ClusterDeployment(setup, cluster);
            deployment.populate();
            return deployment;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static int heapMebibytes(Setup setup) {
        double bytes = HEAP_BYTES_PER_CELL * setup.subscribers() * setup.cellsOfEach() / setup.parallelism();
        return Math.max(LEAST_HEAP_MEBIBYTES, (int) (bytes / BYTES_PER_MEBIBYTE));
    }

    private void populate() {
        RunningCluster running = cluster.running();
        Feed.publishProfiles(
                CallModel.smallest(),
                ModelProfileGenerator.ofSubscribers(setup.seed()),
                setup.subscribers(),
                new RecordPublisher(running.connection(), Topics.defaults().profiles()));
        running.awaitCount("Profiles applied", running::profilesApplied, setup.subscribers());
        long calls = (long) setup.subscribers() * Deployment.CALLS_PER_SUBSCRIBER;
        events.publishAll(calls);
        running.awaitCount("Calls of the population", running::callsSettled, calls);
    }

    public RunningCluster running() {
        return cluster.running();
    }

    public EventStream events() {
        return events;
    }

    public QueryClient client() {
        return client;
    }

    /** Stops the job with a savepoint, and Flink's processes; events and queries still reach the broker. */
    public void stopFlink() {
        cluster.stopFlink();
    }

    /**
     * Starts new processes of Flink, and returns when the job runs again, from the savepoint.
     *
     * @param options of {@code aim cluster up} that change, and the jar
     */
    public void startFlink(String... options) {
        cluster.startFlink(options);
    }

    /** As {@code kill -9} does. */
    public void killTaskManager(int number) {
        cluster.killTaskManager(number);
    }

    /** Waits for a condition, whether the job runs or not. */
    public void await(String what, BooleanSupplier condition) {
        if (!Waiting.until(condition, LIMIT, POLL_MS)) {
            throw new IllegalStateException(what + " did not come within " + LIMIT.toSeconds() + " s.");
        }
    }

    /** Compares the answers with the truth until they agree, because after a restart no count shows that all events are applied. */
    public void examine(AnswerChecks verification) {
        events.flush();
        Truth truth = Truth.of(setup, schema, events, 0, counted -> {});
        AnswerChecks[] last = new AnswerChecks[1];
        Waiting.until(
                () -> {
                    last[0] = new AnswerChecks();
                    last[0].ask(client, setup, truth);
                    return last[0].answers().wrong() == 0;
                },
                SETTLE_LIMIT,
                SETTLE_POLL_MS);
        verification.add(last[0]);
    }

    @Override
    public void close() {
        try (cluster;
                client) {
            events.close();
        }
    }
}
