package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.Delta;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.FakeScan;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.testing.Scale;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Columns of sliding windows: right at every moment, however turns, events, scans and the refill follow each other. */
class SlidingColumnsTest {
    private static final Model MODEL = ModelFile.parse("""
            model: payments
            entity: card
            event: payment
            key: cardId
            time: at
            fields:
              amount: {type: long, min: -9000000000000, max: 9000000000000}
              rate: double
              isOnline: boolean
            filters: {online: isOnline}
            windows: [1 day, last 4 hours, last 2 days by 6 hours]
            aggregates:
              events: [count]
              amount: [sum, min, max]
              rate: [sum]
            """, "payments");

    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final String COUNT_TODAY = "count_events_this_day";
    private static final String COUNT = "count_events_last_4_hours";
    private static final String ONLINE = "count_events_of_online_last_4_hours";
    private static final String SUM = "sum_amount_last_4_hours";

    private ModelPartitions matrix;
    private ModelPartitions.Owner owner;
    private Partition partition;
    private long epochMs;

    private void keep(String... columns) {
        keep(ScanMode.S1, columns);
    }

    private void keep(ScanMode mode, String... columns) {
        PartitionClocks clocks = new PartitionClocks(NanoClock.SYSTEM, NanoClock.SYSTEM, () -> epochMs);
        matrix = new ModelPartitions(
                MODEL, List.of(columns), EntityTables.NONE, 1, ZoneOffset.UTC, clocks, index -> mode);
        owner = matrix.owners().get(0);
        partition = owner.partition();
    }

    private static String[] allColumns() {
        return MatrixSchema.of(MODEL).columns().stream().map(StoredColumn::name).toArray(String[]::new);
    }

    /** Restores what was stored, with other columns and in the other mode. */
    private void restore(String... columns) {
        matrix = matrix.restored(List.of(columns), owner.isBeside() ? ScanMode.S1 : ScanMode.S3_IS);
        owner = matrix.owners().get(0);
        partition = owner.partition();
    }

    private static DeclaredEvent payment(long card, long timeMs, long amount) {
        DeclaredEvent event = new DeclaredEvent(MODEL.event());
        event.keyNumber(card);
        event.timestampMs(timeMs);
        event.values().bits(0, amount);
        event.values().bits(1, Double.doubleToRawLongBits(amount / 3.0));
        event.values().bits(2, amount & 1);
        return event;
    }

    /** A payment of an amount by each of some cards. */
    private void payEach(int cards, long timeMs, long amount) {
        for (int card = 0; card < cards; card++) {
            matrix.event(payment(card, timeMs, amount));
        }
    }

    private CellsOfColumns ask(String... columns) {
        Map<String, StoredColumn> named = new LinkedHashMap<>();
        for (String column : columns) {
            named.put(column, matrix.schema().column(column));
        }
        CellsOfColumns query = new CellsOfColumns(named);
        partition.submit(new Asker(String.join(",", columns), "client", Long.MAX_VALUE), query);
        return query;
    }

    private Map<EntityId, Map<String, Long>> cellsOf(CellsOfColumns query) {
        Map<EntityId, Map<String, Long>> cells = new HashMap<>();
        matrix.recordsAsOfNow(owner).forEach((key, record) -> cells.put(key, query.of(record)));
        return cells;
    }

    @Test
    void shouldShowTheValuesAfterATurnAtOnce() {
        keep(COUNT, SUM);
        payEach(200, NOON_MS, 5);
        payEach(200, NOON_MS + 3 * HOUR_MS, 7);
        matrix.finish();
        matrix.advanceTo(NOON_MS + 4 * HOUR_MS);
        CellsOfColumns query = ask(COUNT, SUM);
        owner.runSlice(0);
        assertThat(partition.queries().passRuns()).as("it waits for nothing").isTrue();
        matrix.finish();
        assertThat(query.seen()).hasSize(200).isEqualTo(cellsOf(query));
        assertThat(query.seen().get(EntityId.of(7))).containsEntry(COUNT, 1L).containsEntry(SUM, 7L);
    }

