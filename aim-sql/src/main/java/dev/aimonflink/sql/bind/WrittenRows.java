package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;

/** Binds rows as values, and their fields. */
public final class WrittenRows {
    private final Binder binder;

    WrittenRows(Binder binder) {
        this.binder = binder;
    }

    Bound of(Expression.Row row) {
        List<Bound> values = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (Expression written : row.values()) {
            Bound value = binder.bind(written);
            values.add(value.type().is(Kind.UNKNOWN) ? binder.conversions().toText(value) : value);
            names.add("f" + values.size());
        }
        SqlType type = SqlType.record(names, values.stream().map(Bound::type).toList());
        return new Bound.ArrayOf(List.copyOf(values), type, row.position());
    }

    Bound field(Expression.FieldOf written) {
        Bound operand = binder.bind(written.operand());
        boolean isRecord = operand.type().is(Kind.RECORD);
        int index = isRecord ? operand.type().labels().indexOf(written.field()) : -1;
        if (index < 0) {
            throw new SqlException(
                    isRecord ? SqlState.UNDEFINED_COLUMN : SqlState.NOT_SUPPORTED,
                    written.position(),
                    "A value of " + operand.type() + " has no field \"" + Spelling.shortened(written.field())
                            + "\". Name a column, or a field of a row.");
        }
        return field(operand, index, written.position());
    }

    public static Bound field(Bound record, int index, int position) {
        Bound place = new Bound.Constant(index + 1L, SqlType.INTEGER, position);
        return new Bound.Call(
                Function.SUBSCRIPT,
                List.of(record, place),
                record.type().parts().get(index),
                position);
    }

    static Bound areNull(Bound.ArrayOf row, boolean isNegated) {
        List<Bound> tests = new ArrayList<>();
        for (Bound value : row.values()) {
            Bound isNull = new Bound.IsNull(value, row.position());
            tests.add(isNegated ? new Bound.Not(isNull, row.position()) : isNull);
        }
        return RowComparisons.balanced(true, tests, row.position());
    }
}
