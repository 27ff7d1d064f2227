package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.WindowClock;
import java.util.List;
import java.util.stream.IntStream;

/** The rows of a partition: which row each subscriber has, the columns, and the clock whose windows the cells are of. */
final class Rows {
    private final MatrixSchema schema;
    private final WindowClock clock;
    private final Columns columns;
    private final RowIndex rowOfSubscriber = new RowIndex();
    private final DimensionCodes dimensionCodes;
    private final int[] codes = new int[Dimension.COUNT];

    Rows(PartitionSettings settings) {
        schema = settings.columns().schema();
        clock = new WindowClock(schema.windows(), settings.zone());
        columns = new Columns(settings.columns(), clock);
        dimensionCodes = new DimensionCodes(settings.dimensions());
    }

    MatrixSchema schema() {
        return schema;
    }

    WindowClock clock() {
        return clock;
    }

    Columns columns() {
        return columns;
    }

    DimensionCodes dimensionCodes() {
        return dimensionCodes;
    }

    int size() {
        return columns.rows();
    }

    /** The moment that a question is answered from if it is answered now. */
    Cut cut() {
        List<Integer> windowNumbers = IntStream.of(clock.numbers()).boxed().toList();
        return new Cut(clock.nowMs(), windowNumbers);
    }

    /** The row of a subscriber, or {@link RowIndex#NO_ROW}. */
    int rowOf(long subscriberId) {
        return rowOfSubscriber.get(subscriberId);
    }

    /** Makes a record that has no row yet the last row. */
    void add(SubscriberRecord record) {
        int row = columns.append(record.subscriberId());
        rowOfSubscriber.put(record.subscriberId(), row);
        write(row, record);
    }

    /** Copies all cells of a row from its record. */
    void write(int row, SubscriberRecord record) {
        columns.writeRow(row, record, encode(record.profile()));
    }

    /** Copies the cells that a kind of call changes. */
    void writeAggregates(int row, SubscriberRecord record, CallFilter kind) {
        columns.writeAggregates(row, record, kind);
    }

    /** How many cells of a row, as updated, differ from its record. */
    int differences(int row, SubscriberRecord record) {
        return columns.differences(row, record, encode(record.profile()));
    }

    /** A profile's codes, in an array that the next call reuses. */
    private int[] encode(Profile profile) {
        dimensionCodes.encode(profile, codes);
        return codes;
    }
}
