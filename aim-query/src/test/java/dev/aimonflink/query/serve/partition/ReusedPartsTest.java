package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.TestPartition.Sum;
import dev.aimonflink.query.serve.partition.TestPartition.SumOf;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.SteppedScans;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.testing.Scale;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_THIS_WEEK;
import static dev.aimonflink.query.serve.partition.TestPartition.CALLS_TODAY;
import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.DEADLINE_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Requests that take an older answer, in all modes of scans. */
@Tag("compiled")
class ReusedPartsTest {
    private static final int MAX_AGE_MS = 200;

    private TestPartition test;
    private Partition partition;
    private SteppedScans scans;

    private void open(ScanMode mode) {
        PartitionClocks clocks = new PartitionClocks(() -> test.nanos, () -> test.nanos, () -> 0);
        scans = new SteppedScans(clocks);
        test = mode == ScanMode.S1
                ? new TestPartition()
                : TestPartition.beside(scans.thread(), CALLS_TODAY, CALLS_THIS_WEEK);
        partition = test.partition;
        partition.queries().scheduler().set(mode);
    }

    private void finish() {
        while (partition.hasWork() || scans.isBusy()) {
            if (!scans.goOn(partition.queries())) {
                partition.runSlice(Long.MAX_VALUE);
            }
        }
    }

    private void submit(String request, String column, int maxAgeMs) {
        partition.submit(
                new Asker(request, request, "client", "client", DEADLINE_MS, false, maxAgeMs), new SumOf(column));
    }

    private Part ask(String request, int maxAgeMs) {
        submit(request, CALLS_TODAY, maxAgeMs);
        finish();
        return test.answer(request);
    }

