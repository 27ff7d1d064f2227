package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.PlainCells;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.query.serve.partition.TestPartition.DAY_MS;
import static dev.aimonflink.query.serve.partition.TestPartition.NOON_MS;
import static org.assertj.core.api.Assertions.assertThat;

/** Applies calls that a total cannot hold. */
class OverflowTest {
    private static final Set<EventFunction> OF_FIELDS = EnumSet.of(
            EventFunction.SUM,
            EventFunction.MIN,
            EventFunction.MAX,
            EventFunction.AVG,
            EventFunction.STDEV,
            EventFunction.VAR);

    private static Partition partition(MatrixSchema schema) {
        return new Partition(
                new Part.Source(0, 1, 0),
                new PartitionSettings(
                        new ColumnSet(schema, List.of()),
                        PlainDimensions.benchmark(),
                        ZoneOffset.UTC,
                        new ScalarKernels()),
                id -> null,
                PartitionClocks.SYSTEM,
                nothing -> {});
    }

    @Test
    void shouldRefuseACallThatWouldWrapAnyTotalThatItCountsIn() {
        MatrixSchema schema = MatrixSchema.of(OtherCalls.model(new Aggregates(
                CallModel.withAggregates(42).aggregates().filters(),
                List.of(Window.DAY, Window.WEEK, new Window(Window.Unit.MONTH, 1)),
                List.of(
                        Aggregation.of("", List.of(EventFunction.COUNT)),
                        Aggregation.of("durationSeconds", OF_FIELDS),
                        Aggregation.of("cost", OF_FIELDS)),
                1)));
        Partition partition = partition(schema);
        partition.advanceTo(NOON_MS);
        int refused = 0;
        for (StoredColumn aggregate : schema.columns()) {
            for (CallFilter kind : List.of(CallFilter.LOCAL, CallFilter.LONG_DISTANCE)) {
                for (long timestampMs : new long[] {NOON_MS, NOON_MS - DAY_MS}) {
                    boolean counts = !aggregate.isExtreme()
                            && (aggregate.window() > 0 || timestampMs == NOON_MS)
                            && (PlainCells.filterOf(schema, aggregate) == CallFilter.ALL
                                    || PlainCells.filterOf(schema, aggregate) == kind);
                    EntityRecord record = full(partition, aggregate);
                    EntityRecord before = record.copy();
                    Event call = new Event(7, timestampMs, 1, 0.01f, kind == CallFilter.LONG_DISTANCE);
                    assertThat(partition.apply(record, CallModel.event(call)))
                            .as("%s, %s", aggregate.name(), call)
                            .isEqualTo(counts ? Effect.OVERFLOW : Effect.APPLIED);
                    assertThat(record.equals(before))
                            .as("%s unchanged by %s", aggregate.name(), call)
                            .isEqualTo(counts);
                    refused += counts ? 1 : 0;
                }
            }
        }
        int totals = 5;
        int windowsNowAndYesterday = 3 + 2;
        int kindsAndRunsOfEach = 2 * 2;
        assertThat(refused).isEqualTo(totals * windowsNowAndYesterday * kindsAndRunsOfEach);
    }

    /** A record in which one aggregate has its largest value. */
    private static EntityRecord full(Partition partition, StoredColumn aggregate) {
        EntityRecord record = partition.newRecord(7);
        partition.apply(record, CallModel.event(new Event(7, NOON_MS, 1, 1, true)));
        partition.apply(record, CallModel.event(new Event(7, NOON_MS, 1, 1, false)));
        int slot = aggregate.slot();
        if (!aggregate.isInt()) {
            record.longs()[slot] = Long.MAX_VALUE;
        } else {
            record.ints()[slot] = Integer.MAX_VALUE;
        }
        return record;
    }

    @Test
    void shouldTakeSquaresUpToTheLastThatFits() {
        MatrixSchema schema = MatrixSchema.of(OtherCalls.model(new Aggregates(
                List.of(CallFilter.ALL.filter()),
                List.of(Window.WEEK),
                List.of(Aggregation.of("cost", List.of(EventFunction.VAR))),
                1)));
        Partition partition = partition(schema);
        Event dearest = new Event(7, NOON_MS, 0, Event.MAX_COST, false);
        long squares = dearest.costCents() * dearest.costCents();
        EntityRecord record = partition.newRecord(7);
        for (long call = 0; call < Long.MAX_VALUE / squares; call++) {
            partition.apply(record, CallModel.event(dearest));
        }
        int slot = schema.column("total_squared_cost_this_week").slot();
        assertThat(record.longs()[slot]).isEqualTo(92_233 * squares);
        assertThat(partition.apply(record, CallModel.event(dearest))).isEqualTo(Effect.OVERFLOW);
        assertThat(record.longs()[slot]).isEqualTo(92_233 * squares);
        assertThat(partition.apply(record, CallModel.event(new Event(7, NOON_MS, 0, 1, false))))
                .isEqualTo(Effect.APPLIED);
    }
}
