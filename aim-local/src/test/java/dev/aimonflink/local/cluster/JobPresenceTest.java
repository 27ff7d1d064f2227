package dev.aimonflink.local.cluster;

import com.sun.net.httpserver.HttpServer;
import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.flink.FlinkRest;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Whether a job is there, by a JobManager that answers, answers something else, or does not answer. */
class JobPresenceTest {
    private static final Duration ANSWER_LIMIT = Duration.ofMillis(200);
    private static final int NO_ANSWER = 0;

    private final FakeProcesses processes = new FakeProcesses();
    private final Member process = new Member("jobmanager", Role.JOBMANAGER, processes.running(), 0);
    private final ClusterState state = Clusters.of(process);

    /** The statuses of the next answers; the last one stays. */
    private final Queue<Integer> statuses = new ArrayDeque<>();

    private String jobState = "RUNNING";
    private String vertices = "";
    private HttpServer server;
    private JobManager jobManager;

    @TempDir
    private Path root;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/jobs/" + state.jobId(), exchange -> {
            int status = statuses.size() > 1 ? statuses.remove() : statuses.element();
            if (status != NO_ANSWER) {
                byte[] body = ("{\"state\":\"" + jobState + "\"" + vertices + "}").getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
                exchange.close();
            }
        });
        server.start();
        jobManager = new JobManager(
                new FlinkRest("http://127.0.0.1:" + server.getAddress().getPort(), ANSWER_LIMIT));
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    @ParameterizedTest
    @CsvSource({"404, it does not run", "409, a savepoint is under way", "0, it gives no answer"})
    void shouldSayWhyAJobIsNotStopped(int status, String reason) {
        statuses.add(status);
        assertFails(
                        ClientException.class,
                        () -> jobManager.stopWithSavepoint(state.jobId(), "/savepoints", ANSWER_LIMIT))
                .hasMessageContaining(reason);
    }

    private Cluster cluster(Duration limit) {
        ClusterFolder folder = new ClusterFolder(root);
        return new Cluster(
                folder, processes, new CommandLines(folder, "java", "flink-core.jar"), line -> {}, limit, false);
    }

    @ParameterizedTest
    @CsvSource({
        "200, RUNNING, true",
        "200, RESTARTING, true",
        "200, FAILED, false",
        "200, FINISHED, false",
        "404, '', false",
        "500, '',",
        "503, '',",
        "0, '',"
    })
    void shouldDistinguishAJobThatIsGoneFromAMissingAnswer(int status, String reported, Boolean expected) {
        statuses.add(status);
        jobState = reported;
        assertThat(jobManager.jobState(state.jobId()).map(JobManager::isThere))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void shouldKnowNothingOfAJobWhereNothingListens() {
        server.stop(0);
        assertThat(jobManager.jobState(state.jobId())).isEmpty();
    }

    @Test
    void shouldAskAgainUntilFlinkKnowsWhetherTheJobIsThere() {
        statuses.addAll(List.of(NO_ANSWER, 503, 200));
        assertThat(cluster(Duration.ofMinutes(1)).isJobThere(jobManager, state)).isTrue();
        assertThat(statuses).containsExactly(200);
    }

    @Test
    void shouldSubmitNoSecondJobWhileTheFirstMayBeThere() {
        statuses.add(NO_ANSWER);
        assertFails(ClientException.class, () -> cluster(Duration.ofSeconds(1)).isJobThere(jobManager, state))
                .hasMessage("Waited 1 s in vain for Flink's answer on job " + state.jobId() + ". No second job was"
                        + " submitted beside it. Run `aim cluster down --dir " + root + "`, then `aim cluster up --dir "
                        + root + "`.");
    }

    @Test
    void shouldSayWhyAJobRefusesToStartInsteadOfWaitingForIt() {
        statuses.add(200);
        jobState = "FAILED";
        String stack =
                "Caused by: " + InvalidInputException.class.getName() + ": Its state is of another model.\\n\\tat X";
        answer("/exceptions", "{\"exceptionHistory\":{\"entries\":[{\"stacktrace\":\"" + stack + "\"}]}}");
        assertFails(ClientException.class, () -> cluster(Duration.ofMinutes(1)).awaitJob(jobManager, state))
                .hasMessage("The job did not start. Its state is of another model.");
    }

    @ParameterizedTest
    @CsvSource({"1, 1700", "0,"})
    void shouldKnowWhenTheLastTaskBeganToRun(int running, Long expectedMs) {
        statuses.add(200);
        vertices = ",\"vertices\":[{\"id\":\"a\",\"parallelism\":1,\"tasks\":{\"RUNNING\":1}},"
                + "{\"id\":\"b\",\"parallelism\":1,\"tasks\":{\"RUNNING\":" + running + "}}]";
        subtasksOf("a", 1_700);
        subtasksOf("b", 1_600);
        assertThat(jobManager.allTasksRunSinceMs(state.jobId())).isEqualTo(Optional.ofNullable(expectedMs));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 | 12 checkpoints
            1 | 12 checkpoints, 1 start from saved state
            3 | 12 checkpoints, 3 starts from saved state
            """)
    void shouldSayHowManyStartsWereFromSavedState(int restored, String expected) {
        answer("/checkpoints", "{\"counts\":{\"completed\":12,\"restored\":" + restored + "}}");
        assertThat(jobManager.checkpointCounts(state.jobId()).map(Object::toString))
                .contains(expected);
    }

    private void subtasksOf(String vertex, long runningMs) {
        answer(
                "/vertices/" + vertex + "/subtasktimes",
                "{\"subtasks\":[{\"timestamps\":{\"DEPLOYING\":" + (runningMs - 500) + ",\"RUNNING\":" + runningMs
                        + "}}]}");
    }

    /** Has the JobManager answer to a path of the job. */
    private void answer(String path, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        server.createContext("/jobs/" + state.jobId() + path, exchange -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private RunningCluster running(Duration limit) {
        return new RunningCluster(new ClusterFolder(root), state, jobManager, limit);
    }

    @Test
    void shouldAskAgainUntilFlinkSaysThatTheJobRuns() {
        statuses.addAll(List.of(NO_ANSWER, 503, 200));
        running(Duration.ofMinutes(1)).requireHealthy();
        assertThat(statuses).containsExactly(200);
    }

    @Test
    void shouldFailAtOnceWhereFlinkSaysThatTheJobDoesNotRun() {
        statuses.addAll(List.of(404, 200));
        jobState = "RESTARTING";
        RunningCluster cluster = running(Duration.ofMinutes(1));
        for (String each : List.of(JobManager.NOT_KNOWN, "RESTARTING")) {
            assertFails(ClientException.class, cluster::requireHealthy)
                    .hasMessage("The job of the cluster in " + root + " is " + each + ". `aim cluster status --dir "
                            + root + "` says how to fix it.");
        }
    }

    @Test
    void shouldFailWhereFlinkDoesNotAnswerWithinTheLimit() {
        statuses.add(NO_ANSWER);
        assertThatThrownBy(running(Duration.ZERO)::requireHealthy)
                .hasMessageStartingWith("The job of the cluster in " + root + " is out of reach.");
    }

    @Test
    void shouldNotAskForAJobThatWasNeverSubmitted() {
        assertThat(cluster(Duration.ZERO).isJobThere(jobManager, Clusters.empty()))
                .isFalse();
    }
}
