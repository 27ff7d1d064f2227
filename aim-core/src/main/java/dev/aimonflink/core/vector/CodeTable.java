package dev.aimonflink.core.vector;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.rows.ColumnsOf;
import dev.aimonflink.sql.rows.RowEvaluator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The values of an expression that reads only one column of codes, by code: it is computed for each name when the program is made,
 * whatever it is made of.
 */
final class CodeTable {
    private final int column;
    private final Object[] values;

    private CodeTable(int column, Object[] values) {
        this.column = column;
        this.values = values;
    }

    /** Null if the expression reads other columns, fails for some name, or the program has computed enough such values. */
    static CodeTable of(Bound bound, Program program) {
        Set<Column> read = new HashSet<>();
        ColumnsOf.add(bound, read);
        if (read.size() != 1) {
            return null;
        }
        final int index = read.iterator().next().index();
        final VectorColumn column = program.columns().column(index);
        if (column == null || column.cells() != VectorColumn.Cells.CODES) {
            return null;
        }
        final Object[] values = new Object[column.values().size() + 1];
        final Set<Object> listed = listed(bound);
        if (!program.mayEvaluate(listed == null ? (long) values.length * nodes(bound) : values.length)) {
            return null;
        }
        try {
            for (int code = 0; code < values.length; code++) {
                final Object name = column.value(code);
                values[code] = listed == null
                        ? RowEvaluator.evaluate(bound, any -> name)
                        : name == null ? null : (Boolean) listed.contains(name);
            }
        } catch (SqlException ofSomeName) {
            return null;
        }
        return new CodeTable(index, values);
    }

    /** The values of an IN of the column itself, none of which is null; null for other expressions. */
    private static Set<Object> listed(Bound bound) {
        if (!(bound instanceof Bound.In in) || !(in.operand() instanceof Bound.Field)) {
            return null;
        }
        Set<Object> values = new HashSet<>();
        for (Bound each : in.values()) {
            if (!(each instanceof Bound.Constant constant) || constant.isNull()) {
                return null;
            }
            values.add(constant.value());
        }
        return values;
    }

    /** About how much work an evaluation is. */
    private static int nodes(Bound bound) {
        List<Column> read = new ArrayList<>();
        ColumnsOf.add(bound, read);
        return read.size() + (bound instanceof Bound.In in ? in.values().size() : 0);
    }

    int column() {
        return column;
    }

    int codes() {
        return values.length;
    }

    List<Object> values() {
        return Arrays.asList(values);
    }

    Object value(int code) {
        return values[code];
    }
}