    @Test
    void shouldLetOnlyQueriesOverUnknownCellsWaitForTheRefill() {
        keep(COUNT, COUNT_TODAY);
        payEach(1_000, NOON_MS, 5);
        matrix.finish();
        matrix.advanceTo(NOON_MS + HOUR_MS);
        matrix.advanceTo(NOON_MS + 2 * HOUR_MS);
        CellsOfColumns waits = ask(COUNT);
        CellsOfColumns runs = ask(COUNT_TODAY);
        while (runs.seen().isEmpty()) {
            owner.runSlice(0);
        }
        assertThat(waits.seen()).isEmpty();
        assertThat(runs.seen()).isEqualTo(cellsOf(runs));
        matrix.finish();
        assertThat(owner.answers()).extracting(Part::requestKey).containsExactly(COUNT_TODAY, COUNT);
        assertThat(waits.seen()).hasSize(1_000).isEqualTo(cellsOf(waits));
    }

    @Test
    void shouldWaitForNothingIfAllPanesArePast() {
        keep(COUNT, SUM);
        payEach(200, NOON_MS, 5);
        matrix.advanceTo(NOON_MS + HOUR_MS);
        matrix.advanceTo(NOON_MS + 5 * HOUR_MS);
        owner.runSlice(0);
        assertThat(partition.hasWork()).as("no cell waits for a refill").isFalse();
        CellsOfColumns query = ask(COUNT, SUM);
        owner.runSlice(0);
        assertThat(partition.queries().passRuns()).isTrue();
        matrix.finish();
        assertThat(query.seen().get(EntityId.of(7))).containsEntry(COUNT, 0L).containsEntry(SUM, 0L);
    }

    @Test
    void shouldRestWhileASnapshotIsWritten() {
        keep(COUNT);
        payEach(200, NOON_MS, 5);
        matrix.finish();
        assertThat(partition.hasWork()).isFalse();
        partition.pause().until(500);
        matrix.advanceTo(NOON_MS + HOUR_MS);
        assertThat(partition.hasWork()).as("the present values are known").isFalse();
        epochMs = 500;
        assertThat(partition.hasWork()).isTrue();
        epochMs = 0;
        matrix.advanceTo(NOON_MS + 2 * HOUR_MS);
        assertThat(partition.hasWork()).as("queries would wait").isTrue();
        matrix.finish();
        CellsOfColumns query = ask(COUNT);
        matrix.finish();
        assertThat(query.seen()).isEqualTo(cellsOf(query));
    }

    static Stream<Arguments> modesAndTurns() {
        return throughTurns(ScanMode.S1, ScanMode.S2, ScanMode.S3_IS);
    }

    static Stream<Arguments> modesBesideAndTurns() {
        return throughTurns(ScanMode.S2, ScanMode.S3_IS);
    }

    private static Stream<Arguments> throughTurns(ScanMode... modes) {
        return Stream.of(modes)
                .flatMap(mode -> IntStream.rangeClosed(1, 5).mapToObj(turns -> Arguments.of(mode, turns)));
    }

    @ParameterizedTest
    @MethodSource("modesAndTurns")
    void shouldKeepRowsThatWaitForThePassThroughTurns(ScanMode mode, int turns) {
        keep(mode, COUNT, SUM, COUNT_TODAY);
        payEach(200, NOON_MS, 5);
        matrix.finish();
        CellsOfColumns running = ask(COUNT_TODAY);
        owner.runSlice(0);
        Map<EntityId, Map<String, Long>> atBegin = cellsOf(running);
        payEach(100, NOON_MS + MINUTE_MS, 7);
        for (int turn = 1; turn <= turns; turn++) {
            matrix.advanceTo(NOON_MS + turn * HOUR_MS);
            assertThat(partition.queries().passRuns()).isTrue();
            if (!owner.isBeside()) {
                assertThat(matrix.verify()).as("cells that differ").isZero();
            }
        }
        matrix.finish();
        assertThat(running.seen()).isEqualTo(atBegin);
        assertThat(matrix.verify()).as("cells that differ").isZero();
        CellsOfColumns query = ask(COUNT, SUM);
        matrix.finish();
        assertThat(query.seen()).isEqualTo(cellsOf(query));
    }

