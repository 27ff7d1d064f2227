package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table or a query in FROM, under its name there. */
final class NamedTable implements Source {
    private static final int TWICE = -1;

    private final String name;
    private final String ownName;
    private final List<Column> columns;
    private final Map<String, String> aliases;
    private final Set<Integer> unlisted;
    private final Map<String, String> explained;
    private final String schema;
    private final String otherSchema;
    private Map<String, Integer> places;
    private int offset;

    /**
     * The rows of a query.
     *
     * @param ownName its name elsewhere, or null
     */
    NamedTable(String name, String ownName, List<Column> columns) {
        this(name, ownName, columns, Map.of(), Set.of(), Map.of(), null, null);
    }

    private NamedTable(
            String name,
            String ownName,
            List<Column> columns,
            Map<String, String> aliases,
            Set<Integer> unlisted,
            Map<String, String> explained,
            String schema,
            String otherSchema) {
        this.name = name;
        this.ownName = ownName;
        this.columns = columns;
        this.aliases = aliases;
        this.unlisted = unlisted;
        this.explained = explained;
        this.schema = schema;
        this.otherSchema = otherSchema;
    }

    static NamedTable of(Table table, String aliasOrNull, List<Column> columns, String otherSchemaOrNull) {
        String ownName = table.name().substring(table.name().lastIndexOf('.') + 1);
        return new NamedTable(
                aliasOrNull == null ? ownName : aliasOrNull,
                ownName,
                columns,
                table.aliases(),
                table.unlisted(),
                table.explained(),
                table.name().length() == ownName.length()
                        ? Tables.SCHEMA
                        : table.name().substring(0, table.name().length() - ownName.length() - 1),
                otherSchemaOrNull);
    }

    /** Whether its columns can be qualified with this name. */
    boolean isCalled(String written) {
        return written.equals(name);
    }

    boolean hides(String written) {
        return written.equals(ownName) && !written.equals(name);
    }

    String name() {
        return name;
    }

    /** The name under which the catalog lists its columns, or null. */
    String nameInCatalog() {
        return Tables.SCHEMA.equals(schema) ? ownName : null;
    }

    boolean isIn(String written) {
        return written.equals(schema) || written.equals(otherSchema);
    }

    @Override
    public int width() {
        return columns.size();
    }

    @Override
    public void shift(int by) {
        offset += by;
    }

    @Override
    public void addTables(List<NamedTable> tables) {
        tables.add(this);
    }

    @Override
    public void addColumns(String written, boolean isAlias, int position, List<Bound> found) {
        String own = isAlias ? aliases.get(written) : written;
        Integer place = own == null ? null : places().get(own);
        if (place == null) {
            return;
        }
        if (place == TWICE) {
            columns.stream()
                    .filter(column -> column.name().equals(own))
                    .forEach(column -> found.add(field(column, position)));
        } else {
            found.add(field(columns.get(place), position));
        }
    }

    private Map<String, Integer> places() {
        if (places == null) {
            places = new HashMap<>(2 * columns.size());
            for (int i = 0; i < columns.size(); i++) {
                places.merge(columns.get(i).name(), i, (first, second) -> TWICE);
            }
        }
        return places;
    }

    private Bound field(Column column, int position) {
        return new Bound.Field(
                offset == 0
                        ? column
                        : new Column(column.name(), column.type(), column.index() + offset, column.min(), column.max()),
                position);
    }

    @Override
    public void addShown(int position, List<Shown> shown) {
        for (int i = 0; i < columns.size(); i++) {
            if (!unlisted.contains(i)) {
                shown.add(new Shown(columns.get(i).name(), field(columns.get(i), position)));
            }
        }
    }

    /** What a name means that is not a column, or null. */
    String explanation(String written) {
        return explained.get(written);
    }

    /** For hints. */
    Collection<String> namesOfColumns() {
        List<String> names = new ArrayList<>();
        columns.stream().filter(Column::canBeNamed).forEach(column -> names.add(column.name()));
        names.addAll(aliases.keySet());
        return names;
    }
}
