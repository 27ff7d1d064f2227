package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.sql.text.Spelling;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The columns of a model, and where each lies in records. Immutable. */
public final class MatrixSchema {
    private final Model model;
    private final CellLayout layout;
    private final List<StoredColumn> columns;
    private final List<ModelColumn> derived;
    private final List<String> names;
    private final Map<String, StoredColumn> storedByName = new LinkedHashMap<>();
    private final Map<String, ModelColumn> derivedByName = new HashMap<>();
    private final Map<Operand, StoredColumn> operands = new HashMap<>();
    private final long fingerprint;

    /** Identifies a stored column without its name. */
    private record Operand(EventFunction function, int field, int filter, int window, int copy) {
        static Operand of(ModelColumn column) {
            return new Operand(column.function(), column.field(), column.filter(), column.window(), column.copy());
        }
    }

    private MatrixSchema(Model model) {
        this.model = model;
        layout = new CellLayout(model);
        List<ModelColumn> ofModel = model.columns();
        columns = List.copyOf(layout.columns(ofModel));
        derived = ofModel.stream().filter(each -> !each.function().isStored()).toList();
        names = ofModel.stream().map(ModelColumn::name).toList();
        columns.forEach(each -> {
            storedByName.put(each.name(), each);
            operands.put(Operand.of(each.column()), each);
        });
        derived.forEach(each -> derivedByName.put(each.name(), each));
        fingerprint = Fingerprint.of(model, columns);
    }

    public static MatrixSchema of(Model model) {
        return new MatrixSchema(model);
    }

    public Model model() {
        return model;
    }

    public List<WindowPolicy> windows() {
        return model.aggregates().windows();
    }

    /** The index of a window in {@link #windows()}, or -1. */
    public int indexOf(WindowPolicy window) {
        return windows().indexOf(window);
    }

    public List<StoredColumn> columns() {
        return columns;
    }

    /** The columns that are computed when an entity is read. */
    public List<ModelColumn> derived() {
        return derived;
    }

    /** The names of all stored columns, then of the derived ones. */
    public List<String> names() {
        return names;
    }

    public boolean contains(String name) {
        return storedByName.containsKey(resolved(name));
    }

    public ModelColumn derived(String name) {
        return derivedByName.get(resolved(name));
    }

    private String resolved(String name) {
        return model.names().aliases().getOrDefault(name, name);
    }

    public StoredColumn column(String name) {
        StoredColumn column = storedByName.get(resolved(name));
        if (column != null) {
            return column;
        }
        if (derived(name) != null) {
            throw new InvalidInputException("Column '" + name + "' is not stored, but computed when a "
                    + model.entity().name()
                    + " is looked at. Name the columns that it is computed from: a sum, a count, a sum of squares.");
        }
        throw new InvalidInputException("The schema has no column '" + Spelling.shortened(name) + "'. "
                + Spelling.closest(name, storedByName.keySet())
                        .map(near -> "Did you mean '" + near + "'?")
                        .orElse("Columns are named like '" + columns.get(0).name() + "'."));
    }

    /** The stored column of a function in the filter, window and copy of another column that is computed from it. */
    public StoredColumn operand(EventFunction function, int field, ModelColumn of) {
        return operands.get(new Operand(function, field, of.filter(), of.window(), of.copy()));
    }

    /** The column with the name and the meaning of a column of another schema, or null. */
    public StoredColumn same(StoredColumn column, MatrixSchema other) {
        StoredColumn named = storedByName.get(column.name());
        return named != null && Fingerprint.areSame(model, named, other.model, column) ? named : null;
    }

    /** The type of a column's field; whole numbers for counts of events. */
    public FieldType fieldType(ModelColumn column) {
        return column.field() == ModelColumn.NO_FIELD
                ? FieldType.LONG
                : model.event().fields().get(column.field()).type();
    }

    /** How many digits of a column's cells are behind the point: twice the field's for squares, none for counts. */
    public int scale(StoredColumn column) {
        return switch (column.function()) {
            case COUNT -> 0;
            case SQUARES -> 2 * fieldType(column.column()).scale();
            default -> fieldType(column.column()).scale();
        };
    }

    /** The windows of some columns, by index in {@link #windows()}. */
    public BitSet windowsOf(Collection<String> names) {
        BitSet windows = new BitSet();
        for (String name : names) {
            windows.set(column(name).window());
        }
        return windows;
    }

    public CellLayout layout() {
        return layout;
    }

    /** Identifies this schema in stored records: the first 64 bits of a SHA-256 of its columns. */
    public long fingerprint() {
        return fingerprint;
    }
}