    /** Turns before the waiting rows of a sealed cut are merged, and before those of blocks that are given back. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void shouldTurnWhatWaitsForASealedCut(int turns) {
        keep(ScanMode.S2, COUNT);
        payEach(4 * Block.ROWS, NOON_MS, 5);
        matrix.finish();
        long nowMs = NOON_MS;
        // What waits before the second cut is sealed is merged beside.
        for (int pass = 0; pass < 2; pass++) {
            CellsOfColumns running = ask(COUNT);
            while (!partition.queries().isAway()) {
                owner.runSlice(0);
            }
            Map<EntityId, Map<String, Long>> atBegin = cellsOf(running);
            payEach(Delta.FULL_ROWS, nowMs + MINUTE_MS, 7);
            nowMs += turns * HOUR_MS;
            matrix.advanceTo(nowMs);
            assertThat(partition.makeRoom()).as("no block is given back").isFalse();
            while (running.seen().size() <= Block.ROWS) {
                owner.runSlice(0);
            }
            assertThat(partition.makeRoom()).as("one is").isTrue();
            payEach(2, nowMs, 9);
            assertThat(partition.queries().isAway()).isTrue();
            while (partition.queries().isAway()) {
                owner.runSlice(0);
            }
            assertThat(running.seen()).isEqualTo(atBegin);
            nowMs += turns * HOUR_MS;
            matrix.advanceTo(nowMs);
        }
        assertThat(matrix.verify()).as("cells that differ").isZero();
        matrix.finish();
        CellsOfColumns query = ask(COUNT);
        matrix.finish();
        assertThat(query.seen()).isEqualTo(cellsOf(query));
        assertThat(matrix.verify()).as("cells that differ").isZero();
    }

    @ParameterizedTest
    @MethodSource("modesBesideAndTurns")
    void shouldHoldASealedCutThroughTurns(ScanMode mode, int turns) {
        keep(mode, COUNT, SUM);
        payEach(200, NOON_MS, 5);
        matrix.finish();
        CellsOfColumns query = new CellsOfColumns(Map.of(COUNT, matrix.schema().column(COUNT)));
        Map<EntityId, Map<String, Long>> ofCut = cellsOf(query);
        partition.submit(new Asker("r", "client", Long.MAX_VALUE), new FakeScan.Twice(query));
        while (!partition.queries().isHolding()) {
            owner.runSlice(0);
        }
        assertThat(query.seen()).isEqualTo(ofCut);
        query.seen().clear();
        for (int turn = 1; turn <= turns; turn++) {
            payEach(100, NOON_MS + turn * HOUR_MS - MINUTE_MS, 7);
            matrix.advanceTo(NOON_MS + turn * HOUR_MS);
        }
        partition.queries().askSecondRound("r", first -> query);
        while (partition.queries().passRuns()) {
            owner.runSlice(0);
        }
        assertThat(query.seen()).isEqualTo(ofCut);
        assertThat(matrix.verify()).as("cells that differ").isZero();
        matrix.finish();
        CellsOfColumns after = ask(COUNT, SUM);
        matrix.finish();
        assertThat(after.seen()).isEqualTo(cellsOf(after));
    }

    @Test
    void shouldRefillRowsThatMovedToABlockThatIsRefilled() {
        keep(COUNT);
        payEach(Block.ROWS + 200, NOON_MS, 5);
        payEach(Block.ROWS + 200, NOON_MS + 2 * HOUR_MS, 5);
        matrix.finish();
        matrix.advanceTo(NOON_MS + 3 * HOUR_MS);
        for (int row = 0; row < Block.ROWS; row += PaneRefill.ROWS_AT_ONCE) {
            owner.runSlice(0);
        }
        assertThat(partition.hasWork()).as("the second block waits").isTrue();
        matrix.forget(EntityId.of(7));
        matrix.finish();
        matrix.advanceTo(NOON_MS + 4 * HOUR_MS);
        assertThat(matrix.verify()).as("cells that differ").isZero();
        CellsOfColumns query = ask(COUNT);
        owner.runSlice(0);
        assertThat(partition.queries().passRuns()).as("it waits for no refill").isTrue();
        matrix.finish();
        assertThat(query.seen()).hasSize(Block.ROWS + 199).isEqualTo(cellsOf(query));
    }

    @Test
    void shouldReturnToNarrowColumnsWhenLargeSumsArePast() {
        keep(SUM);
        long large = 1L << 40;
        payEach(1, NOON_MS, large);
        assertThat(bytesAfterAPass()).as("both values are large").isEqualTo(Block.ROWS * (8L + 8 + 8));
        for (int hour = 1; hour < 6; hour++) {
            payEach(1, NOON_MS + hour * HOUR_MS, 1);
            matrix.finish();
        }
        assertThat(bytesAfterAPass()).isEqualTo(Block.ROWS * (8L + 4 + 4));
    }

    /** Before, no column needed the values after the next turn, so that the records do not have them. */
    @Test
    void shouldShowTheValuesAfterATurnOfColumnsThatARestoreAdded() {
        keep(COUNT_TODAY);
        payEach(200, NOON_MS, 5);
        payEach(200, NOON_MS + 3 * HOUR_MS, 7);
        matrix.finish();
        restore(COUNT_TODAY, ONLINE);
        ask(COUNT_TODAY);
        owner.runSlice(0);
        assertThat(partition.queries().passRuns()).isTrue();
        // They are not online, so that they change no value of the column.
        payEach(200, NOON_MS + 3 * HOUR_MS, 4);
        matrix.finish();
        matrix.advanceTo(NOON_MS + 4 * HOUR_MS);
        CellsOfColumns query = ask(ONLINE);
        owner.runSlice(0);
        matrix.finish();
        assertThat(query.seen()).hasSize(200).isEqualTo(cellsOf(query));
        assertThat(query.seen().get(EntityId.of(7))).containsEntry(ONLINE, 1L);
        assertThat(matrix.verify()).as("cells that differ").isZero();
    }

