package dev.aimonflink.matrix.column;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

class DeltasTest {
    private static final int COLUMNS = 60;
    private static final int BLOCKS = 8;
    private static final int PASSES = 12;
    private static final int MEBIBYTE = 1 << 20;

    /** Ten fields, three aggregates of each, two windows. */
    private static MatrixSchema sliding() {
        String fields =
                IntStream.range(0, 10).mapToObj(i -> "  f" + i + ": long\n").collect(joining());
        String aggregates = IntStream.range(0, 10)
                .mapToObj(i -> "  f" + i + ": [sum, min, max]\n")
                .collect(joining());
        return MatrixSchema.of(ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: cardId
                time: at
                fields:
                %swindows: [last 4 hours, last 2 days by 6 hours]
                aggregates:
                %s""".formatted(fields, aggregates), "payments"));
    }

    /** The most that passes may leave waiting: each merges some columns of many rows, or all. */
    @Test
    void shouldTakeThreeFullDeltasAtMostWithSixtySlidingColumns() {
        final long seed = 20261127;
        final Random random = new Random(seed);
        final MatrixSchema schema = sliding();
        final List<String> names =
                schema.columns().stream().map(StoredColumn::name).toList();
        assertThat(names).hasSize(COLUMNS);
        final WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);
        clock.advance(Instant.parse("2026-11-18T12:00:00Z").toEpochMilli());
        final Columns columns = new Columns(new ColumnSet(schema, names), 0, List.of(), clock);
        final EntityRecord record = EntityRecord.empty(
                EntityId.of(1),
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
        record.turnTo(clock, schema.layout());
        final int rows = BLOCKS * Block.ROWS;
        for (int id = 0; id < rows; id++) {
            columns.append(id);
        }
        final Set<Integer> waited = new HashSet<>();
        for (int pass = 0; pass < PASSES; pass++) {
            final HeldBlocks cut = columns.seal(random.nextInt(4) == 0);
            cut.reads(Set.copyOf(new ArrayList<>(names).subList(0, 1 + random.nextInt(5))));
            while (!columns.isFull()) {
                columns.writeAggregates(random.nextInt(rows), record, 1);
            }
            for (int block = 0; block < BLOCKS; block++) {
                cut.open(block);
                cut.readUpTo(block + 1);
            }
            cut.release();
            columns.unseal();
            waited.add(columns.oldRowsWaiting());
            assertThat(columns.deltaBytes())
                    .as("seed=%d, pass %d", seed, pass)
                    .isLessThanOrEqualTo(3 * columns.fullDeltaBytes());
        }
        System.out.println("60 sliding columns: deltas of " + columns.deltaBytes() / MEBIBYTE + " MiB, bound "
                + 3 * columns.fullDeltaBytes() / MEBIBYTE + " MiB; old rows that waited: " + waited);
        assertThat(waited).anyMatch(each -> each >= Delta.FULL_ROWS);
    }
}
