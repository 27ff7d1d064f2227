package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** The tables that the names of a query can mean, and those of the queries around it. */
final class Scope {
    private final Scope outer;
    private final List<Source> sources = new ArrayList<>();
    private List<Visible> visible = List.of();
    private int width;
    private boolean reachesOut;
    private final BitSet used = new BitSet();
    private boolean isOpen;
    private final SelectCalls calls;

    /** @param calls what the list behind SELECT calls; null where there is no such list */
    Scope(Scope outer, SelectCalls calls) {
        this.outer = outer;
        this.calls = calls;
    }

    /**
     * A table of FROM.
     *
     * @param schema null if it cannot be named by one
     * @param offset of its first column in the row
     */
    record Source(String schema, String name, List<Output> columns, int offset) {
        List<Visible> visible() {
            List<Visible> all = new ArrayList<>();
            for (int i = 0; i < columns.size(); i++) {
                final int index = offset + i;
                Term term = new Term(
                        columns.get(i).type(),
                        columns.get(i).modifier(),
                        frame -> frame.row[index],
                        null,
                        0,
                        columns.get(i).fields());
                all.add(new Visible(columns.get(i).name(), term, index, index));
            }
            return all;
        }
    }

    /**
     * A column that can be named without its table.
     *
     * @param first its index in the row
     * @param second of a column that USING made of two, that of the other one; otherwise the same
     */
    record Visible(String name, Term term, int first, int second) {}

    Scope outer() {
        return outer;
    }

    SelectCalls calls() {
        return calls;
    }

    int width() {
        return width;
    }

    /** Whether a name in it or in a query inside of it means a column of a query around. */
    boolean reachesOut() {
        return reachesOut;
    }

    Source add(String schema, String name, List<Output> columns, int position) {
        if (name != null
                && sources.stream().anyMatch(source -> name.equals(source.name()) && same(source.schema(), schema))) {
            throw new SqlException(
                    SqlState.DUPLICATE_ALIAS,
                    position,
                    "table name \"" + name + "\" specified more than once. Give one of them another alias.");
        }
        Source source = new Source(schema, name, columns, width);
        sources.add(source);
        width += columns.size();
        return source;
    }

    private static boolean same(String left, String right) {
        return left == null ? right == null : left.equals(right);
    }

    List<Visible> visible() {
        return visible;
    }

    void show(List<Visible> columns) {
        visible = columns;
    }

    /**
     * What an expression depends on.
     *
     * @param columns of this query's row
     * @param isOpen whether on the row of a query around, too
     */
    record Use(BitSet columns, boolean isOpen) {
        static final Use NOTHING = new Use(new BitSet(), false);

        Use and(Use other) {
            BitSet both = (BitSet) columns.clone();
            both.or(other.columns);
            return new Use(both, isOpen || other.isOpen);
        }

        Use without(int from, int to) {
            BitSet others = (BitSet) columns.clone();
            others.clear(from, to);
            return new Use(others, isOpen);
        }

        /** Whether it depends on no other columns than these. */
        boolean isAmong(BitSet known) {
            BitSet others = (BitSet) columns.clone();
            others.andNot(known);
            return others.isEmpty();
        }

        /** Whether it depends on nothing but some columns in a range. */
        boolean isInside(int from, int to) {
            return !isOpen && !columns.isEmpty() && columns.nextSetBit(0) >= from && columns.length() <= to;
        }
    }

    /** Binds an expression, and finds out what it depends on. */
    Use useOf(Runnable binding) {
        BitSet before = (BitSet) used.clone();
        boolean wasOpen = isOpen;
        used.clear();
        isOpen = false;
        binding.run();
        Use use = new Use((BitSet) used.clone(), isOpen);
        used.or(before);
        isOpen |= wasOpen;
        return use;
    }

    /** The columns of a table, for {@code t.*}. */
    List<Visible> columnsOf(List<String> table, int position) {
        for (Source source : sources) {
            if (isNamed(source, table)) {
                for (int i = 0; i < source.columns().size(); i++) {
                    use(source.offset() + i, source.columns().get(i).name(), position);
                }
                return source.visible();
            }
        }
        throw missingTable(table.get(table.size() - 1), position);
    }

