package dev.aimonflink.matrix.names;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;

/** The tables of a model. Immutable; part of the job, so that all partitions join with the same rows. */
public final class EntityTables implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final EntityTables NONE = new EntityTables(List.of());

    private final LinkedHashMap<String, EntityTable> tables = new LinkedHashMap<>();

    public EntityTables(List<EntityTable> tables) {
        tables.forEach(table -> this.tables.put(table.name(), table));
    }

    /** In the order of the model. */
    public List<String> names() {
        return List.copyOf(tables.keySet());
    }

    public EntityTable table(String name) {
        EntityTable table = tables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("There is no table " + name + ", only " + names() + ".");
        }
        return table;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EntityTables that && tables.equals(that.tables);
    }

    @Override
    public int hashCode() {
        return tables.hashCode();
    }

    @Override
    public String toString() {
        return tables.values().toString();
    }
}
