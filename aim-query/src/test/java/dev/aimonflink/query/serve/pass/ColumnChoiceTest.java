package dev.aimonflink.query.serve.pass;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.TestPartition;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.ColumnChoice.KeptColumn;
import dev.aimonflink.query.serve.pass.ColumnChoice.Why;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Columns that come when a question reads them, and go. */
@ParameterizedClass
@EnumSource(ScanMode.class)
class ColumnChoiceTest {
    private static final int ROWS = 2 * Block.ROWS + 10;
    private static final String LOCAL = "number_of_local_calls_this_week";
    private static final String LOCAL_TODAY = "number_of_local_calls_this_day";
    private static final String FAR = "number_of_long_distance_calls_this_week";

    /** Of all rows: whole blocks of 32 bits. */
    private static final long BYTES = 3L * Block.ROWS * Integer.BYTES;

    private final TestPartition test;
    private final Partition partition;

    ColumnChoiceTest(ScanMode mode) {
        test = TestPartition.in(mode, CALLS_TODAY, CALLS_THIS_WEEK);
        partition = test.partition;
        test.fill(ROWS);
    }

    /** What the columns may take that are not of the setting. */
    private long most = Long.MAX_VALUE;

    private ColumnChoice choice() {
        return partition.columns();
    }

    /** The columns that are kept besides those of the setting. */
    private Set<String> besides() {
        return choice().saved().keySet();
    }

    private long bytesBesides() {
        return choice().report().stream()
                .filter(each -> each.why() != Why.SETTING)
                .mapToLong(KeptColumn::bytes)
                .sum();
    }

    private void assertSum(String request, String column, long sum) {
        test.submit(request, new SumOf(column));
        test.finish();
        assertThat(test.sum(request)).isEqualTo(new Sum(ROWS, sum));
    }

    private void passMinutes(int minutes) {
        test.nanos += minutes * 60_000_000_000L;
        choice().look(most);
        test.finish();
    }

    private boolean isAnswered(String request) {
        return test.answers.stream().anyMatch(part -> part.requestKey().equals(request));
    }