    private static SqlException missingTable(String name, int position) {
        return new SqlException(
                SqlState.UNDEFINED_TABLE,
                position,
                "missing FROM-clause entry for table \"" + Spelling.shortened(name) + "\". Name a table of FROM.");
    }

    private static boolean isNamed(Source source, List<String> table) {
        String last = table.get(table.size() - 1);
        return last.equals(source.name())
                && (table.size() == 1 || table.get(table.size() - 2).equals(source.schema()));
    }

    /** The column that a name means. */
    Term column(Expression.Name name) {
        Term found = find(name, true);
        if (found == null) {
            found = find(name, false);
        }
        if (found != null) {
            return found;
        }
        if (name.parts().size() > 1) {
            List<String> table = name.parts().subList(0, name.parts().size() - 1);
            for (Scope scope = this; scope != null; scope = scope.outer) {
                if (scope.sources.stream().anyMatch(source -> isNamed(source, table))) {
                    throw missingColumn(name);
                }
            }
            throw missingTable(table.get(table.size() - 1), name.position());
        }
        throw missingColumn(name);
    }

    private SqlException missingColumn(Expression.Name name) {
        String hint = Spelling.closest(
                        name.last(), visible.stream().map(Visible::name).toList())
                .map(close -> "Did you mean \"" + close + "\"?")
                .orElse("Name a column of a table of FROM.");
        String written = name.parts().size() > 1 ? name.written() : "\"" + Spelling.shortened(name.written()) + "\"";
        return new SqlException(
                SqlState.UNDEFINED_COLUMN, name.position(), "column " + written + " does not exist. " + hint);
    }

    /** Null if no table of this query or of those around has it. */
    private Term find(Expression.Name name, boolean isColumn) {
        int depth = 0;
        for (Scope scope = this; scope != null; scope = scope.outer, depth++) {
            Term found = isColumn ? scope.own(name) : scope.row(name);
            if (found != null) {
                Scope passed = this;
                for (int i = 0; i < depth; i++, passed = passed.outer) {
                    passed.reachesOut = true;
                    passed.isOpen = true;
                }
                return outward(found, depth);
            }
        }
        return null;
    }

    private static Term outward(Term term, int depth) {
        Term.Eval own = term.eval();
        Term.Eval eval =
                switch (depth) {
                    case 0 -> own;
                    case 1 -> frame -> own.of(frame.outer);
                    default ->
                        frame -> {
                            Frame at = frame;
                            for (int i = 0; i < depth; i++) {
                                at = at.outer;
                            }
                            return own.of(at);
                        };
                };
        return new Term(term.type(), term.modifier(), eval, null, 0, term.fields());
    }

    private Term own(Expression.Name name) {
        List<Visible> candidates = visible;
        if (name.parts().size() > 1) {
            List<String> table = name.parts().subList(0, name.parts().size() - 1);
            candidates = sources.stream()
                    .filter(source -> isNamed(source, table))
                    .findFirst()
                    .map(Source::visible)
                    .orElse(List.of());
        }
        List<Visible> found = candidates.stream()
                .filter(column -> column.name().equals(name.last()))
                .toList();
        if (found.size() > 1) {
            throw new SqlException(
                    SqlState.AMBIGUOUS_COLUMN,
                    name.position(),
                    "column reference \"" + name.last() + "\" is ambiguous. Write the name of its table before it.");
        }
        if (found.isEmpty()) {
            return null;
        }
        use(found.get(0).first(), name.written(), name.position());
        use(found.get(0).second(), name.written(), name.position());
        return found.get(0).term();
    }

    private void use(int index, String name, int position) {
        used.set(index);
        if (calls != null) {
            calls.use(index, name, position);
        }
    }

    /** The row of a table that is named as if it were a column. */
    private Term row(Expression.Name name) {
        return sources.stream()
                .filter(source -> isNamed(source, name.parts()))
                .findFirst()
                .map(source -> {
                    int from = source.offset();
                    int to = from + source.columns().size();
                    for (int i = from; i < to; i++) {
                        use(i, name.written(), name.position());
                    }
                    return Term.record(
                            source.columns().stream().map(Output::column).toList(),
                            frame -> Arrays.copyOfRange(frame.row, from, to));
                })
                .orElse(null);
    }

    /** The type of a column that is a text where it is a string without a type. */
    static PgType shown(PgType type) {
        return type == PgType.UNKNOWN ? PgType.TEXT : type;
    }
}
