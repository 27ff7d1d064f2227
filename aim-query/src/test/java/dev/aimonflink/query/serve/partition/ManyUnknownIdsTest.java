package dev.aimonflink.query.serve.partition;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.RowLimits;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Five million unknown ids against a limit of one million. */
class ManyUnknownIdsTest {
    private static final int LIMIT = 1_000_000;
    private static final int UNKNOWN = 5_000_000;
    private static final int KNOWN = 1_000;
    private static final String CALLS = "number_of_calls_this_day";

    private final MatrixSchema schema = MatrixSchema.of(OtherCalls.model(new Aggregates(
            List.of(CallFilter.ALL.filter()),
            List.of(Window.DAY),
            List.of(Aggregation.of("", List.of(EventFunction.COUNT))),
            1)));
    private final Map<Long, EntityRecord> known = new HashMap<>();
    private final Partition partition = new Partition(
            new Part.Source(0, 1, 0),
            new PartitionSettings(
                    new ColumnSet(schema, List.of(CALLS)),
                    PlainDimensions.benchmark(),
                    ZoneOffset.UTC,
                    new ScalarKernels(),
                    new RowLimits(LIMIT, RowLimits.NEVER)),
            key -> known.get(key.number()),
            PartitionClocks.SYSTEM,
            answer -> {});

    private Effect call(EntityRecord record) {
        return partition.apply(record, CallModel.event(new Event(record.id(), TestPartition.NOON_MS, 60, 1, false)));
    }

    @Test
    void shouldGoOnCountingForTheKnownOnly() {
        for (long id = 0; id < KNOWN; id++) {
            EntityRecord record = partition.newRecord(id);
            known.put(id, record);
            call(record);
        }
        long seed = 5;
        Random random = new Random(seed);
        int refused = 0;
        for (int i = 1; i <= UNKNOWN; i++) {
            // Not one of the known ids, which are below a thousand.
            long unknown = random.nextLong() | Long.MIN_VALUE;
            if (call(partition.newRecord(unknown)) == Effect.FULL) {
                refused++;
            }
            if (i % KNOWN == 0) {
                call(known.get((long) random.nextInt(KNOWN)));
            }
        }
        assertThat(partition.rows()).as("seed=%d", seed).isEqualTo(LIMIT);
        assertThat(refused).as("seed=%d", seed).isEqualTo(UNKNOWN - (LIMIT - KNOWN));
        assertThat(known.values().stream().mapToInt(record -> record.ints()[0]).sum())
                .as("calls of the known, seed=%d", seed)
                .isEqualTo(KNOWN + UNKNOWN / KNOWN);
    }
}
