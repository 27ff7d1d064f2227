package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.FromItem;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The columns of USING or a natural join, which occur once on both sides. */
final class UsingColumns {
    private final FromItem.Join join;
    private final Conversions conversions;

    UsingColumns(FromItem.Join join, Conversions conversions) {
        this.join = join;
        this.conversions = conversions;
    }

    /** The columns of the same name on both sides, for a natural join. */
    static List<String> common(Source left, Source right, int position) {
        List<Source.Shown> ofLeft = new ArrayList<>();
        List<Source.Shown> ofRight = new ArrayList<>();
        left.addShown(position, ofLeft);
        right.addShown(position, ofRight);
        Set<String> names = new LinkedHashSet<>();
        ofLeft.forEach(column -> names.add(column.name()));
        names.retainAll(ofRight.stream().map(Source.Shown::name).toList());
        return List.copyOf(names);
    }

    void requireColumns(Source left, Source right) {
        Set<String> names = new HashSet<>();
        for (String name : join.using()) {
            if (!names.add(name)) {
                throw error(
                        SqlState.AMBIGUOUS_COLUMN,
                        "USING lists the column \"" + Spelling.shortened(name) + "\" twice. Take one out.");
            }
            requireOnce(left, "left", name);
            requireOnce(right, "right", name);
        }
    }

    private void requireOnce(Source side, String which, String name) {
        int found = columns(side, name).size();
        String shown = Spelling.shortened(name);
        if (found == 0) {
            List<NamedTable> tables = new ArrayList<>();
            side.addTables(tables);
            List<String> known = new ArrayList<>();
            tables.forEach(table -> known.addAll(table.namesOfColumns()));
            String fix = Spelling.closest(name, known)
                    .map(closest -> "Did you mean '" + closest + "'?")
                    .orElse("Write ON with a condition.");
            throw error(
                    SqlState.UNDEFINED_COLUMN,
                    "The " + which + " side of the join has no column \"" + shown + "\" for USING. " + fix);
        }
        if (found > 1) {
            throw error(
                    SqlState.AMBIGUOUS_COLUMN,
                    "The " + which + " side of the join has several columns \"" + shown
                            + "\" for USING. Write ON with the names of tables.");
        }
    }

    /** The columns' equality; both sides have their places in the joined row. */
    Bound condition(Source left, Source right) {
        Bound all = null;
        for (String name : join.using()) {
            Conversions.Pair both = conversions.pair(
                    columns(left, name).get(0), columns(right, name).get(0), "USING", join.position());
            Bound equal = new Bound.Comparison(BinaryOperator.EQUAL, both.left(), both.right(), join.position());
            all = all == null ? equal : new Bound.Logical(true, all, equal, join.position());
        }
        return all;
    }

    private List<Bound> columns(Source source, String name) {
        List<Bound> columns = new ArrayList<>();
        source.addColumns(name, false, join.position(), columns);
        return columns;
    }

    private SqlException error(SqlState state, String message) {
        return new SqlException(state, join.position(), message);
    }
}
