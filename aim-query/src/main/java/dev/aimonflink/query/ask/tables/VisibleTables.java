package dev.aimonflink.query.ask.tables;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tables of a model for an asker who must not see some columns. For such a statement they do not exist: no clause can name them, {@code
 * *} does not show them, and no message suggests them. The tables of the catalog, which list all columns, are hidden too. Columns keep
 * their indexes, so that a plan reads the same cells.
 */
public final class VisibleTables implements Tables {
    private static final String HIDDEN = Column.UNWRITABLE + " a column that is hidden: ";

    private final MatrixTables all;
    private final Set<String> hidden;

    private VisibleTables(MatrixTables all, Set<String> hidden) {
        this.all = all;
        this.hidden = hidden;
    }

    /** @param hidden names of columns of any table, or other names of these */
    public static Tables of(MatrixTables all, Set<String> hidden) {
        return hidden.isEmpty() ? all : new VisibleTables(all, hidden);
    }

    /** The names that no column has, such as misspelt ones. */
    public static Set<String> unknown(MatrixTables all, Set<String> hidden) {
        Set<String> unknown = new TreeSet<>(hidden);
        for (String name : all.ownNames()) {
            Table table = all.find(name).orElseThrow();
            table.columns().forEach(column -> unknown.remove(column.name()));
            table.aliases().keySet().forEach(unknown::remove);
        }
        return unknown;
    }

    @Override
    public Optional<Table> find(String name) {
        return all.ownNames().contains(name) ? all.find(name).map(this::visible) : Optional.empty();
    }

    @Override
    public Collection<String> names() {
        return all.ownNames();
    }

    private Table visible(Table table) {
        Set<String> names = new HashSet<>(hidden);
        table.aliases().forEach((alias, column) -> {
            if (hidden.contains(alias)) {
                names.add(column);
            }
        });
        List<Column> columns = new ArrayList<>();
        Set<Integer> unlisted = new HashSet<>(table.unlisted());
        for (Column column : table.columns()) {
            if (names.contains(column.name())) {
                unlisted.add(column.index());
                columns.add(
                        new Column(HIDDEN + column.index(), column.type(), column.index(), column.min(), column.max()));
            } else {
                columns.add(column);
            }
        }
        Map<String, String> aliases = new HashMap<>(table.aliases());
        aliases.values().removeIf(names::contains);
        return new Table(table.name(), columns, aliases, unlisted, Map.of());
    }
}
