package dev.aimonflink.job.merge;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.BroadcastInput.SecondRound;
import dev.aimonflink.job.message.Execution;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MergeInput.Planned;
import dev.aimonflink.job.message.MergeInput.Registration;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.Status;
import dev.aimonflink.query.serve.request.Request;
import dev.aimonflink.query.serve.request.ScanQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Queries that the merger asks the partitions in two rounds. */
class SecondRoundTest {
    private static final int PARTITIONS = 2;

    /** On which no time passes, so that partitions hold a cut for as long as a slow machine needs it. */
    private static final PartitionClocks CLOCKS =
            new PartitionClocks(() -> 0, NanoClock.THREAD_CPU, System::currentTimeMillis);

    private static final String CALLS = "number_of_calls_this_week";

    /** Subscriber n has n calls. */
    private static final int SUBSCRIBERS = 10;

    private final JobSettings settings = TestSettings.with();
    private final List<Part> parts = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();
    private MergeHarness merger;

    @BeforeEach
    void open() throws Exception {
        merger = MergeHarness.fresh();
        for (int index = 0; index < PARTITIONS; index++) {
            Map<Long, EntityRecord> store = new HashMap<>();
            Partition partition = new Partition(
                    new Part.Source(index, PARTITIONS, 0),
                    new PartitionSettings(
                            settings.columnSet(), settings.tables(), settings.zone(), new ScalarKernels()),
                    key -> store.get(key.number()),
                    CLOCKS,
                    parts::add);
            partitions.add(partition);
        }
        for (long subscriber = 1; subscriber <= SUBSCRIBERS; subscriber++) {
            Partition owner = partitions.get((int) subscriber % PARTITIONS);
            EntityRecord record = owner.newRecord(subscriber);
            for (int call = 0; call < subscriber; call++) {
                owner.apply(record, CallModel.event(new Event(subscriber, MergeHarness.START_MS, 60, 1.5f, false)));
            }
        }
    }

    @AfterEach
    void close() throws Exception {
        merger.close();
    }

    private Request ask(String key, String text) throws Exception {
        Request request = MergeHarness.request(key, new AskedQuery("sql", Map.of("text", text)));
        merger.register(request);
        ScanQuery query = (ScanQuery) settings.catalogue().bind(request.asked());
        partitions.forEach(partition -> partition.submit(new Asker(key, "client", Long.MAX_VALUE), query));
        sendParts();
        return request;
    }

    private void runPartitions() {
        for (Partition partition : partitions) {
            while (partition.hasWork()) {
                partition.runSlice(Long.MAX_VALUE);
            }
        }
    }

    private void sendParts() throws Exception {
        runPartitions();
        for (Part part : parts) {
            merger.process(part);
        }
        parts.clear();
    }

    private void goOn(Partition partition, SecondRound round) throws IOException {
        Partial values = Partial.read(round.values());
        partition.queries().askSecondRound(round.requestKey(), held -> ((ScanQuery) held).second(values));
    }

    private SecondRound onlyRound() {
        assertThat(merger.answers()).as("before the second round").isEmpty();
        return assertThat(merger.secondRounds()).singleElement().actual();
    }

    private static String above(String value) {
        return "SELECT count(*) FROM subscribers WHERE " + CALLS + " > (" + value + ")";
    }

    private static final String ABOVE_AVERAGE = above("SELECT avg(" + CALLS + ") FROM subscribers");

    @Test
    void shouldAskThePartitionsAgainWithTheValuesOfTheFirstRound() throws Exception {
        answerAboveAverage();
        assertThat(merger.stateEntries()).isZero();
    }

    @Test
    void shouldKeepTheValuesOnRocksDb() throws Exception {
        merger.close();
        merger = MergeHarness.on(new EmbeddedRocksDBStateBackend());
        answerAboveAverage();
    }

    private void answerAboveAverage() throws Exception {
        Request request = ask("a", ABOVE_AVERAGE);
        SecondRound round = onlyRound();
        assertThat(round.requestKey()).isEqualTo(request.key());
        assertThat(round.execution()).as("that of the reader of the request").isEqualTo(merger.execution());
        for (Partition partition : partitions) {
            goOn(partition, round);
        }
        sendParts();
        QueryResult answer = merger.onlyAnswer();
        assertThat(answer.status()).isEqualTo(Status.OK);
        assertThat(answer.rows()).containsExactly(List.of(5L));
        assertThat(answer.partitions().answered()).isEqualTo(PARTITIONS);
        assertThat(merger.timers()).isZero();
    }

