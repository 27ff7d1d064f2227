package dev.aimonflink.lab;

import dev.aimonflink.clients.EventPublisher;
import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.clients.query.CallGenerator;
import dev.aimonflink.clients.query.ParameterRanges;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.workload.GivenModel;
import dev.aimonflink.lab.workload.Workload;
import dev.aimonflink.local.RunningJob;
import dev.aimonflink.local.SharedCluster;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.setup.EventFormat;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An unaligned checkpoint holds chunks of calls that are on their way between tasks. Restored with another parallelism, each
 * reaches the partition that owns its subscribers now, and no call is lost or counted twice.
 */
class CallsInFlightIT {
    private static final Duration DEADLINE = Duration.ofSeconds(90);
    private static final long SEED = 11;
    private static final int SUBSCRIBERS = 2_000;
    private static final int CALLS = Scale.times(30_000);
    private static final int PARALLELISM = 2;
    private static final int MAX_PARALLELISM = 3;
    private static final int AGGREGATES = 42;
    private static final long LOOK_MS = 300;

    private final PlainCalls model = new PlainCalls(ZoneOffset.UTC, PresetModels.tables(), AGGREGATES);

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    /** Between the last answers and the model. */
    private List<AnswerComparison.Difference> differences;

    @BeforeEach
    void publish() {
        cluster.createTopics();
        long nowMs = System.currentTimeMillis();
        ModelProfileGenerator profiles = ModelProfileGenerator.ofSubscribers(SEED);
        EventGenerator calls = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
        try (ProfilePublisher subscribers = new ProfilePublisher(
                        CallModel.smallest(),
                        new RecordPublisher(
                                cluster.connection(), cluster.topics().profiles()));
                EventPublisher events = new EventPublisher(
                        cluster.connection(), cluster.topics().events(), EventFormat.BINARY)) {
            for (long id = 0; id < SUBSCRIBERS; id++) {
                subscribers.publish(profiles.profile(id));
                model.profile(CallProfiles.profile(id, profiles.profile(id).attributes()));
            }
            for (int i = 0; i < CALLS; i++) {
                Event call = calls.next(nowMs);
                events.publish(call);
                model.event(call);
            }
            subscribers.flush();
            events.flush();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, MAX_PARALLELISM})
    void shouldReachTheirOwnersAfterARescaling(int parallelism) {
        RunningJob job = submit(PARALLELISM, SavepointRestoreSettings.none());
        RunningJob.Checkpoint checkpoint = job.checkpoint();
        for (int taken = 1; taken < 20 && checkpoint.inFlightBytes() == 0; taken++) {
            checkpoint = job.checkpoint();
        }
        assertThat(checkpoint.inFlightBytes()).as("bytes in flight").isPositive();
        job.cancel();
        submit(parallelism, SavepointRestoreSettings.forPath(checkpoint.path()));
        QueryClient client = cluster.newClient();
        assertThat(Waiting.until(() -> isAnsweredRightly(client), DEADLINE, LOOK_MS))
                .as(() -> "seed=" + SEED + ", wrong at the end: " + differences)
                .isTrue();
    }

    private boolean isAnsweredRightly(QueryClient client) {
        CallGenerator parameters = new CallGenerator(SEED, ParameterRanges.PAPER, SUBSCRIBERS);
        GivenModel given = GivenModel.of("aim-" + AGGREGATES);
        differences = new AnswerComparison(client::ask, given.model(), model)
                .run(
                        Workload.comparedQuestions(given.queries().entries(), parameters, 4),
                        Stream.of(0L, SUBSCRIBERS - 1L, (long) SUBSCRIBERS)
                                .map(EntityId::of)
                                .toList(),
                        model.rows())
                .differences();
        return differences.isEmpty();
    }

    private RunningJob submit(int parallelism, SavepointRestoreSettings restoreFrom) {
        Configuration settings = new Configuration()
                .set(StateBackendOptions.STATE_BACKEND, "rocksdb") // slow, so that calls queue up before it
                .set(CheckpointingOptions.ENABLE_UNALIGNED, true)
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofHours(1))
                .set(
                        CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        Configuration options = cluster.options()
                .set(AimOptions.EVENTS_FORMAT, EventFormat.BINARY.label())
                .set(AimOptions.MODEL, "aim-" + AGGREGATES);
        RunningJob job = cluster.submit(cluster.newEnvironment(parallelism, settings), options, restoreFrom);
        job.awaitRunning(DEADLINE);
        return job;
    }
}