    @Test
    void shouldReadAColumnFromTheRecordsOnce() {
        assertSum("first", LOCAL, ROWS);
        assertThat(besides()).containsExactly(LOCAL);
        assertThat(partition.verify()).isZero();
        test.call(7, NOON_MS + 1);
        assertSum("second", LOCAL, ROWS + 1);
        assertThat(test.answer("second").scan().fillNanos()).isZero();
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldSayHowLongAQuestionHasWaited() {
        test.submit("first", new SumOf(LOCAL));
        test.step();
        test.nanos += 123_000;
        test.finish();
        assertThat(test.answer("first").scan().fillNanos()).isEqualTo(123_000);
        assertThat(test.answer("first").queuedNanos()).isEqualTo(123_000);
    }

    @Test
    void shouldAnswerOthersMeanwhileAndCountWhatComes() {
        test.submit("slow", new SumOf(LOCAL));
        test.step();
        test.step();
        test.call(0, NOON_MS + 1);
        test.call(ROWS - 1, NOON_MS + 1);
        test.submit("quick", new SumOf(CALLS_TODAY));
        while (!isAnswered("quick")) {
            test.step();
        }
        assertThat(isAnswered("slow")).isFalse();
        assertThat(test.sum("quick")).isEqualTo(new Sum(ROWS, ROWS + 2));
        test.finish();
        assertThat(test.sum("slow")).isEqualTo(new Sum(ROWS, ROWS + 2));
    }

    @Test
    void shouldFollowATurnMeanwhile() {
        test.submit("slow", new SumOf(LOCAL_TODAY));
        test.step();
        test.step();
        test.call(5, NOON_MS + DAY_MS);
        test.finish();
        assertThat(test.sum("slow")).isEqualTo(new Sum(ROWS, 1));
        assertThat(partition.verify()).isZero();
    }

    /** Rows come, change, go and move to places that are filled, or not yet; each has another number of calls. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldFollowRowsThatComeAndGoMeanwhile(long seed) {
        Random random = new Random(seed);
        for (int call = 0; call < ROWS; call++) {
            test.call(random.nextInt(ROWS), NOON_MS);
        }
        test.submit("slow", new SumOf(LOCAL));
        int steps = 0;
        while (!isAnswered("slow")) {
            switch (random.nextInt(6)) {
                case 0 -> test.forget(random.nextInt(ROWS));
                case 1 -> test.forget(ROWS + random.nextInt(100));
                case 2 -> test.call(ROWS + random.nextInt(100), NOON_MS);
                default -> test.call(random.nextInt(ROWS), NOON_MS);
            }
            test.step();
            steps++;
        }
        assertThat(steps).as("steps").isGreaterThan(ROWS / 32);
        assertThat(partition.verify()).as("cells that differ, seed=%d", seed).isZero();
    }

    /** Others read a column all the time; the question has its turn, and then they. */
    @Test
    void shouldHaveItsTurnBesideColumnsThatAreReadAllTheTime() {
        most = BYTES;
        choice().look(most);
        assertSum("first", LOCAL, ROWS);
        for (int second = 0; second < 4; second++) {
            if (second == 0) {
                test.submit("patient", new SumOf(FAR));
            }
            test.submit("often" + second, new SumOf(LOCAL));
            test.nanos += 1_000_000_000L;
            choice().look(most);
            test.finish();
        }
        assertThat(test.sum("patient")).isEqualTo(new Sum(ROWS, 0));
        assertThat(test.sum("often3")).isEqualTo(new Sum(ROWS, ROWS));
    }

    /** Nothing is done in vain while a question waits for room. */
    @Test
    void shouldRestWhereNothingCanBeDone() {
        most = BYTES;
        choice().look(most);
        assertSum("first", LOCAL, ROWS);
        test.submit("waits", new SumOf(LOCAL));
        test.submit("slow", new SumOf(FAR));
        assertThat(partition.queries().wantsOtherColumns()).isTrue();
        assertThat(partition.queries().nextColumns().isNone()).isTrue();
        assertThat(partition.queries().wantsOtherColumns()).isFalse();
        test.finish();
        assertThat(test.sum("slow")).isEqualTo(new Sum(ROWS, 0));
    }

    @Test
    void shouldLetNoClientTakeAllPlaces() {
        for (int i = 0; i <= ColumnWaiters.MOST_OF_CLIENT; i++) {
            test.submit("a" + i, new SumOf(LOCAL));
        }
        assertThat(test.answer("a" + ColumnWaiters.MOST_OF_CLIENT).error().code())
                .isEqualTo(QueryError.Code.OVERLOADED);
        test.submit("b", "other", new SumOf(LOCAL));
        test.finish();
        assertThat(test.sum("b")).isEqualTo(new Sum(ROWS, ROWS));
    }

    @Test
    void shouldLetAColumnGoThatNobodyReads() {
        assertSum("first", LOCAL, ROWS);
        passMinutes(9);
        assertThat(besides()).containsExactly(LOCAL);
        assertSum("again", LOCAL, ROWS);
        passMinutes(9);
        assertThat(besides()).containsExactly(LOCAL);
        passMinutes(1);
        assertThat(besides()).isEmpty();
        assertThat(partition.verify()).isZero();
        assertSum("later", LOCAL, ROWS);
    }

    @Test
    void shouldLetThoseGoThatWereReadLongestAgoWhereOthersNeedTheirRoom() {
        most = 2 * BYTES;
        choice().look(most);
        assertSum("a", LOCAL, ROWS);
        assertSum("b", FAR, 0);
        assertSum("c", LOCAL, ROWS);
        assertSum("d", LOCAL_TODAY, ROWS);
        assertThat(besides()).containsExactlyInAnyOrder(LOCAL, LOCAL_TODAY);
        assertThat(bytesBesides()).isEqualTo(2 * BYTES);
    }

    @Test
    void shouldRefuseWhatHasNoRoom() {
        choice().look(BYTES - 1);
        test.submit("a", new SumOf(LOCAL));
        assertThat(test.answer("a").error())
                .isEqualTo(new QueryError(
                        QueryError.Code.SQL_ERROR,
                        "A partition would need 1 MiB for 1 column that is not of aim.matrix.columns, and"
                                + " aim.matrix.columns-memory and entities leave 0 MiB. Ask for fewer columns at a time, or give the"
                                + " option or the TaskManager more.",
                        new QueryError.InSql("53200", 0)));
        assertThat(choice().pin(List.of(LOCAL)).inSql().state()).isEqualTo("53200");
        assertSum("kept", CALLS_TODAY, ROWS);
    }

    /** Entities may take the room of columns. */
    @Test
    void shouldRefuseAQuestionThatWaitsForRoomThatIsGone() {
        test.submit("a", new SumOf(LOCAL));
        choice().look(0);
        test.finish();
        assertThat(test.answer("a").error().inSql().state()).isEqualTo("53200");
        assertThat(besides()).isEmpty();
    }

    @Test
    void shouldLetColumnsGoIfTheirRoomIsGone() {
        assertSum("a", LOCAL, ROWS);
        most = 0;
        passMinutes(1);
        assertThat(besides()).isEmpty();
    }

    @Test
    void shouldKeepWhatIsPinned() {
        assertThat(choice().pin(List.of(FAR, CALLS_TODAY))).isNull();
        test.finish();
        assertThat(choice().saved()).isEqualTo(Map.of(FAR, Why.PINNED));
        passMinutes(60);
        assertThat(besides()).containsExactly(FAR);
        most = BYTES;
        choice().look(most);
        test.submit("a", new SumOf(LOCAL));
        assertThat(test.answer("a").error().message()).contains(" beside those that are pinned");
        choice().unpin(List.of(FAR));
        assertSum("b", LOCAL, ROWS);
        assertThat(choice().saved()).isEqualTo(Map.of(LOCAL, Why.ASKED));
    }

    @Test
    void shouldDropWhatPeopleDrop() {
        assertSum("a", LOCAL, ROWS);
        choice().pin(List.of(FAR));
        test.finish();
        choice().drop(List.of(LOCAL, FAR));
        test.finish();
        assertThat(besides()).isEmpty();
        assertThat(choice().report()).extracting(KeptColumn::name).containsExactly(CALLS_TODAY, CALLS_THIS_WEEK);
    }

    @Test
    void shouldNotDropWhatAQuestionWaitsFor() {
        assertSum("a", LOCAL, ROWS);
        test.submit("b", new SumOf(LOCAL));
        choice().drop(List.of(LOCAL));
        test.finish();
        assertThat(test.sum("b")).isEqualTo(new Sum(ROWS, ROWS));
    }

    @Test
    void shouldReportWhatIsKeptAndWhy() {
        assertSum("a", LOCAL, ROWS);
        assertSum("b", LOCAL, ROWS);
        choice().pin(List.of(FAR));
        test.finish();
        test.nanos += 3_000_000_000L;
        assertThat(choice().report())
                .containsExactlyInAnyOrder(
                        new KeptColumn(CALLS_TODAY, Why.SETTING, BYTES, 0, null),
                        new KeptColumn(CALLS_THIS_WEEK, Why.SETTING, BYTES, 0, null),
                        new KeptColumn(LOCAL, Why.ASKED, BYTES, 2, 3L),
                        new KeptColumn(FAR, Why.PINNED, BYTES, 0, null));
    }

    @Test
    void shouldBeAsItWasAfterARestart() {
        TestPartition next = TestPartition.in(ScanMode.S1, CALLS_TODAY);
        next.partition.restoreColumns(Map.of(LOCAL, Why.ASKED, FAR, Why.PINNED, CALLS_TODAY, Why.ASKED));
        next.fill(10);
        assertThat(next.partition.columns().saved()).isEqualTo(Map.of(LOCAL, Why.ASKED, FAR, Why.PINNED));
        next.submit("a", new SumOf(LOCAL));
        assertThat(next.partition.queries().wantsOtherColumns()).isFalse();
        next.finish();
        assertThat(next.sum("a")).isEqualTo(new Sum(10, 10));
        assertThat(next.partition.verify()).isZero();
    }

    /** What is asked changes each minute; with room for all no column comes twice in ten minutes. */
    @Test
    void shouldLetNoColumnComeAndGoWithinTenMinutes() {
        Random random = new Random(11);
        List<String> counts = counts();
        Map<String, Integer> cameAt = new HashMap<>();
        for (int minute = 0; minute < 120; minute++) {
            String asked = counts.get(random.nextInt(counts.size()));
            test.submit("m" + minute, new SumOf(asked));
            test.finish();
            assertThat(test.answer("m" + minute).error()).isNull();
            for (String each : counts) {
                if (!besides().contains(each)) {
                    Integer came = cameAt.remove(each);
                    assertThat(came == null ? 10 : minute - came).isGreaterThanOrEqualTo(10);
                } else {
                    cameAt.putIfAbsent(each, minute);
                }
            }
            passMinutes(1);
        }
        assertThat(partition.verify()).isZero();
    }

    /** Whatever is asked, and with room for three of twelve. */
    @Test
    void shouldKeepWithinItsMemoryAndAnswerRightAllTheTime() {
        Random random = new Random(12);
        List<String> counts = counts();
        most = 3 * BYTES;
        choice().look(most);
        for (int question = 0; question < 60; question++) {
            String asked = counts.get(random.nextInt(counts.size()));
            test.call(random.nextInt(ROWS), NOON_MS + question);
            test.submit("q" + question, new SumOf(asked));
            test.finish();
            long sum = IntStream.range(0, ROWS)
                    .map(id -> test.recordFor(id)
                            .ints()[test.schema().column(asked).slot()])
                    .sum();
            assertThat(test.sum("q" + question)).as(asked).isEqualTo(new Sum(ROWS, sum));
            assertThat(bytesBesides()).isLessThanOrEqualTo(3 * BYTES);
        }
        assertThat(partition.verify()).isZero();
    }

    private List<String> counts() {
        return test.schema().columns().stream()
                .filter(column -> column.isInt() && column.function() == EventFunction.COUNT)
                .map(StoredColumn::name)
                .filter(name -> !name.equals(CALLS_TODAY) && !name.equals(CALLS_THIS_WEEK))
                .toList();
    }

    @Test
    void shouldEndAQuestionThatWaitsForColumns() {
        test.submit("a", new SumOf(LOCAL));
        test.step();
        assertThat(partition.cancel("client", "a")).isEqualTo(1);
        assertThat(test.answer("a").error()).isEqualTo(QueryError.CANCELLED);
        test.finish();
        assertThat(test.answers).hasSize(1);
    }

    /** Otherwise a column that takes longer than a question waits would never be there. */
    @Test
    void shouldGoOnWhereTheQuestionIsGone() {
        test.submit("a", new SumOf(LOCAL));
        test.step();
        test.epochMs = TestPartition.DEADLINE_MS;
        test.finish();
        assertThat(isAnswered("a")).isFalse();
        assertThat(besides()).containsExactly(LOCAL);
    }

    @Test
    void shouldWaitWhileASnapshotIsWritten() {
        test.submit("a", new SumOf(LOCAL));
        test.step();
        partition.pause().until(10);
        assertThat(test.hasWork()).isFalse();
        assertSum("b", CALLS_TODAY, ROWS);
        test.epochMs = 10;
        test.finish();
        assertThat(test.sum("a")).isEqualTo(new Sum(ROWS, ROWS));
    }

    @Test
    void shouldNameAColumnThatTheSchemaLacks() {
        test.submit("a", new SumOf("number_of_letters"));
        assertThat(test.answer("a").error().message())
                .startsWith("The schema has no column 'number_of_letters', which the query needs.");
        assertThat(Stream.of(Why.values()).map(Why::label).map(Why::of)).containsExactly(Why.values());
    }
}
