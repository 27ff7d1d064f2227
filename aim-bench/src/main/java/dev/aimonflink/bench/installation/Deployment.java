package dev.aimonflink.bench.installation;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.load.Campaigns;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.source.EventTime;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.local.SeparateBroker;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.rules.format.RuleJson;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.admin.Admin;

/** A job in this process with subscribers in its matrix, its topics on another process's broker, and a client. */
public final class Deployment implements AutoCloseable {
    /** Enough that every query's filter keeps some subscribers and drops others. */
    static final int CALLS_PER_SUBSCRIBER = 5;

    /** The most alerts written; many more fire. */
    public static final int ALERTS_PER_SECOND = 1_000;

    private static final Duration DELETE_LIMIT = Duration.ofSeconds(30);

    private final Setup setup;
    private final SeparateBroker broker;
    private final Connection connection;
    private final Topics topics = Topics.withPrefix("bench-" + UUID.randomUUID() + ".");
    private final long beginMs;

    private final CallTap tap;
    private final Intake workload;
    private LocalJob job;
    private QueryClient client;

    /** Creates the topics, without starting a job. */
    public Deployment(SeparateBroker broker, Setup setup) {
        this.broker = broker;
        this.setup = setup;
        beginMs = setup.feed().beginMs(Instant.now());
        connection = Connection.to(broker.bootstrap());
        try (TopicAdmin admin = new TopicAdmin(connection)) {
            admin.createMissing(topics, TopicSettings.defaults());
        }
        putRules();
        tap = new CallTap(setup.parallelism());
        workload = setup.model() == null
                ? new CallIntake(connection, topics.events(), setup, beginMs)
                : new ModelIntake(connection, topics.events(), setup, setup.model(), beginMs);
    }

    private void putRules() {
        if (setup.running().rules() > 0) {
            MatrixSchema schema = CallModel.schema(Integer.parseInt(setup.aggregates()));
            Campaigns campaigns = new Campaigns(schema, new Random(setup.seed()), Instant.ofEpochMilli(beginMs));
            try (RecordPublisher rules = new RecordPublisher(connection, topics.rules())) {
                campaigns
                        .ofThePapers(setup.running().rules())
                        .forEach(each -> rules.publish(RuleJson.key(each), RuleJson.write(each)));
                rules.flush();
            }
        }
    }

    /** Starts a job, and returns when all subscribers and some calls of each are in its matrix. */
    public static Deployment start(SeparateBroker broker, Setup setup) {
        Deployment deployment = new Deployment(broker, setup);
        try {
            deployment.startJob();
            deployment.awaitRows();
            deployment.populate();
            return deployment;
        } catch (RuntimeException e) {
            try (deployment) {
                throw e;
            }
        }
    }

    public void startJob() {
        Configuration options = LocalJob.optionsOf(broker.bootstrap(), topics)
                .set(AimOptions.COLUMNS, List.of(setup.running().columns()));
        setup.running().scans().ifPresent(mode -> options.set(AimOptions.SCANS_MODE, mode.label()));
        if (setup.running().rules() > 0) {
            options.set(AimOptions.ALERTS_MAX_PER_SECOND, ALERTS_PER_SECOND);
        }
        setup.running().producers().forEach((name, value) -> options.setString("kafka." + name, value));
        workload.configure(options);
        JobSettings settings = JobSettings.of(options.set(AimOptions.GROUP_ID, topics.events()));
        TappedSource source = new TappedSource(tap.id(), setup.subscribers(), workload.maker());
        MessageType<MatrixInput> type = new MessageType<>(new MatrixInput.Format());
        job = LocalJob.start(
                setup.parallelism(),
                setup.cluster(),
                settings,
                environment -> List.of(environment
                        .fromSource(source, EventTime.none(), "generate events", type)
                        .setBufferTimeout(settings.bufferTimeout().toMillis())
                        .uid("generate-events")),
                broker::requireAlive);
        client = newClient("aim-bench");
    }

    /** Ends the job and starts an empty one that reads Kafka from the beginning; needs a setup without checkpoints and a closed tap. */
    public void restartJob() {
        job.close();
        client.close();
        startJob();
    }

    /** Returns when every subscriber has a row and the first query its answer. */
    public void awaitRows() {
        job.awaitCount("Profiles applied", job::profilesApplied, setup.subscribers());
        job.awaitFirstAnswer(client::ask, workload.firstQuestion());
    }

    private void populate() {
        long callsOfEach = (long) setup.subscribers() * CALLS_PER_SUBSCRIBER / setup.parallelism();
        tap.allow(callsOfEach);
        job.awaitCount("Calls of the population", job::callsSettled, callsOfEach * setup.parallelism());
    }

    /** Lets the job make calls as fast as it can, until {@link #examine}. */
    public void openTap() {
        tap.allow(Long.MAX_VALUE);
    }

    public LocalJob job() {
        return job;
    }

    /** The caller closes it. */
    public QueryClient newClient(String clientId) {
        return new QueryClient(
                new Connection(broker.bootstrap(), setup.running().producers()), topics, clientId);
    }

    public Connection connection() {
        return connection;
    }

    public Topics topics() {
        return topics;
    }

    public QueryClient client() {
        return client;
    }

    public EventStream events() {
        return calls().events();
    }

    /** Publishes events as fast as it can, and returns when the broker has them. */
    public void publishAll(long events) {
        workload.publishAll(events);
    }

    private CallIntake calls() {
        if (workload instanceof CallIntake ofCalls) {
            return ofCalls;
        }
        throw new IllegalStateException("A deployment of the model '" + setup.aggregates() + "' has no calls.");
    }

    public Setup setup() {
        return setup;
    }

    /** Recounts the same calls, to get what the matrix must hold; while none are made. */
    public Truth truth() {
        return calls().truth(tap);
    }

    /** Compares the matrix and its answers with the truth, once all calls are in it. */
    public void examine(AnswerChecks verification) {
        tap.allow(0);
        job.await("The end of generated calls", tap::isUsedUp);
        workload.flush();
        job.awaitCount("Events applied", job::callsSettled, tap.made() + workload.published());
        workload.examine(job, client, tap, verification);
    }

    private void deleteTopics() {
        try (Admin admin = connection.openAdmin()) {
            Waiting.forResult(
                    admin.deleteTopics(topics.names()).all().toCompletionStage().toCompletableFuture(),
                    DELETE_LIMIT,
                    "The topics of the experiment were not deleted");
        }
    }

    /** Ends the job, and then deletes its topics, because all experiments share a broker. */
    @Override
    public void close() {
        try (tap;
                workload) {
            if (job != null) {
                job.close();
            }
        } finally {
            if (client != null) {
                client.close();
            }
            deleteTopics();
        }
    }
}