    /** A late event changes the day, and no value of the last hours; but its record's value after the next turn is not known yet. */
    @Test
    void shouldShowTheValuesAfterATurnOfARowWithALateEvent() {
        keep(COUNT_TODAY);
        payEach(1, NOON_MS, 5);
        restore(COUNT_TODAY, COUNT, ONLINE);
        DeclaredEvent late = payment(0, NOON_MS - 6 * HOUR_MS, 5);
        late.clockMs(NOON_MS);
        matrix.event(late);
        assertThat(matrix.verify()).as("cells that differ").isZero();
        matrix.advanceTo(NOON_MS + HOUR_MS);
        CellsOfColumns query = ask(COUNT, ONLINE);
        matrix.finish();
        assertThat(query.seen()).isEqualTo(cellsOf(query));
    }

    private static String[] someColumns(Random random) {
        String[] some = Arrays.stream(allColumns())
                .filter(column -> random.nextInt(3) == 0)
                .toArray(String[]::new);
        return some.length == 0 ? new String[] {COUNT_TODAY} : some;
    }

    /** Events come in the midst of passes, right after restores and later. */
    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void shouldHoldWhatTheRecordsHoldAfterRestoresWithOtherColumns(long seed) {
        Random random = new Random(seed);
        String[] columns = someColumns(random);
        keep(columns);
        long nowMs = NOON_MS;
        int passes = 0;
        for (int step = 0; step < 400; step++) {
            String what = "seed=" + seed + ", step=" + step + ", columns=" + List.of(columns);
            switch (random.nextInt(12)) {
                case 0 -> nowMs += random.nextLong(90 * MINUTE_MS);
                case 1 -> matrix.finish();
                case 2 -> {
                    columns = someColumns(random);
                    restore(columns);
                    ask(columns);
                    owner.runSlice(0);
                }
                case 3, 4 -> owner.runSlice(0);
                case 5 -> {
                    if (!partition.queries().passRuns()) {
                        passes += sameCellsOf(ask(columns), what) ? 1 : 0;
                    }
                }
                default -> {
                    for (int event = random.nextInt(30); event > 0; event--) {
                        long lateMs = random.nextInt(4) == 0 ? random.nextLong(10 * HOUR_MS) : 0;
                        matrix.event(payment(random.nextLong(60), nowMs - lateMs, random.nextInt(-100, 100)));
                    }
                }
            }
            matrix.advanceTo(nowMs);
        }
        assertThat(passes).as("passes compared, seed=%d", seed).isPositive();
        matrix.finish();
        assertThat(matrix.verify()).as("cells that differ, seed=%d", seed).isZero();
    }

