package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.testing.Scale;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What all rows have counted ever, and those removed before the cut, is as many events as the answer says to be applied: whichever thread
 * scans, whatever comes between the slices, and however often the matrix is restored.
 */
@Tag("compiled")
class AppliedEventsTest {
    private static final String COUNT = "number_of_calls_ever";
    private static final int ROUNDS = 40;
    private static final int MOST_UPDATES_A_ROUND = 60;
    private static final int MOST_PARTITIONS = 4;
    private static final long FORGET_AFTER_MS = Duration.ofDays(9).toMillis();

    private static final AskedQuery SUM = sql("SELECT sum(" + COUNT + ") FROM subscribers");

    /** Its condition is true of all, but that is known in the second round alone. */
    private static final AskedQuery SUM_IN_SECOND_ROUND = sql("SELECT sum(" + COUNT + ") FROM subscribers WHERE "
            + COUNT + " <= (SELECT max(" + COUNT + ") FROM subscribers)");

    private static final MatrixSchema SCHEMA = MatrixSchema.of(withEver(CallModel.smallest()));

    static LongStream seeds() {
        return Scale.seeds(8);
    }

    private static AskedQuery sql(String text) {
        return new AskedQuery("sql", Map.of("text", text));
    }

    private static Model withEver(Model model) {
        Aggregates counted = model.aggregates();
        List<WindowPolicy> windows = new ArrayList<>(counted.windows());
        windows.add(new Ever());
        return new Model(
                "calls_ever",
                model.event(),
                model.entity(),
                new Aggregates(counted.filters(), windows, counted.aggregations(), 1),
                model.names());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldSayHowManyEventsTheRowsHaveCounted(long seed) {
        Run run = new Run(seed);
        for (int round = 0; round < ROUNDS; round++) {
            run.round(round);
        }
        assertThat(run.overtaken)
                .as("answers older than the rows, seed=%d", seed)
                .isPositive();
        assertThat(run.matrix.removed()).as("removed, seed=%d", seed).isNotEmpty();
    }

    private static final class Run {
        private final long seed;
        private final RandomWorld world;
        private final Random random;
        private PartitionedMatrix matrix;
        private ScanMode mode;
        private int overtaken;

        Run(long seed) {
            this.seed = seed;
            int subscribers = seed % 5 == 0 ? 2 * Block.ROWS + 1 : 60;
            world = new RandomWorld(
                    seed, ZoneOffset.UTC, PlainDimensions.benchmark(), LocalDate.of(2026, 11, 18), subscribers);
            random = world.random();
            mode = anyMode();
            matrix = new PartitionedMatrix(
                    SCHEMA,
                    List.of(COUNT, TestPartition.CALLS_TODAY),
                    1 + random.nextInt(MOST_PARTITIONS),
                    ZoneOffset.UTC,
                    PlainDimensions.benchmark(),
                    new RowLimits(seed % 3 == 0 ? 40 : Integer.MAX_VALUE, FORGET_AFTER_MS),
                    mode);
            for (int i = 0; i < subscribers; i++) {
                matrix.event(world.event(world.subscriberIds()[i]));
            }
        }

        private ScanMode anyMode() {
            return ScanMode.values()[random.nextInt(ScanMode.values().length)];
        }

        /** An event, which may be late, a profile or none, an erasure, or a time that passes. */
        private void update() {
            switch (random.nextInt(20)) {
                case 0 -> matrix.forget(world.subscriberId());
                case 1 -> matrix.clearProfile(world.subscriberId());
                case 2 -> matrix.profile(world.profile());
                case 3 -> matrix.advanceTo(world.nowMs());
                default -> matrix.event(world.event());
            }
        }

        private void updates() {
            for (int left = random.nextInt(MOST_UPDATES_A_ROUND); left > 0; left--) {
                update();
            }
        }

        void round(int number) {
            updates();
            if (random.nextInt(4) == 0) {
                mode = anyMode();
                matrix = matrix.restored(1 + random.nextInt(MOST_PARTITIONS), mode);
                updates();
            }
            if (random.nextInt(3) == 0) {
                mode = anyMode();
                matrix.mode(mode);
            }
            String name = "round " + number;
            boolean hasSecondRound = random.nextBoolean();
            matrix.submit(name, hasSecondRound ? SUM_IN_SECOND_ROUND : SUM);
            begin();
            final long removedBefore = removedEvents();
            awaitParts(name);
            if (hasSecondRound) {
                matrix.askSecondRound(name);
                awaitParts(name);
            }
            check(matrix.result(name, random), removedBefore);
            matrix.finish();
            assertThat(matrix.verify()).as("cells that differ, seed=%d", seed).isZero();
        }

        /** Lets all partitions take their cuts at the same moment. Before, they remove who is idle. */
        private void begin() {
            for (int partition = 0; partition < matrix.partitionCount(); partition++) {
                while (!matrix.passRuns(partition)) {
                    matrix.runSlice(partition);
                }
            }
        }

        /** With updates between the slices. */
        private void awaitParts(String name) {
            while (matrix.answered(name) < matrix.partitionCount()) {
                if (random.nextInt(3) == 0) {
                    update();
                }
                matrix.runSlice(random.nextInt(matrix.partitionCount()));
            }
        }

        private long removedEvents() {
            final int slot = SCHEMA.column(COUNT).slot();
            return matrix.removed().stream()
                    .mapToLong(record -> record.longs()[slot])
                    .sum();
        }

        private void check(QueryResult result, long removedBefore) {
            assertThat(result.error()).as("seed=%d", seed).isNull();
            assertThat(result.timings().mode()).as("seed=%d", seed).isEqualTo(mode.label());
            overtaken += matrix.applied() > result.asOf().applied() ? 1 : 0;
            Number sum = (Number) result.rows().get(0).get(0);
            assertThat((sum == null ? 0 : sum.longValue()) + removedBefore)
                    .as("seed=%d, %s", seed, result)
                    .isEqualTo(result.asOf().applied());
        }
    }
}
