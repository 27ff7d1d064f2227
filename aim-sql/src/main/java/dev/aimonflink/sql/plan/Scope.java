package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the names in a query mean. */
final class Scope {
    private static final int MAX_NAMES_OF_A_HINT = 20;

    private static final int MAX_ALIKE = 3;

    private final Source source;
    private final Scope around;

    /** What an inner query uses of this one, or null. */
    private final Correlation correlation;

    private final List<NamedTable> tables = new ArrayList<>();

    /**
     * @param source null without FROM
     * @param around the outer query's scope, or null
     */
    Scope(Source source, Scope around) {
        this(source, around, null);
    }

    private Scope(Source source, Scope around, Correlation correlation) {
        this.source = source;
        this.around = around;
        this.correlation = correlation;
        if (source != null) {
            source.addTables(tables);
        }
    }

    /** The same names, for an inner query that can use them. */
    Scope around(Correlation used) {
        return new Scope(source, around, used);
    }

    /** A value of the row around a query of WITH, as seen in the inner query that names it. */
    Bound inside(Bound.Outer value, Scope aroundWith) {
        return correlation == aroundWith.correlation ? value : correlation.inside(around.inside(value, aroundWith));
    }

    /** Whether at least one column has the name. */
    boolean has(String column) {
        return !columns(List.of(column), 0).isEmpty();
    }

    Bound column(Expression.Name name) {
        List<String> parts = withoutSchema(name.parts());
        Bound column = column(name, parts);
        if (column == null) {
            throw scopeOfTable(parts).unknown(name, parts);
        }
        return column;
    }

    private Scope scopeOfTable(List<String> parts) {
        Scope scope = this;
        while (scope != null && (parts.size() != 2 || scope.table(parts.get(0)) == null)) {
            scope = scope.around;
        }
        return scope == null ? this : scope;
    }

    /** Null if there is none, here and around. */
    private Bound column(Expression.Name name, List<String> parts) {
        List<Bound> found = columns(parts, name.position());
        if (found.size() == 1) {
            return found.get(0);
        }
        if (!found.isEmpty()) {
            throw ambiguous(name, parts);
        }
        boolean isOfTable = parts.size() == 2 && table(parts.get(0)) != null;
        Bound outer = around == null || isOfTable ? null : around.column(name, parts);
        return outer == null ? null : around.correlation.inside(outer);
    }

    private List<String> withoutSchema(List<String> parts) {
        return parts.size() > 2 && isSchema(parts.get(0)) ? parts.subList(1, parts.size()) : parts;
    }

    /** Whether a table here or around is in a schema. */
    private boolean isSchema(String name) {
        return name.equals(Tables.SCHEMA)
                || tables.stream().anyMatch(table -> table.isIn(name))
                || (around != null && around.isSchema(name));
    }

    private List<Bound> columns(List<String> parts, int position) {
        List<Bound> found = new ArrayList<>();
        String column = parts.get(parts.size() - 1);
        if (source != null && parts.size() == 1) {
            source.addColumns(column, false, position, found);
            if (found.isEmpty()) {
                source.addColumns(column, true, position, found);
            }
        } else if (parts.size() == 2) {
            NamedTable table = table(parts.get(0));
            if (table != null) {
                table.addColumns(column, false, position, found);
                if (found.isEmpty()) {
                    table.addColumns(column, true, position, found);
                }
            }
        }
        return found;
    }

    /** Null if there is none. */
    private NamedTable table(String name) {
        for (NamedTable table : tables) {
            if (table.isCalled(name)) {
                return table;
            }
        }
        return null;
    }

    /** What a star shows, alone or with a table's name before it. */
    List<Source.Shown> shown(List<String> written, int position) {
        List<Source.Shown> shown = new ArrayList<>();
        if (written.isEmpty()) {
            if (source == null) {
                throw new SqlException(
                        SqlState.SYNTAX_ERROR,
                        position,
                        "There is no FROM, so * shows nothing. Name a table behind FROM.");
            }
            source.addShown(position, shown);
            return shown;
        }
        boolean hasSchema = written.size() > 1 && isSchema(written.get(0));
        List<String> parts = hasSchema ? written.subList(1, written.size()) : written;
        NamedTable table = parts.size() == 1 ? table(parts.get(0)) : null;
        if (table == null) {
            throw unknownTable(String.join(".", parts), "*", position);
        }
        table.addShown(position, shown);
        return shown;
    }

