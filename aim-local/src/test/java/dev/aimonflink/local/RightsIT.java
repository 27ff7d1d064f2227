package dev.aimonflink.local;

import dev.aimonflink.clients.Connection;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.TopicAdmin;
import dev.aimonflink.clients.TopicSettings;
import dev.aimonflink.clients.Topics;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.Topology;
import dev.aimonflink.job.config.JobArguments;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A broker with access control lists. Most users have all rights that the job needs but one. */
class RightsIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Topics TOPICS = Topics.withPrefix(Topics.DEFAULT_PREFIX);
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";
    private static final String ADMIN = "admin";
    private static final int RESTARTS = 3;

    /** Of which the job refuses to start without each, in the order of their users. */
    private static final List<Right> RIGHTS = List.of(
            new Right(ResourceType.TOPIC, TOPICS.events(), AclOperation.READ),
            new Right(ResourceType.TOPIC, TOPICS.profiles(), AclOperation.READ),
            new Right(ResourceType.TOPIC, TOPICS.queries(), AclOperation.READ),
            new Right(ResourceType.TOPIC, TOPICS.results(), AclOperation.WRITE),
            new Right(ResourceType.TOPIC, TOPICS.deadLetters(), AclOperation.WRITE),
            new Right(ResourceType.GROUP, "aim", AclOperation.READ),
            new Right(ResourceType.TRANSACTIONAL_ID, "aim-dead-letters", AclOperation.WRITE),
            new Right(ResourceType.TOPIC, TOPICS.rules(), AclOperation.READ),
            new Right(ResourceType.TOPIC, TOPICS.alerts(), AclOperation.WRITE),
            new Right(ResourceType.TRANSACTIONAL_ID, "aim-alerts", AclOperation.WRITE));

    private static final Right OF_SECOND_ROUNDS = new Right(ResourceType.TOPIC, TOPICS.queries(), AclOperation.WRITE);

    private static final AskedQuery IN_TWO_ROUNDS = new AskedQuery(
            "sql",
            Map.of(
                    "text",
                    "SELECT count(*) FROM subscribers WHERE number_of_calls_this_week >="
                            + " (SELECT avg(number_of_calls_this_week) FROM subscribers)"));

    private static EmbeddedBroker broker;
    private static LocalFlink flink;

    private record Right(ResourceType type, String name, AclOperation operation) {
        AclBinding of(String user) {
            PatternType pattern = type == ResourceType.TRANSACTIONAL_ID ? PatternType.PREFIXED : PatternType.LITERAL;
            return new AclBinding(
                    new ResourcePattern(type, name, pattern),
                    new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW));
        }

        @Override
        public String toString() {
            return operation + " " + type + " " + name;
        }
    }

    private static String userWithout(Right right) {
        return "user" + RIGHTS.indexOf(right);
    }

    @BeforeAll
    static void start() throws Exception {
        List<String> users = new ArrayList<>(List.of(ADMIN, "user-1", "user-2"));
        IntStream.range(0, RIGHTS.size()).forEach(i -> users.add("user" + i));
        StringBuilder passwords = new StringBuilder();
        users.forEach(user -> passwords.append(" user_").append(user).append("=\"secret\""));
        broker = EmbeddedBroker.start(
                EmbeddedBroker.DEFAULT_DEADLINE,
                Map.of(
                        "listener.security.protocol.map", "CLIENT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
                        "sasl.enabled.mechanisms", "PLAIN",
                        "sasl.mechanism.inter.broker.protocol", "PLAIN",
                        "listener.name.client.plain.sasl.jaas.config",
                                LOGIN + " username=\"" + ADMIN + "\" password=\"secret\"" + passwords + ";",
                        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                        "super.users", "User:" + ADMIN + ";User:ANONYMOUS"));
        flink = LocalFlink.start(1, 2, new Configuration());
        try (TopicAdmin admin = new TopicAdmin(connection(ADMIN))) {
            admin.createMissing(TOPICS, TopicSettings.defaults());
        }
        List<AclBinding> granted = new ArrayList<>();
        for (int i = -2; i < RIGHTS.size(); i++) {
            String user = "user" + i;
            for (Right right : RIGHTS) {
                if (RIGHTS.indexOf(right) != i) {
                    granted.add(right.of(user));
                }
            }
            if (i != -1) {
                granted.add(OF_SECOND_ROUNDS.of(user));
            }
        }
        try (Admin admin = connection(ADMIN).openAdmin()) {
            admin.createAcls(granted).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @AfterAll
    static void stop() {
        try {
            flink.close();
        } finally {
            broker.close();
        }
    }

    private static Map<String, String> login(String user) {
        return Map.of(
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                LOGIN + " username=\"" + user + "\" password=\"secret\";");
    }

    private static Connection connection(String user) {
        return new Connection(broker.bootstrap(), login(user));
    }

    /** A job that Flink restarts for ever. */
    private static RunningJob submit(String user, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--aim.kafka.bootstrap-servers=" + broker.bootstrap(),
                "--aim.model=aim-42",
                "--aim.dead-letters.delivery=exactly-once",
                "--aim.alerts.delivery=exactly-once"));
        arguments.addAll(List.of(more));
        login(user).forEach((name, value) -> arguments.add("--" + JobArguments.KAFKA_PREFIX + name + "=" + value));
        StreamExecutionEnvironment environment = flink.newEnvironment(new Configuration()
                .set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMinutes(4))
                .set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMinutes(1))
                .set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay")
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, Integer.MAX_VALUE)
                .set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(50)));
        Topology.build(environment, JobSettings.of(JobArguments.parse(arguments.toArray(String[]::new))));
        return flink.submit(environment, user);
    }

    static List<Right> rights() {
        return RIGHTS;
    }

    @ParameterizedTest
    @MethodSource("rights")
    void shouldRefuseToStartWithoutARight(Right right) {
        String user = userWithout(right);
        RunningJob job = submit(user);
        assertThat(Waiting.until(() -> job.status().isGloballyTerminalState(), DEADLINE))
                .as("the job has failed, in spite of its restart strategy")
                .isTrue();
        assertThatThrownBy(job::requireRunning)
                .hasStackTraceContaining("The job's user " + user + " lacks the right " + right.operation() + " on ")
                .hasStackTraceContaining(right.name())
                .hasStackTraceContaining("kafka-acls.sh --add --allow-principal User:" + user + " --operation ");
    }

    @Test
    void shouldRefuseToStartWithPresentWindowsWithoutTheRightToKnowTheTimesOfRecords() {
        RunningJob job = submit("user-2", "--aim.start=window");
        assertThat(Waiting.until(() -> job.status().isGloballyTerminalState(), DEADLINE))
                .as("the job has failed, in spite of its restart strategy")
                .isTrue();
        assertThatThrownBy(job::requireRunning)
                .hasStackTraceContaining(
                        "aim.start=window: the job's user lacks the right DESCRIBE_CONFIGS on topic " + TOPICS.events())
                .hasStackTraceContaining("--operation DescribeConfigs --topic " + TOPICS.events());
    }

    @Test
    void shouldRefuseWhatNeedsASecondRoundWithoutTheRightToWriteIt() throws Exception {
        RunningJob job = submit("user-1");
        job.awaitRunning(DEADLINE);
        try (QueryClient client = new QueryClient(connection(ADMIN), TOPICS, "analyst")) {
            assertThat(Waiting.until(() -> ask(client, IN_TWO_ROUNDS).error().code() == Code.OVERLOADED, DEADLINE))
                    .as("the first one times out")
                    .isTrue();
            assertThat(ask(client, AskedQuery.withDefaults("w2")).status()).isEqualTo(Status.OK);
            job.requireRunning();
            try (Admin admin = connection(ADMIN).openAdmin()) {
                admin.createAcls(List.of(OF_SECOND_ROUNDS.of("user-1")))
                        .all()
                        .get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            }
            assertThat(Waiting.until(() -> ask(client, IN_TWO_ROUNDS).status() == Status.OK, DEADLINE))
                    .as("answered once the right is there")
                    .isTrue();
        } finally {
            job.cancel();
        }
    }

    @Test
    void shouldApplyEventsAndDropAnswersWhileTheRightToWriteThemIsTakenAway() throws Exception {
        Right right = new Right(ResourceType.TOPIC, TOPICS.results(), AclOperation.WRITE);
        RunningJob job = submit("user-2");
        job.awaitRunning(DEADLINE);
        try (QueryClient client = new QueryClient(connection(ADMIN), TOPICS, "analyst");
                Admin admin = connection(ADMIN).openAdmin()) {
            assertThat(Waiting.until(
                            () -> ask(client, AskedQuery.withDefaults("w2")).status() == Status.OK, DEADLINE))
                    .isTrue();
            admin.deleteAcls(List.of(right.of("user-2").toFilter())).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(Waiting.until(
                            () -> {
                                ask(client, AskedQuery.withDefaults("w2"));
                                return flink.metrics().sum("aim.resultsDroppedNotAllowed") > 0;
                            },
                            DEADLINE))
                    .isTrue();
            job.requireRunning();
            job.checkpoint();
            admin.createAcls(List.of(right.of("user-2"))).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(Waiting.until(
                            () -> ask(client, AskedQuery.withDefaults("w2")).status() == Status.OK, DEADLINE))
                    .as("answered once the right is there again")
                    .isTrue();
        } finally {
            job.cancel();
        }
    }

    /** Also by the source's own part in the JobManager, which looks for new partitions: Flink begins that anew then. */
    @Test
    void shouldRestartUntilTheRightToReadEventsIsBack() throws Exception {
        Right right = new Right(ResourceType.TOPIC, TOPICS.events(), AclOperation.READ);
        RunningJob job = submit("user-2", "--kafka.partition.discovery.interval.ms=100");
        job.awaitRunning(DEADLINE);
        try (QueryClient client = new QueryClient(connection(ADMIN), TOPICS, "analyst");
                Admin admin = connection(ADMIN).openAdmin()) {
            assertThat(Waiting.until(
                            () -> ask(client, AskedQuery.withDefaults("w2")).status() == Status.OK, DEADLINE))
                    .isTrue();
            admin.deleteAcls(List.of(right.of("user-2").toFilter())).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            for (int i = 0; i < RESTARTS; i++) {
                assertThat(Waiting.until(() -> job.status() != JobStatus.RUNNING, DEADLINE))
                        .isTrue();
                assertThat(Waiting.until(() -> job.status() != JobStatus.RESTARTING, DEADLINE))
                        .isTrue();
            }
            assertThat(job.status().isGloballyTerminalState()).isFalse();
            admin.createAcls(List.of(right.of("user-2"))).all().get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
            assertThat(Waiting.until(
                            () -> ask(client, AskedQuery.withDefaults("w2")).status() == Status.OK, DEADLINE))
                    .as("answered once the right is there again")
                    .isTrue();
        } finally {
            job.cancel();
        }
    }

    private static QueryResult ask(QueryClient client, AskedQuery query) {
        return client.ask(query, Duration.ofSeconds(2)).join();
    }
}
