package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.plain.PlainCalls;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The engine and the plain model get the same events and must give the same answers. */
@Tag("compiled")
class PartitionAgainstPlainModelTest {
    private static final List<ScanMode> BESIDE = List.of(ScanMode.S2, ScanMode.S3_IS, ScanMode.S3_NI);
    private static final int STEPS = 4000;
    private static final int ROUNDS = 120;

    /** Of many subscribers, each of which the model looks at for each answer. */
    private static final int LONG_ROUNDS = Scale.times(8);

    /** Both sides of the comparison. */
    private static final class Pair {
        private final long seed;
        private final PlainCalls model;
        private final RandomWorld world;
        private PartitionedMatrix matrix;
        private boolean erases;
        private long forgetAfterMs = RowLimits.NEVER;

        Pair(long seed, int aggregates, int partitions, ZoneId zone, LocalDate start, int subscribers) {
            this(seed, aggregates, partitions, zone, PlainDimensions.benchmark(), start, subscribers);
        }

        Pair(
                long seed,
                int aggregates,
                int partitions,
                ZoneId zone,
                EntityTables tables,
                LocalDate start,
                int subscribers) {
            this.seed = seed;
            model = new PlainCalls(zone, tables, aggregates);
            matrix = new PartitionedMatrix(CallModel.schema(aggregates), partitions, zone, tables);
            world = new RandomWorld(seed, zone, tables, start, subscribers);
        }

        /** The same with passes in another mode. */
        Pair in(ScanMode mode) {
            matrix = matrix.restored(matrix.partitionCount(), mode);
            return this;
        }

        /** The same with other partitions, whose passes run in any mode. */
        void restore(int partitions) {
            ScanMode[] modes = ScanMode.values();
            matrix = matrix.restored(partitions, modes[world.random().nextInt(modes.length)]);
        }

        /** Makes the pair erase subscribers, too. */
        Pair erasing() {
            erases = true;
            return this;
        }

        /** The same with a matrix that forgets idle subscribers. */
        Pair forgettingAfter(long ageMs, int partitions, MatrixSchema schema, ZoneId zone) {
            forgetAfterMs = ageMs;
            matrix = new PartitionedMatrix(
                    schema,
                    Catalogues.scannedColumns(schema),
                    partitions,
                    zone,
                    PlainDimensions.benchmark(),
                    new RowLimits(Integer.MAX_VALUE, ageMs));
            return erasing();
        }

        /** Advances all partitions to the same time, and sweeps to the end. */
        void settle() {
            matrix.advanceTo(world.nowMs());
            model.advanceTo(world.nowMs());
            matrix.finish();
            model.forgetIdle(forgetAfterMs);
        }

        /** Applies one event, change of a profile, or erasure. */
        void update(Runnable whenTurned) {
            if (erases && world.random().nextInt(15) == 0) {
                long id = world.subscriberId();
                matrix.forget(id);
                model.forget(id);
                return;
            }
            int die = world.random().nextInt(20);
            if (die == 0) {
                long id = world.subscriberId();
                matrix.clearProfile(id);
                model.clearProfile(id);
            } else if (die < 4) {
                Profile profile = world.profile();
                matrix.profile(profile);
                model.profile(profile);
            } else {
                Event event = world.event();
                long turns = matrix.turns();
                matrix.event(event);
                if (matrix.turns() != turns) {
                    model.advanceTo(event.timestampMs());
                    whenTurned.run();
                }
                model.event(event);
            }
        }

        void compare(AskedQuery call) {
            assertSame(call, matrix.ask(call, world.random()), model.answer(call));
        }

        void assertSame(AskedQuery call, QueryResult result, List<List<Object>> expected) {
            assertThat(result.error()).as("%s, seed=%d", call, seed).isNull();
            assertThat(result.rows()).as("%s, seed=%d", call, seed).isEqualTo(expected);
            assertThat(result.rows())
                    .as("width of %s, seed=%d", call, seed)
                    .allMatch(row -> row.size() == result.columns().size());
        }