    private long bytesAfterAPass() {
        ask(SUM);
        matrix.finish();
        return partition.columnBytes();
    }

    static LongStream seeds() {
        return Scale.seeds(5);
    }

    /** With an even seed on a thread beside. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldHoldWhatTheRecordsHoldAtEveryMoment(long seed) {
        Random random = new Random(seed);
        keep(ScanMode.values()[(int) (seed % ScanMode.values().length)], allColumns());
        String[] names =
                matrix.schema().columns().stream().map(StoredColumn::name).toArray(String[]::new);
        List<String> shuffled = new ArrayList<>(List.of(names));
        long nowMs = NOON_MS;
        int passes = 0;
        for (int step = 0; step < 600; step++) {
            String what = "seed=" + seed + ", step=" + step;
            switch (random.nextInt(30)) {
                case 0 -> nowMs += random.nextLong(90 * MINUTE_MS);
                case 1 -> nowMs += random.nextLong(random.nextInt(4) == 0 ? 60 * HOUR_MS : 4 * HOUR_MS);
                case 2 -> {
                    matrix.finish();
                    partition.queries().scheduler().set(ScanMode.values()[random.nextInt(ScanMode.values().length)]);
                }
                case 3 -> matrix.forget(EntityId.of(random.nextLong(300)));
                case 4, 5, 6 -> owner.runSlice(0);
                case 7 -> {
                    if (!partition.queries().passRuns()) {
                        Collections.shuffle(shuffled, random);
                        String[] some = shuffled.subList(0, 1 + random.nextInt(names.length))
                                .toArray(new String[0]);
                        passes += sameCellsOf(ask(some), what) ? 1 : 0;
                    }
                }
                case 8 -> {
                    if (owner.isBeside()) {
                        // What is read beside is not compared meanwhile.
                        matrix.finish();
                    }
                    assertThat(matrix.verify())
                            .as("cells that differ, %s", what)
                            .isZero();
                }
                case 9 -> {
                    if (!partition.queries().passRuns()) {
                        ask(COUNT_TODAY);
                        owner.runSlice(0);
                    }
                }
                default -> {
                    for (int event = random.nextInt(30); event > 0; event--) {
                        long lateMs = random.nextInt(4) == 0 ? random.nextLong(10 * HOUR_MS) : 0;
                        long amount = random.nextInt(50) == 0 ? 1L << 42 : random.nextInt(-100, 100);
                        matrix.event(payment(random.nextLong(300), nowMs - lateMs, amount));
                    }
                }
            }
            matrix.advanceTo(nowMs);
        }
        assertThat(passes).as("passes compared, seed=%d", seed).isPositive();
        matrix.finish();
        assertThat(matrix.verify()).as("cells that differ, seed=%d", seed).isZero();
    }

    /** Runs a query in the midst of a refill, perhaps. */
    private boolean sameCellsOf(CellsOfColumns query, String what) {
        Map<EntityId, Map<String, Long>> atBegin = cellsOf(query);
        while (partition.queries().size() > 0) {
            owner.runSlice(0);
        }
        assertThat(query.seen()).as("cells, %s", what).isEqualTo(atBegin);
        return !atBegin.isEmpty();
    }
}
