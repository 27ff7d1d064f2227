package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.MatrixSchema;
import dev.aimonflink.core.schema.WindowClock;
import java.util.List;
import java.util.stream.IntStream;

/** The rows of a partition: the index of subscribers, the columns, and the clock of their windows. */
final class Rows {
    private final MatrixSchema schema;
    private final WindowClock clock;
    private final Columns columns;
    private final Progress progress = new Progress();
    private final RowIndex rowOfSubscriber = new RowIndex();
    private final DimensionCodes dimensionCodes;
    private final int[] codes = new int[Dimension.COUNT];
    private final int maxRows;

    /** Null unless idle subscribers are forgotten. */
    private final RowAges ages;

    Rows(PartitionSettings settings) {
        schema = settings.columns().schema();
        clock = new WindowClock(schema.windows(), settings.zone());
        columns = new Columns(settings.columns(), clock);
        dimensionCodes = new DimensionCodes(settings.dimensions());
        maxRows = settings.limits().maxRows();
        ages = settings.limits().forgets() ? new RowAges() : null;
    }

    MatrixSchema schema() {
        return schema;
    }

    WindowClock clock() {
        return clock;
    }

    Progress progress() {
        return progress;
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

    /** Whether there is no room for one more subscriber. Restored rows may exceed the limit. */
    boolean isFull() {
        return size() >= maxRows;
    }

    /** A record without calls whose windows are all past. */
    SubscriberRecord emptyRecord(long subscriberId) {
        return SubscriberRecord.empty(
                subscriberId,
                schema.fingerprint(),
                schema.layout(),
                schema.windows().size());
    }

    /** The cut of an answer given now. */
    Cut cut() {
        List<Integer> windowNumbers = IntStream.of(clock.numbers()).boxed().toList();
        final long newestMs = clock.nowMs();
        return new Cut(progress.oldestMs(newestMs), newestMs, windowNumbers);
    }

    /** The row of a subscriber, or {@link RowIndex#NO_ROW}. */
    int rowOf(long subscriberId) {
        return rowOfSubscriber.get(subscriberId);
    }

    /** Appends a row for a record that has none. */
    void add(SubscriberRecord record) {
        int row = columns.append(record.subscriberId());
        rowOfSubscriber.put(record.subscriberId(), row);
        write(row, record);
    }

    /** Removes a row while no cut is held; the last row moves to its place. */
    void remove(int row) {
        final int last = size() - 1;
        rowOfSubscriber.remove(columns.subscriberIdOf(row));
        if (row != last) {
            rowOfSubscriber.put(columns.subscriberIdOf(last), row);
        }
        columns.remove(row);
        if (ages != null) {
            ages.remove(row, last);
        }
    }

    /** Whether a row without a profile had its last event before an hour. */
    boolean isOlder(int row, int hour) {
        return ages.isOlder(row, hour);
    }

    private void writeAge(int row, SubscriberRecord record) {
        if (ages != null) {
            ages.set(row, record);
        }
    }

    /** Copies all cells of a row from its record. */
    void write(int row, SubscriberRecord record) {
        writeAge(row, record);
        columns.writeRow(row, record, encode(record.profile()));
    }

    /** Copies the cells that change with an event for which some filters hold. */
    void writeAggregates(int row, SubscriberRecord record, long filters) {
        writeAge(row, record);
        columns.writeAggregates(row, record, filters);
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
