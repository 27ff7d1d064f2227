package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.evaluate.ColumnsOf;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The values by code of an expression that reads a single column of codes, computed once for each name before rows are. */
public final class CodeTable extends NameLoop {
    private final Bound bound;
    private final int index;
    private final VectorColumn column;

    /** Null if the expression has to be evaluated. */
    private final Set<Object> listed;

    private final Object[] values;
    private boolean failsForSome;

    private CodeTable(Bound bound, int index, VectorColumn column) {
        super(column.values().size() + 1);
        this.bound = bound;
        this.index = index;
        this.column = column;
        listed = listed(bound);
        values = new Object[size()];
    }

    /**
     * Null if the expression reads other columns, fails for a name, or takes too long.
     *
     * @throws UnfinishedException if it takes longer than a step
     */
    public static CodeTable of(Bound bound, Program program) {
        Set<Column> read = new HashSet<>();
        ColumnsOf.add(bound, read);
        if (read.size() != 1) {
            return null;
        }
        final int index = read.iterator().next().index();
        final VectorColumn column = program.columns().column(index);
        if (column == null
                || column.encoding() != VectorColumn.Encoding.CODES
                || !program.nameLoops().pay(column.values().size())) {
            return null;
        }
        final CodeTable table =
                program.nameLoops().ended(CodeTable.class, List.of(bound), () -> new CodeTable(bound, index, column));
        return table == null || table.failsForSome ? null : table;
    }

    /** @throws NoVectorsException where {@link #of} returns null */
    public static CodeTable required(Bound text, Program program) {
        CodeTable table = of(text, program);
        if (table == null) {
            throw new NoVectorsException("a text is made of more than one column");
        }
        return table;
    }

    @Override
    boolean isLong() {
        return true;
    }

    @Override
    void compute(int code) {
        final Object name = column.value(code);
        try {
            values[code] = listed == null
                    ? RowEvaluator.evaluate(bound, any -> name)
                    : name == null ? null : (Boolean) listed.contains(name);
        } catch (SqlException failure) {
            failsForSome = true;
            end();
        }
    }

    /** The non-null values of an IN of the column itself; null for other expressions. */
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

    int column() {
        return index;
    }

    int codes() {
        return values.length;
    }

    public List<Object> values() {
        return Arrays.asList(values);
    }

    Object value(int code) {
        return values[code];
    }
}
