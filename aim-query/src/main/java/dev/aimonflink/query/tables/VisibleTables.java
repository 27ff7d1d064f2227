package dev.aimonflink.query.tables;

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

/**
 * The tables of a model for somebody who must not see some columns. To such a statement they are not there: no clause can name them,
 * {@code *} does not show them, and no message suggests them. The tables of the catalog, which list all columns, are not there either.
 * Places of columns stay, so that a plan reads the same cells.
 */
public final class VisibleTables implements Tables {
    /** A name that no text can have, and that is far from any that is misspelled. */
    private static final String UNWRITABLE = "\u0000 a column that is hidden: ";

    private final MatrixTables all;
    private final Set<String> hidden;

    private VisibleTables(MatrixTables all, Set<String> hidden) {
        this.all = all;
        this.hidden = hidden;
    }

    /** @param hidden names of columns, of any table; an other name of a column stands for it */
    public static Tables of(MatrixTables all, Set<String> hidden) {
        return hidden.isEmpty() ? all : new VisibleTables(all, hidden);
    }

    /** Whether a column of one of these tables stands for one that is hidden. */
    public static boolean isHidden(Column column) {
        return column.name().startsWith(UNWRITABLE);
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
                columns.add(new Column(
                        UNWRITABLE + column.index(), column.type(), column.index(), column.min(), column.max()));
            } else {
                columns.add(column);
            }
        }
        Map<String, String> aliases = new HashMap<>(table.aliases());
        aliases.values().removeIf(names::contains);
        return new Table(table.name(), columns, aliases, unlisted, Map.of());
    }
}
