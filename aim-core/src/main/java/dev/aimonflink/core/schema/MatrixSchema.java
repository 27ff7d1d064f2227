package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The aggregates that the matrix keeps for each subscriber: {all, local, long-distance calls} x {count; sum, min, max
 * of duration; sum, min, max of cost} x {this day, this week} = 42, any number of times over. Immutable.
 */
public final class MatrixSchema {
    /** The aggregates of one copy. */
    public static final int AGGREGATES_PER_COPY = 42;

    /** The benchmark's default: thirteen copies. */
    public static final int DEFAULT_AGGREGATES = 546;

    public static final int MAX_AGGREGATES = 65_535;

    private final List<Window> windows = List.of(Window.DAY, Window.WEEK);
    private final int copies;
    private final List<Aggregate> aggregates;
    private final Map<String, Aggregate> byName;
    private final RecordLayout layout;
    private final long fingerprint;

    private MatrixSchema(int copies) {
        this.copies = copies;
        this.aggregates = List.copyOf(enumerate(windows, copies));
        this.byName = new HashMap<>();
        aggregates.forEach(aggregate -> byName.put(aggregate.name(), aggregate));
        this.layout = new RecordLayout(windows.size(), copies);
        this.fingerprint = fingerprintOf(aggregates);
    }

    /** The benchmark's schema with a number of aggregates that is a multiple of 42. */
    public static MatrixSchema withAggregates(int count) {
        if (count <= 0 || count > MAX_AGGREGATES || count % AGGREGATES_PER_COPY != 0) {
            throw new InvalidInputException("aggregates=" + count + " is not a schema. Give a multiple of "
                    + AGGREGATES_PER_COPY + " up to " + MAX_AGGREGATES + ", such as 42 or 546.");
        }
        return new MatrixSchema(count / AGGREGATES_PER_COPY);
    }

    private static List<Aggregate> enumerate(List<Window> windows, int copies) {
        List<Aggregate> all = new ArrayList<>();
        for (int copy = 0; copy < copies; copy++) {
            for (int window = 0; window < windows.size(); window++) {
                for (CallFilter filter : CallFilter.values()) {
                    for (Function function : Function.values()) {
                        String name = function.columnName(filter, windows.get(window));
                        String suffix = copy == 0 ? "" : "_" + (copy + 1);
                        all.add(new Aggregate(function, filter, window, copy, name + suffix));
                    }
                }
            }
        }
        return all;
    }

    /** Names in order say everything that a record's arrays mean. */
    private static long fingerprintOf(List<Aggregate> aggregates) {
        CRC32C crc = new CRC32C();
        for (Aggregate aggregate : aggregates) {
            crc.update(aggregate.name().getBytes(StandardCharsets.US_ASCII));
            crc.update('\n');
        }
        return crc.getValue();
    }

    public List<Window> windows() {
        return windows;
    }

    /** The index of a window in {@link #windows()}. */
    public int indexOf(Window window) {
        return windows.indexOf(window);
    }

    /** The longest window contains the others; its totals are the first to overflow. */
    public int longestWindow() {
        return windows.size() - 1;
    }

    public int copies() {
        return copies;
    }

    public List<Aggregate> aggregates() {
        return aggregates;
    }

    public Aggregate aggregate(String name) {
        Aggregate aggregate = byName.get(name);
        if (aggregate == null) {
            throw new InvalidInputException("The schema has no column '" + name + "'. Columns are named like '"
                    + aggregates.get(0).name() + "'.");
        }
        return aggregate;
    }

    public RecordLayout layout() {
        return layout;
    }

    /** Tells this schema from others; kept beside stored records. */
    public long fingerprint() {
        return fingerprint;
    }
}