    @Test
    void shouldIgnoreASecondRoundThatSomebodyWritesAgain() throws Exception {
        ask("aim.queries.v1-0-1", ABOVE_AVERAGE);
        SecondRound round = onlyRound();
        for (Partition partition : partitions) {
            goOn(partition, round);
            goOn(partition, round);
            partition.runSlice(0);
            goOn(partition, round);
        }
        sendParts();
        assertThat(merger.onlyAnswer().rows()).containsExactly(List.of(5L));
        for (Partition partition : partitions) {
            goOn(partition, round);
        }
        sendParts();
        assertThat(merger.answers()).isEmpty();
        assertThat(merger.stateEntries()).isZero();
    }

    @Test
    void shouldAnswerWithTheErrorOfAPartitionThatHasLostItsCut() throws Exception {
        ask("a", ABOVE_AVERAGE);
        SecondRound round = onlyRound();
        partitions.get(0).queries().cancel("client", "a");
        parts.clear();
        for (Partition partition : partitions) {
            goOn(partition, round);
        }
        sendParts();
        QueryResult answer = merger.onlyAnswer();
        assertThat(answer.error().inSql().state()).isEqualTo("40001");
        assertThat(merger.secondRounds()).isEmpty();
    }

    /** While partitions wait for the second round, they do nothing else. */
    @Test
    void shouldBeginASecondRoundBeforeOtherStatementsAreMergedBeside() throws Exception {
        merger.close();
        merger = MergeHarness.with(TestSettings.with("--aim.sql.max-merge-time=1 h"))
                .withoutWaiting();
        String two = above("SELECT count(*) FROM subscribers, generate_series(1, 3)");
        ask("planned", two);
        merger.awaitMail();
        onlyRound();
        partitions.forEach(partition -> partition.queries().drop("planned"));
        String many = "generate_series(1, 10000)";
        ask("endless", "SELECT count(*) FROM " + String.join(", ", many + " a", many + " b", many + " c", many + " d"));
        while (merger.gauge(AimMetrics.MERGES_WAITING).intValue() > 0) {
            Thread.onSpinWait();
        }
        ask("waits", "SELECT count(*) FROM subscribers, generate_series(1, 3)");
        ask("two", two);
        assertThat(merger.gauge(AimMetrics.MERGES_WAITING).intValue()).isEqualTo(2);
        merger.process(new MergeInput.Refused("endless", QueryError.CANCELLED));
        merger.awaitMail(); // of the one that was cancelled
        merger.awaitMail();
        assertThat(merger.secondRounds()).extracting(SecondRound::requestKey).containsExactly("two");
        assertThat(merger.answers()).extracting(QueryResult::requestId).containsExactly("id of endless");
        merger.awaitMail();
        assertThat(merger.onlyAnswer().rows()).containsExactly(List.of(3L * SUBSCRIBERS));
    }

    @Test
    void shouldAnswerAnErrorBetweenTheRounds() throws Exception {
        ask("a", above("SELECT " + CALLS + " FROM subscribers"));
        assertThat(merger.onlyAnswer().error().inSql().state()).isEqualTo("21000");
        assertThatPartitionsWaitNoLonger("a");
        assertThat(merger.stateEntries()).isZero();
    }

    @Test
    void shouldRefuseASecondRoundThatCannotBeWritten() throws Exception {
        merger.health(settings.queriesTopic()).stuck(this);
        ask("a", ABOVE_AVERAGE);
        QueryError error = merger.onlyAnswer().error();
        assertThat(error.code()).isEqualTo(QueryError.Code.OVERLOADED);
        assertThat(error.message()).contains("needs a second round");
        // Written too, if it can be: it also finds out when the topic can be written again.
        assertThatPartitionsWaitNoLonger("a");
        partitions.forEach(partition -> partition.queries().drop("a"));
        merger.health(settings.queriesTopic()).free(this);
        ask("b", ABOVE_AVERAGE);
        assertThat(onlyRound().isNone()).isFalse();
    }

