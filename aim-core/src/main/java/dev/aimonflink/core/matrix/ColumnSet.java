package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.CallFilter;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The aggregates that have a column, and the slot of a record that each column copies. Counts and durations are int
 * columns; costs and sums of squares are cost columns. Each kind is numbered from 0.
 */
public final class ColumnSet {
    private final MatrixSchema schema;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<Aggregate> ints = new ArrayList<>();
    private final List<Aggregate> costs = new ArrayList<>();
    private final int[] intSlots;
    private final int[] costSlots;
    private final Touched all;
    private final Touched byLocal;
    private final Touched byLongDistance;

    /** Some of the columns, by their indexes. */
    record Touched(int[] ints, int[] costs) {}

    public ColumnSet(MatrixSchema schema, Collection<String> names) {
        this.schema = schema;
        for (String name : new LinkedHashSet<>(names)) {
            Aggregate aggregate = schema.aggregate(name);
            List<Aggregate> kind = aggregate.function().isLong() ? costs : ints;
            indexes.put(name, kind.size());
            kind.add(aggregate);
        }
        intSlots = ints.stream().mapToInt(schema.layout()::slot).toArray();
        costSlots = costs.stream().mapToInt(schema.layout()::slot).toArray();
        all = touched(aggregate -> true);
        byLocal = touched(aggregate -> aggregate.filter() != CallFilter.LONG_DISTANCE);
        byLongDistance = touched(aggregate -> aggregate.filter() != CallFilter.LOCAL);
    }

    private Touched touched(Predicate<Aggregate> which) {
        return new Touched(indexesOf(ints, which), indexesOf(costs, which));
    }

    private static int[] indexesOf(List<Aggregate> columns, Predicate<Aggregate> which) {
        return IntStream.range(0, columns.size())
                .filter(column -> which.test(columns.get(column)))
                .toArray();
    }

    /** The columns that a call of this kind changes; for {@link CallFilter#ALL}, every column. */
    Touched touchedBy(CallFilter kind) {
        return switch (kind) {
            case ALL -> all;
            case LOCAL -> byLocal;
            case LONG_DISTANCE -> byLongDistance;
        };
    }

    public MatrixSchema schema() {
        return schema;
    }

    public boolean contains(String name) {
        return indexes.containsKey(name);
    }

    /** The number of a column among those of its kind: an argument for {@link Block#ints} or {@link Block#costs}. */
    public int index(String name) {
        Integer index = indexes.get(name);
        if (index == null) {
            schema.aggregate(name); // Throws if the schema has no such aggregate.
            throw new InvalidInputException(
                    "Column '" + name + "' is not kept for scans. Add it to the option aim.matrix.columns.");
        }
        return index;
    }

    /** How many aggregates have a column. */
    public int size() {
        return ints.size() + costs.size();
    }

    List<Aggregate> ints() {
        return ints;
    }

    List<Aggregate> costs() {
        return costs;
    }

    /** For each int column, its place in a record's ints. */
    int[] intSlots() {
        return intSlots;
    }

    /** For each cost column, its place in a record's longs. */
    int[] costSlots() {
        return costSlots;
    }
}