        void compareEverything() {
            RandomWorld.SCAN_QUERIES.forEach(query -> compare(AskedQuery.withDefaults(query)));
            for (int i = 0; i < 20; i++) {
                compare(world.scanCall());
                compare(world.pointCall());
            }
            QueryResult verified = matrix.ask(AskedQuery.withDefaults("verify"), world.random());
            assertThat(verified.rows()).as("seed=%d", seed).isEqualTo(List.of(List.of((long) model.rows(), 0L)));
            assertThat(matrix.verify()).as("cells that differ, seed=%d", seed).isZero();
            assertThat(matrix.rows()).as("rows, seed=%d", seed).isEqualTo(model.rows());
            assertThat(matrix.stored()).as("records, seed=%d", seed).isEqualTo(model.rows());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 42, 1, UTC, 2026-11-18",
        "2, 42, 2, UTC, 2026-12-30",
        "3, 42, 3, UTC, 1970-01-01",
        "4, 42, 7, UTC, 2024-02-27",
        "5, 546, 1, UTC, 2026-11-22",
        "6, 546, 3, UTC, 9998-10-10",
        "7, 42, 2, Europe/Zurich, 2026-03-25",
        "8, 42, 2, Europe/Zurich, 2026-10-21",
        "9, 42, 3, America/Sao_Paulo, 2018-11-01",
        "10, 42, 3, America/Sao_Paulo, 2018-02-14",
        "11, 42, 1, Asia/Beirut, 2026-03-26",
        "12, 42, 7, America/St_Johns, 2010-11-05",
        "13, 42, 2, Pacific/Apia, 2011-12-28",
        "14, 42, 1, Pacific/Kiritimati, 1970-01-02",
        "15, 546, 2, Asia/Kathmandu, 2026-11-18",
    })
    void shouldGiveTheModelsAnswersThroughDaysAndWeeks(
            long seed, int aggregates, int partitions, ZoneId zone, LocalDate start) {
        Pair pair = new Pair(seed, aggregates, partitions, zone, start, 200);
        pair.in(ScanMode.values()[(int) (seed % ScanMode.values().length)]);
        pair.compareEverything();
        for (int step = 1; step <= STEPS; step++) {
            pair.update(() -> {});
            if (step % 20 == 0) {
                pair.compare(pair.world.scanCall());
                pair.compare(pair.world.pointCall());
            }
            if (step % 500 == 0) {
                pair.compareEverything();
            }
        }
        assertThat(pair.matrix.turns()).as("turns, seed=%d", seed).isGreaterThan(20);
        assertThat(pair.matrix.lateEvents(0))
                .as("late for the day, seed=%d", seed)
                .isGreaterThan(20);
        assertThat(pair.matrix.lateEvents(1))
                .as("late for the week, seed=%d", seed)
                .isGreaterThan(5);
    }

    @Test
    void shouldGiveTheModelsAnswersOverManyRegions() {
        EntityTables many = PlainDimensions.with(PlainDimensions.regions(IntStream.range(0, 300)
                .mapToObj(zip -> "zip %d,city %d,,country %d,region %d".formatted(zip, zip % 70, zip % 20, zip % 11))
                .toArray(String[]::new)));
        Pair pair = new Pair(16, 42, 2, ZoneOffset.UTC, many, LocalDate.of(2026, 11, 18), 1000);
        for (int step = 1; step <= 3 * STEPS; step++) {
            pair.update(() -> {});
            if (step % STEPS == 0) {
                pair.compareEverything();
                pair.compare(new AskedQuery("q4", Map.of("gamma", 0L, "delta", 0L)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"21, 42", "22, 546"})
    void shouldGiveTheModelsAnswersAfterBeingRestoredWithAnotherParallelism(long seed, int aggregates) {
        Pair pair = new Pair(seed, aggregates, 2, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), 100);
        for (int partitions : new int[] {3, 1, 7, 2}) {
            pair.restore(partitions);
            pair.compareEverything();
            for (int step = 0; step < 500; step++) {
                pair.update(() -> {});
            }
            pair.compareEverything();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Block.ROWS - 1, Block.ROWS, Block.ROWS + 1})
    void shouldGiveTheModelsAnswersAtTheEdgesOfABlock(int rows) {
        Pair pair = new Pair(31, 42, 1, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), Math.max(rows, 2));
        for (int i = 0; i < rows; i++) {
            Profile profile = pair.world.profile(pair.world.subscriberIds()[i]);
            pair.matrix.profile(profile);
            pair.model.profile(profile);
        }
        assertThat(pair.matrix.rows()).isEqualTo(rows);
        pair.compareEverything();
        for (int step = 0; rows > 1 && step < 4 * rows; step++) {
            pair.update(() -> {});
        }
        pair.compareEverything();
    }

    @ParameterizedTest
    @CsvSource({"41, 42, 1, 36000", "42, 42, 2, 36000", "43, 42, 3, 200", "44, 42, 7, 500", "45, 546, 2, 200"})
    void shouldAnswerFromTheMomentThatThePassBegan(long seed, int aggregates, int partitions, int subscribers) {
        Pair pair = new Pair(seed, aggregates, partitions, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), subscribers);
        for (int i = 0; i < subscribers; i++) {
            pair.update(() -> {});
        }
        Rounds rounds = new Rounds(pair);
        int usual = subscribers > 1000 ? LONG_ROUNDS : ROUNDS;
        // How many slices a scan takes, and so what comes between them, depends on how long rows take.
        for (int round = 0; round < usual || (rounds.turnedAway == 0 && round < 10 * usual); round++) {
            rounds.run();
        }
        pair.compareEverything();
        assertThat(rounds.restarts).as("answers after a restart, seed=%d", seed).isPositive();
        assertThat(rounds.turnedAway)
                .as("refusals after two turns, seed=%d", seed)
                .isPositive();
    }