    private SqlException unknown(Expression.Name name, List<String> parts) {
        String column = Spelling.shortened(name.last());
        if (parts.size() > 1) {
            String written = String.join(".", parts.subList(0, parts.size() - 1));
            NamedTable table = parts.size() == 2 ? table(written) : null;
            return table == null
                    ? unknownTable(written, column, name.position())
                    : undefined(
                            name,
                            "The table \"" + Spelling.shortened(written) + "\" has no column \"" + column + "\". ",
                            table.namesOfColumns(),
                            List.of(table));
        }
        if (source == null) {
            return undefined(
                    name, "There is no column \"" + column + "\", because there is no FROM. ", List.of(), List.of());
        }
        if (table(name.last()) != null) {
            return new SqlException(
                    SqlState.UNDEFINED_COLUMN,
                    name.position(),
                    "The name \"" + column + "\" is that of a table, which is no value. Write " + column
                            + ".* or name a column.");
        }
        Set<String> known = new LinkedHashSet<>();
        tables.forEach(table -> known.addAll(table.namesOfColumns()));
        return undefined(name, "There is no column \"" + column + "\". ", known, tables);
    }

    /** All columns of a table that is named in place of a column, or null. */
    Bound row(Expression.Name name) {
        if (name.parts().size() > 1 || column(name, name.parts()) != null) {
            return null;
        }
        NamedTable table = table(name.last());
        if (table == null) {
            return null;
        }
        List<Source.Shown> shown = new ArrayList<>();
        table.addShown(name.position(), shown);
        SqlType type = SqlType.record(
                shown.stream().map(Source.Shown::name).toList(),
                shown.stream().map(each -> each.value().type()).toList());
        return new Bound.ArrayOf(shown.stream().map(Source.Shown::value).toList(), type, name.position());
    }

    private static SqlException undefined(
            Expression.Name name, String message, Collection<String> known, List<NamedTable> of) {
        return new SqlException(
                SqlState.UNDEFINED_COLUMN,
                name.position(),
                of.stream()
                        .map(table -> table.explanation(name.last()))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElseGet(() -> message + hint(name, known, of)));
    }

    private static String hint(Expression.Name name, Collection<String> known, List<NamedTable> of) {
        boolean isFar = Spelling.closest(name.last(), known).isEmpty();
        if (name.isQuoted() && isFar) {
            return "Put text between single quotes: '" + Spelling.shortened(name.last()) + "'.";
        }
        if (known.isEmpty()) {
            return "Name a table behind FROM.";
        }
        return isFar && known.size() > MAX_NAMES_OF_A_HINT
                ? alike(name.last(), known).orElseGet(() -> listing(of))
                : Spelling.hint(name.last(), known);
    }

    /** Names that share a word with the written one, such as columns named after a field. */
    private static Optional<String> alike(String written, Collection<String> known) {
        List<String> alike = Spelling.alike(written, known, MAX_ALIKE);
        return alike.isEmpty()
                ? Optional.empty()
                : Optional.of("Columns with names alike are " + String.join(", ", alike) + ".");
    }

    /** Says how to find the names of more columns than a hint can list. */
    private static String listing(List<NamedTable> of) {
        List<String> names = of.stream()
                .map(NamedTable::nameInCatalog)
                .filter(name -> name != null)
                .distinct()
                .limit(MAX_NAMES_OF_A_HINT)
                .map(name -> "'" + name.replace("'", "''") + "'")
                .toList();
        if (names.isEmpty()) {
            return "SELECT * shows all of them.";
        }
        return "Columns are listed by SELECT column_name FROM information_schema.columns WHERE table_name "
                + (names.size() == 1 ? "= " + names.get(0) : "IN (" + String.join(", ", names) + ")") + ".";
    }

    private SqlException unknownTable(String written, String column, int position) {
        String shown = Spelling.shortened(written);
        for (NamedTable table : tables) {
            if (table.hides(written) && table.name() != null) {
                return new SqlException(
                        SqlState.UNDEFINED_TABLE,
                        position,
                        "The table \"" + shown + "\" has another name here. Write " + table.name() + "." + column
                                + ".");
            }
        }
        List<String> names = tables.stream()
                .map(NamedTable::name)
                .filter(name -> name != null)
                .toList();
        return new SqlException(
                SqlState.UNDEFINED_TABLE,
                position,
                "There is no table \"" + shown + "\" "
                        + (names.isEmpty()
                                ? "here. Name it behind FROM."
                                : "in this FROM. " + Spelling.hint(written, names)));
    }

    private SqlException ambiguous(Expression.Name name, List<String> parts) {
        String column = Spelling.shortened(name.last());
        List<String> written = new ArrayList<>();
        for (NamedTable table : tables) {
            List<Bound> found = new ArrayList<>();
            table.addColumns(name.last(), false, name.position(), found);
            if (found.isEmpty()) {
                table.addColumns(name.last(), true, name.position(), found);
            }
            if (parts.size() == 1 && found.size() == 1 && table.name() != null) {
                written.add(table.name() + "." + column);
            }
        }
        String fix = written.size() > 1
                ? "Write " + written.stream().limit(MAX_NAMES_OF_A_HINT).collect(Collectors.joining(" or ")) + "."
                : "Give each a name of its own with AS.";
        return new SqlException(
                SqlState.AMBIGUOUS_COLUMN,
                name.position(),
                "There are several columns \"" + column + "\" here. " + fix);
    }
}