    private void assertThatPartitionsWaitNoLonger(String requestKey) {
        assertThat(merger.secondRounds()).containsExactly(SecondRound.none(requestKey, merger.execution()));
    }

    @Test
    void shouldTellThePartitionsThatOneHasFailed() throws Exception {
        merger.register(MergeHarness.request("a", new AskedQuery("sql", Map.of("text", ABOVE_AVERAGE))));
        QueryError error = new QueryError(QueryError.Code.OVERLOADED, "Too many queries.");
        merger.process(MergeHarness.withError(error, merger.part("a", 0, PARTITIONS, 0)));
        assertThat(merger.onlyAnswer().error()).isEqualTo(error);
        assertThatPartitionsWaitNoLonger("a");
    }

    @Test
    void shouldTellThePartitionsThatTheTimeIsUp() throws Exception {
        merger.register(MergeHarness.request("a", new AskedQuery("sql", Map.of("text", ABOVE_AVERAGE))));
        merger.pass(MergeHarness.TIMEOUT_MS);
        assertThat(merger.onlyAnswer().status()).isEqualTo(Status.TIMEOUT);
        assertThatPartitionsWaitNoLonger("a");
    }

    @Test
    void shouldTellNothingWhereThereIsNoSecondRound() throws Exception {
        ask("a", "SELECT count(*) FROM subscribers GROUP BY 1 / (" + CALLS + " - 2)");
        assertThat(merger.onlyAnswer().error().inSql().state()).isEqualTo("22012");
        assertThat(merger.secondRounds()).isEmpty();
    }

    @Test
    void shouldTimeOutInTheSecondRound() throws Exception {
        ask("a", ABOVE_AVERAGE);
        SecondRound round = onlyRound();
        goOn(partitions.get(0), round);
        sendParts();
        merger.pass(MergeHarness.TIMEOUT_MS);
        QueryResult answer = merger.onlyAnswer();
        assertThat(answer.status()).isEqualTo(Status.TIMEOUT);
        assertThat(answer.partitions().answered()).isEqualTo(1);
    }

    /** Of a request that an unaligned checkpoint has in flight, while the earlier reader had its text to plan. */
    @Test
    void shouldAnswerThatTheJobRestartedWhereATextWaitedToBePlanned() throws Exception {
        merger = merger.restart(3, 10);
        Request request = MergeHarness.request("a", new AskedQuery("sql", Map.of("text", ABOVE_AVERAGE)));
        merger.process(new Registration(request, MergeHarness.START_MS, new Execution(2, 5)));
        merger.pass(1_000);
        assertThat(merger.onlyAnswer().error().code()).isEqualTo(QueryError.Code.RESTARTED);
        assertThat(merger.stateEntries()).isZero();
    }

    /** Of a request that an unaligned checkpoint has in flight: the reader of queries would skip the round of an earlier one. */
    @Test
    void shouldAnswerThatTheJobRestartedWhereAnEarlierReaderReadTheRequest() throws Exception {
        merger = merger.restart(3, 10);
        Request request = MergeHarness.request("a", new AskedQuery("sql", Map.of("text", ABOVE_AVERAGE)));
        merger.process(new Registration(request, MergeHarness.START_MS, new Execution(2, 5)));
        merger.process(new Planned("a", null));
        ScanQuery query = (ScanQuery) settings.catalogue().bind(request.asked());
        partitions.forEach(partition -> partition.submit(new Asker("a", "client", Long.MAX_VALUE), query));
        runPartitions();
        for (Part part : parts) {
            merger.process(MergeHarness.ofAttempt(3, part));
        }
        assertThat(merger.onlyAnswer().error().code()).isEqualTo(QueryError.Code.RESTARTED);
        assertThat(merger.secondRounds()).isEmpty();
    }

    @Test
    void shouldAnswerThatTheJobRestartedBetweenTheRounds() throws Exception {
        ask("a", ABOVE_AVERAGE);
        onlyRound();
        merger = merger.restart(3, 10);
        merger.pass(1_000);
        assertThat(merger.onlyAnswer().error().code()).isEqualTo(QueryError.Code.RESTARTED);
        assertThat(merger.secondRounds()).isEmpty();
    }
}