    /** A window that turns during a pass turns nobody away: the cut is sealed. */
    @ParameterizedTest
    @CsvSource({"61, 42, 1, 36000", "62, 42, 2, 36000", "63, 42, 3, 200", "64, 42, 7, 500", "65, 546, 2, 200"})
    void shouldAnswerFromTheMomentThatThePassBeganOnAThreadBeside(
            long seed, int aggregates, int partitions, int subscribers) {
        Pair pair = new Pair(seed, aggregates, partitions, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), subscribers)
                .in(BESIDE.get((int) (seed % BESIDE.size())))
                .erasing();
        for (int i = 0; i < subscribers; i++) {
            pair.update(() -> {});
        }
        long turnsBefore = pair.matrix.turns();
        Rounds rounds = new Rounds(pair);
        for (int round = 0; round < (subscribers > 1000 ? LONG_ROUNDS : ROUNDS); round++) {
            pair.matrix.mode(BESIDE.get(pair.world.random().nextInt(BESIDE.size())));
            rounds.run();
        }
        pair.compareEverything();
        assertThat(pair.matrix.turns() - turnsBefore).as("turns, seed=%d", seed).isGreaterThan(5);
        assertThat(rounds.restarts + rounds.turnedAway)
                .as("queries that a turn met, seed=%d", seed)
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"81, 1, 36000", "82, 2, 36000", "83, 3, 200", "84, 7, 500"})
    void shouldAnswerFromTheMomentThatThePassBeganWhileSubscribersAreErased(
            long seed, int partitions, int subscribers) {
        Pair pair = new Pair(seed, 42, partitions, ZoneOffset.UTC, LocalDate.of(2026, 11, 18), subscribers).erasing();
        for (int i = 0; i < subscribers; i++) {
            pair.update(() -> {});
        }
        Rounds rounds = new Rounds(pair);
        for (int round = 0; round < (subscribers > 1000 ? LONG_ROUNDS : ROUNDS); round++) {
            rounds.run();
        }
        pair.compareEverything();
        assertThat(rounds.restarts).as("answers after a restart, seed=%d", seed).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "91, 42, 1, 7, UTC, 2026-11-18",
        "92, 42, 2, 7, Europe/Zurich, 2026-10-21",
        "93, 42, 3, 10, UTC, 1970-01-01",
        "94, 546, 2, 30, America/St_Johns, 2010-11-05",
    })
    void shouldForgetWhomTheModelForgets(
            long seed, int aggregates, int partitions, int days, ZoneId zone, LocalDate start) {
        long ageMs = Duration.ofDays(days).toMillis();
        MatrixSchema schema = CallModel.schema(aggregates);
        Pair pair = new Pair(seed, aggregates, partitions, zone, start, 300)
                .forgettingAfter(ageMs, partitions, schema, zone);
        int forgotten = 0;
        for (int step = 1; step <= STEPS; step++) {
            pair.update(() -> {});
            if (step % 20 == 0) {
                int before = pair.model.rows();
                pair.settle();
                forgotten += before - pair.model.rows();
                pair.compare(pair.world.scanCall());
                pair.compare(pair.world.pointCall());
            }
            if (step % 500 == 0) {
                pair.compareEverything();
                pair.restore(1 + pair.world.random().nextInt(4));
                pair.settle();
                pair.compareEverything();
            }
        }
        assertThat(forgotten).as("forgotten, seed=%d", seed).isGreaterThan(20);
    }

    /** Passes that all partitions begin at the same moment, with updates and new questions between their slices. */
    private static final class Rounds {
        private final Pair pair;
        /** With more questions, each round would be longer than the one before. */
        private static final int MAX_JOINING = 4;

        private final Map<String, AskedQuery> joiningNext = new HashMap<>();
        private final Map<String, AskedQuery> outstanding = new HashMap<>();

        /** The answers of the model when a pass began. */
        private final Map<String, Map<Integer, List<List<Object>>>> answersByPass = new HashMap<>();

        private final Map<String, Set<Integer>> passesByName = new HashMap<>();
        private final Map<String, Integer> answeredBefore = new HashMap<>();
        private int pass;
        private int named;
        private int restarts;
        private int turnedAway;

        Rounds(Pair pair) {
            this.pair = pair;
        }

        private void submit() {
            String name = "request " + named++ + " of a round";
            AskedQuery call = pair.world.scanCall();
            joiningNext.put(name, call);
            pair.matrix.submit(name, call);
        }

        void run() {
            for (int i = 0; i < 4; i++) {
                submit();
            }
            outstanding.putAll(joiningNext);
            joiningNext.clear();
            for (int partition = 0; partition < pair.matrix.partitionCount(); partition++) {
                // Each slice opens one query. All partitions take their cuts before the next update.
                for (int opened = 0; opened < outstanding.size(); opened++) {
                    pair.matrix.runSlice(partition);
                }
            }
            pass++;
            outstanding.forEach((name, call) ->
                    answersByPass.computeIfAbsent(name, any -> new HashMap<>()).put(pass, pair.model.answer(call)));
            while (pair.matrix.passRunsInAny()) {
                int partition = pair.world.random().nextInt(pair.matrix.partitionCount());
                switch (pair.world.random().nextInt(8)) {
                    case 0 -> {
                        if (joiningNext.size() < MAX_JOINING) {
                            submit();
                        }
                    }
                    case 1, 2, 3, 4 -> pair.update(() -> {});
                    default -> {
                        // The next pass waits, so that all partitions begin it together.
                        if (pair.matrix.passRuns(partition)) {
                            pair.matrix.runSlice(partition);
                        }
                    }
                }
            }
            noteAnswers();
        }

        /** Answers of one pass are of its cut; those of different passes are of different windows. */
        private void noteAnswers() {
            for (String name : List.copyOf(outstanding.keySet())) {
                Set<Integer> passes = passesByName.computeIfAbsent(name, any -> new TreeSet<>());
                int answered = pair.matrix.answered(name);
                if (answered > answeredBefore.getOrDefault(name, 0)) {
                    passes.add(pass);
                }
                answeredBefore.put(name, answered);
                if (answered == pair.matrix.partitionCount()) {
                    check(name, outstanding.remove(name), passes);
                }
            }
        }

        private void check(String name, AskedQuery call, Set<Integer> passes) {
            QueryResult result = pair.matrix.result(name, pair.world.random());
            if (result.error() == null) {
                assertThat(passes).as("%s, seed=%d", call, pair.seed).hasSize(1);
                int answering = passes.iterator().next();
                pair.assertSame(call, result, answersByPass.get(name).get(answering));
                restarts += answersByPass.get(name).size() > 1 ? 1 : 0;
            } else {
                assertThat(result.error().code())
                        .as("%s, seed=%d", call, pair.seed)
                        .isEqualTo(QueryError.Code.WINDOW_TURNED);
                turnedAway++;
            }
        }
    }
}
