package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * Which aggregates have a column, and where each column's cells come from. Counts and durations are int columns, costs
 * long columns; each kind is numbered from 0.
 */
public final class ColumnSet {
    private final MatrixSchema schema;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<Aggregate> ints = new ArrayList<>();
    private final List<Aggregate> longs = new ArrayList<>();
    private final int[] intSlots;
    private final int[] longSlots;

    public ColumnSet(MatrixSchema schema, Collection<String> names) {
        this.schema = schema;
        for (String name : new LinkedHashSet<>(names)) {
            Aggregate aggregate = schema.aggregate(name);
            List<Aggregate> kind = aggregate.function().isCost() ? longs : ints;
            indexes.put(name, kind.size());
            kind.add(aggregate);
        }
        intSlots = ints.stream().mapToInt(schema.layout()::slot).toArray();
        longSlots = longs.stream().mapToInt(schema.layout()::slot).toArray();
    }

    public MatrixSchema schema() {
        return schema;
    }

    public boolean contains(String name) {
        return indexes.containsKey(name);
    }

    /** The number of a column among those of its kind: an argument for {@link Block#ints} or {@link Block#longs}. */
    public int index(String name) {
        Integer index = indexes.get(name);
        if (index == null) {
            schema.aggregate(name); // says so if there is no such aggregate at all
            throw new InvalidInputException(
                    "Column '" + name + "' is not kept for scans. Add it to the option aim.matrix.columns.");
        }
        return index;
    }

    List<Aggregate> ints() {
        return ints;
    }

    List<Aggregate> longs() {
        return longs;
    }

    /** For each int column, its place in a record's ints. */
    int[] intSlots() {
        return intSlots;
    }

    /** For each long column, its place in a record's longs. */
    int[] longSlots() {
        return longSlots;
    }
}