    private void pass(long millis) {
        test.nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerAtOnceByTheLastPartIfItIsNewEnough(ScanMode mode) {
        open(mode);
        test.fill(3);
        ask("first", MAX_AGE_MS);
        test.fill(1);
        pass(150);
        submit("again", CALLS_TODAY, MAX_AGE_MS);
        assertThat(partition.hasWork()).isFalse();
        assertThat(test.sum("again")).isEqualTo(new Sum(3, 3));
        assertThat(test.answer("again").scan())
                .isEqualTo(new Part.OfScan(null, 0, TimeUnit.MILLISECONDS.toNanos(150), 0, 0));
        assertThat(test.answer("again").cut().applied()).isEqualTo(3);
        assertThat(test.answer("again").scanNanos()).isZero();

        ask("anew", 0);
        assertThat(test.sum("anew")).isEqualTo(new Sum(3, 4));
        pass(150);
        assertThat(ask("newer", MAX_AGE_MS).cut().applied())
                .as("that of who wanted no older one")
                .isEqualTo(4);
        test.fill(1);
        pass(51);
        assertThat(ask("too old", MAX_AGE_MS).cut().applied()).isEqualTo(5);
        assertThat(test.answer("too old").scan().mode()).isEqualTo(mode);
        assertThat(partition.queries().reused()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldScanForAllWhereNobodyTakesAnOlderAnswer(ScanMode mode) {
        open(mode);
        test.fill(3);
        ask("a", 0);
        ask("b", 0);
        ask("c", MAX_AGE_MS);
        assertThat(test.answers).allMatch(part -> part.scan().mode() == mode);
        assertThat(partition.queries().reused()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldShowNobodyWhoIsErased(ScanMode mode) {
        open(mode);
        test.fill(3);
        ask("first", MAX_AGE_MS);
        test.forget(1);
        ask("again", MAX_AGE_MS);
        assertThat(test.sum("again")).isEqualTo(new Sum(2, 2));
    }

    /** Its cut had the entity, and so has its answer; but no later one. */
    @ParameterizedTest
    @EnumSource
    void shouldNotKeepThePartOfAPassDuringWhichAnEntityIsErased(ScanMode mode) {
        open(mode);
        test.fill(2 * Block.ROWS);
        submit("running", CALLS_TODAY, MAX_AGE_MS);
        partition.runSlice(0);
        scans.goOn(partition.queries());
        assertThat(partition.queries().passRuns()).isTrue();
        test.forget(1);
        submit("meanwhile", CALLS_TODAY, MAX_AGE_MS);
        finish();
        assertThat(test.sum("meanwhile")).isEqualTo(new Sum(2 * Block.ROWS - 1, 2 * Block.ROWS - 1));
        assertThat(test.sum("running")).isEqualTo(new Sum(2 * Block.ROWS, 2 * Block.ROWS));
        ask("again", MAX_AGE_MS);
        assertThat(test.sum("again")).isEqualTo(new Sum(2 * Block.ROWS - 1, 2 * Block.ROWS - 1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldScanAnewAfterATurn(ScanMode mode) {
        open(mode);
        test.fill(3);
        ask("first", MAX_AGE_MS);
        partition.advanceTo(NOON_MS + DAY_MS);
        ask("again", MAX_AGE_MS);
        assertThat(test.sum("again")).isEqualTo(new Sum(3, 0));
        assertThat(test.answer("again").cut().windowNumbers())
                .isNotEqualTo(test.answer("first").cut().windowNumbers());
    }

    /** A query of the week goes on with its cut in either mode; one of the day does so beside. */
    @ParameterizedTest
    @EnumSource
    void shouldNotKeepThePartOfAPassDuringWhichAWindowTurns(ScanMode mode) {
        open(mode);
        test.fill(2 * Block.ROWS);
        submit("week", CALLS_THIS_WEEK, MAX_AGE_MS);
        submit("day", CALLS_TODAY, MAX_AGE_MS);
        for (int i = 0; i < 4; i++) {
            partition.runSlice(0);
            scans.goOn(partition.queries());
        }
        assertThat(test.answers).isEmpty();
        partition.advanceTo(NOON_MS + DAY_MS);
        finish();
        assertThat(test.answer("week").cut().newestMs()).isEqualTo(NOON_MS);
        submit("week again", CALLS_THIS_WEEK, MAX_AGE_MS);
        finish();
        assertThat(test.answer("week again").cut().newestMs()).isEqualTo(NOON_MS + DAY_MS);
        ask("day again", MAX_AGE_MS);
        assertThat(test.sum("day again")).isEqualTo(new Sum(2 * Block.ROWS, 0));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveThePlacesOfTheCutToWhoWantsThem(ScanMode mode) {
        open(mode);
        test.fill(1);
        List<EventPlace> before = List.of(new EventPlace(new SourcePartition("events", 0), 10, NOON_MS, false, 0));
        partition.progress().advance(before, 0);
        assertThat(ask("first", MAX_AGE_MS).cut().places()).isNull();
        partition
                .progress()
                .advance(List.of(new EventPlace(new SourcePartition("events", 0), 20, NOON_MS, false, 0)), 0);
        partition.submit(
                new Asker("wanting", "wanting", "client", "client", DEADLINE_MS, true, MAX_AGE_MS),
                new SumOf(CALLS_TODAY));
        assertThat(test.answer("wanting").cut().places()).isEqualTo(before);
        assertThat(ask("plain", MAX_AGE_MS).cut().places()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerByAPartOfTheOtherMode(ScanMode mode) {
        open(ScanMode.S2);
        partition.queries().scheduler().set(mode);
        test.fill(3);
        ask("first", MAX_AGE_MS);
        partition.queries().scheduler().set(mode == ScanMode.S1 ? ScanMode.S2 : ScanMode.S1);
        assertThat(ask("again", MAX_AGE_MS).scan().mode()).isNull();
        assertThat(test.sum("again")).isEqualTo(new Sum(3, 3));
    }

    // ---- other queries, of the last sealed cut

    private Part askOther(String request, int maxAgeMs) {
        submit(request, CALLS_THIS_WEEK, maxAgeMs);
        finish();
        return test.answer(request);
    }

    @Test
    void shouldScanTheLastSealedCutForAnotherQuery() {
        open(ScanMode.S2);
        test.fill(Block.ROWS + 3);
        ask("first", MAX_AGE_MS);
        test.fill(2);
        pass(150);
        assertThat(askOther("other", MAX_AGE_MS).cut())
                .isEqualTo(test.answer("first").cut());
        assertThat(test.answer("other").scan().mode()).isEqualTo(ScanMode.S2);
        assertThat(test.answer("other").scan().ageNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(150));
        assertThat(test.sum("other")).isEqualTo(new Sum(Block.ROWS + 3, Block.ROWS + 3));
        ask("equal", MAX_AGE_MS);
        assertThat(test.sum("equal")).isEqualTo(test.sum("first"));
        pass(51);
        assertThat(askOther("too old", MAX_AGE_MS).cut().applied()).isEqualTo(Block.ROWS + 5);
        assertThat(partition.verify()).isZero();
    }

    @Test
    void shouldTakeANewCutForWhoWantsNoOlderOne() {
        open(ScanMode.S2);
        test.fill(3);
        ask("first", MAX_AGE_MS);
        test.fill(1);
        ask("new", 0);
        assertThat(test.sum("new")).isEqualTo(new Sum(3, 4));
    }

    /** Nobody waits for the end of a cut that no pass reads. */
    @Test
    void shouldEndTheRestOfACutWhereTheColumnsAreNeeded() {
        open(ScanMode.S2);
        test.fill(3);
        ask("first", MAX_AGE_MS);
        assertThat(partition.queries().cuts().isResting()).isTrue();
        partition.advanceTo(NOON_MS + DAY_MS);
        assertThat(partition.queries().cuts().isResting()).as("a turn").isFalse();
        askOther("second", MAX_AGE_MS);
        test.forget(1);
        assertThat(partition.hasWork()).as("a row is to be removed").isTrue();
        finish();
        assertThat(partition.queries().cuts().isResting()).isFalse();
        assertThat(partition.rows()).isEqualTo(2);
        ask("third", MAX_AGE_MS);
        pass(MAX_AGE_MS);
        assertThat(partition.hasWork()).as("nobody can want it").isTrue();
        finish();
        assertThat(partition.queries().cuts().isResting()).isFalse();
        ask("fourth", 0);
        assertThat(partition.queries().cuts().isResting()).isFalse();
    }

    @Test
    void shouldEndTheRestOfACutWhereTooManyRowsWait() {
        open(ScanMode.S2);
        test.fill(60 * Block.ROWS);
        ask("first", MAX_AGE_MS);
        test.fill(1);
        assertThat(partition.makeRoom()).isTrue();
        assertThat(partition.queries().cuts().isRestOver()).isFalse();
        test.fill(60 * Block.ROWS);
        assertThat(partition.makeRoom()).isTrue();
        assertThat(partition.queries().cuts().isRestOver()).isTrue();
        askOther("other", MAX_AGE_MS);
        assertThat(test.sum("other")).isEqualTo(new Sum(60 * Block.ROWS, 2 * 60 * Block.ROWS + 1));
        assertThat(partition.verify()).isZero();
    }

    private static AskedQuery sql(String text) {
        return new AskedQuery("sql", Map.of("text", text));
    }

    @ParameterizedTest
    @EnumSource
    void shouldScanAnewInBothRoundsOfAQueryWithTwo(ScanMode mode) {
        PartitionedMatrix matrix = Run.matrix(mode);
        AskedQuery query = sql("SELECT count(*) FROM subscribers WHERE " + CALLS_TODAY + " <= (SELECT max("
                + CALLS_TODAY + ") FROM subscribers)");
        for (String name : List.of("first", "again")) {
            matrix.submit(name, query, MAX_AGE_MS);
            assertThat(matrix.parts(name)).isEmpty();
            // The cut is held until the second round is asked.
            while (matrix.answered(name) < matrix.partitionCount()) {
                for (int i = 0; i < matrix.partitionCount(); i++) {
                    matrix.runSlice(i);
                }
            }
            matrix.askSecondRound(name);
            matrix.finish();
            assertThat(matrix.result(name, new Random(1)).error()).isNull();
            assertThat(matrix.parts(name))
                    .hasSize(matrix.partitionCount())
                    .allMatch(part -> part.scan().mode() == mode);
        }
    }

    static LongStream seeds() {
        return Scale.seeds(10);
    }

    /** Each part is exactly that of a moment which is not too old, has nobody who was erased before, and has the present windows. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldAnswerAsOfAMomentThatIsNotTooOld(long seed) {
        Run run = new Run(seed);
        for (int round = 0; round < 150; round++) {
            run.round(round);
        }
        assertThat(run.reused).as("seed=%d", seed).isPositive();
        assertThat(run.scanned).as("seed=%d", seed).isPositive();
        assertThat(run.ofOldCuts > 0 || seed % 3 == 0).as("seed=%d", seed).isTrue();
        assertThat(run.matrix.verify()).as("seed=%d", seed).isZero();
    }

    private static final class Run {
        private static final MatrixSchema SCHEMA = CallModel.schema(42);
        private static final int PARTITIONS = 3;
        private static final long MOST_NANOS_BETWEEN = TimeUnit.MILLISECONDS.toNanos(30);

        /**
         * What a partition had from one moment on until the next.
         *
         * @param barrier how many turns and erasures there had been before it
         */
        private record State(long fromNanos, long barrier, long applied, long today, long week) {}

        private final long seed;
        private final RandomWorld world;
        private final Random random;
        private final PartitionedMatrix matrix;
        private final List<List<State>> states = new ArrayList<>();
        private int reused;
        private int scanned;
        private int ofOldCuts;

        Run(long seed) {
            this.seed = seed;
            world = new RandomWorld(seed, ZoneOffset.UTC, PlainDimensions.benchmark(), LocalDate.of(2026, 11, 18), 60);
            random = world.random();
            matrix = matrix(ScanMode.values()[(int) (seed % ScanMode.values().length)]);
            for (int partition = 0; partition < PARTITIONS; partition++) {
                states.add(new ArrayList<>());
            }
            for (long id : world.subscriberIds()) {
                matrix.event(world.event(id));
            }
            note();
        }

        private static PartitionedMatrix matrix(ScanMode mode) {
            return new PartitionedMatrix(
                    SCHEMA,
                    List.of(CALLS_TODAY, CALLS_THIS_WEEK),
                    PARTITIONS,
                    ZoneOffset.UTC,
                    PlainDimensions.benchmark(),
                    RowLimits.NONE,
                    mode);
        }

        private static long sum(Iterable<EntityRecord> records, String column) {
            final int slot = SCHEMA.column(column).slot();
            long sum = 0;
            for (EntityRecord record : records) {
                sum += record.ints()[slot];
            }
            return sum;
        }

        private void note() {
            for (int i = 0; i < PARTITIONS; i++) {
                Partition each = matrix.partition(i);
                List<EntityRecord> present =
                        matrix.stored(i).stream().map(each::present).toList();
                states.get(i)
                        .add(new State(
                                matrix.nanos(),
                                each.turns() + each.forgotten(),
                                each.progress().applied(),
                                sum(present, CALLS_TODAY),
                                sum(present, CALLS_THIS_WEEK)));
            }
        }

        private void update() {
            switch (random.nextInt(40)) {
                case 0 -> matrix.forget(world.subscriberId());
                case 1 -> matrix.profile(world.profile());
                case 2 -> matrix.advanceTo(world.nowMs());
                default -> matrix.event(world.event());
            }
            note();
        }

        private State last(int partition) {
            List<State> ofPartition = states.get(partition);
            return ofPartition.get(ofPartition.size() - 1);
        }

        void round(int number) {
            for (int left = random.nextInt(3); left > 0; left--) {
                update();
                matrix.pass(random.nextLong(MOST_NANOS_BETWEEN));
            }
            if (random.nextInt(10) == 0) {
                matrix.mode(ScanMode.values()[random.nextInt(ScanMode.values().length)]);
            }
            String name = "round " + number;
            AskedQuery query = sql("SELECT sum(" + CALLS_TODAY + "), sum(" + CALLS_THIS_WEEK + "), " + random.nextInt(2)
                    + " FROM subscribers");
            final int maxAgeMs = random.nextInt(4) == 0 ? 0 : random.nextInt(120);
            final long oldestNanos = matrix.nanos() - TimeUnit.MILLISECONDS.toNanos(maxAgeMs);
            List<State> asked = List.of(last(0), last(1), last(2));
            matrix.submit(name, query, maxAgeMs);
            while (matrix.answered(name) < PARTITIONS) {
                if (random.nextInt(8) == 0) {
                    update();
                }
                matrix.pass(random.nextLong(MOST_NANOS_BETWEEN / 10));
                matrix.runSlice(random.nextInt(PARTITIONS));
            }
            for (Part part : matrix.parts(name)) {
                check(name, part, oldestNanos, asked.get(part.source().partition()));
            }
            matrix.finish();
        }

        private void check(String name, Part part, long oldestNanos, State asked) {
            final String what = "seed=" + seed + ", " + name + ", " + part;
            if (part.error() != null) {
                // A window turned twice while it scanned.
                assertThat(part.scan()).as(what).isNull();
                return;
            }
            final boolean isReused = part.scan().mode() == null;
            final boolean isOld = part.scan().ageNanos() > 0;
            reused += isReused ? 1 : 0;
            scanned += isReused ? 0 : 1;
            ofOldCuts += isOld && !isReused ? 1 : 0;
            List<Object> row = matrix.result(name, part).rows().get(0);
            List<State> all = states.get(part.source().partition());
            boolean isOfAMoment = false;
            for (int i = 0; i < all.size(); i++) {
                final State state = all.get(i);
                final long untilNanos = i + 1 < all.size() ? all.get(i + 1).fromNanos : Long.MAX_VALUE;
                isOfAMoment |= untilNanos >= (isOld ? oldestNanos : asked.fromNanos)
                        && state.barrier >= asked.barrier
                        && state.applied == part.cut().applied()
                        && state.today == number(row.get(0))
                        && state.week == number(row.get(1));
            }
            assertThat(isOfAMoment).as(what).isTrue();
        }

        private static long number(Object sum) {
            return sum == null ? 0 : ((Number) sum).longValue();
        }
    }
}
