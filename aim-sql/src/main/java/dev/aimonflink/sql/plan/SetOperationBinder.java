package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;

/** Gives the rows of two queries the same types. */
final class SetOperationBinder {
    private final Conversions conversions;

    SetOperationBinder(Conversions conversions) {
        this.conversions = conversions;
    }

    BoundQuery bind(QueryBody.SetOperation written, BoundQuery left, BoundQuery right) {
        if (left.outputs().size() != right.outputs().size()) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    written.position(),
                    "One side of " + written.kind() + " has another number of columns: "
                            + left.outputs().size() + " and "
                            + right.outputs().size() + ". Select as many on both.");
        }
        List<SqlType> types = new ArrayList<>();
        for (int i = 0; i < left.outputs().size(); i++) {
            types.add(common(
                    written,
                    i,
                    left.outputs().get(i).type(),
                    right.outputs().get(i).type()));
        }
        BoundQuery converted = converted(left, types, written.position());
        Plan.SetOperation.Operation operation =
                switch (written.kind()) {
                    case UNION -> Plan.SetOperation.Operation.UNION;
                    case INTERSECT -> Plan.SetOperation.Operation.INTERSECT;
                    case EXCEPT -> Plan.SetOperation.Operation.EXCEPT;
                };
        Plan other = converted(right, types, written.position()).plan();
        return converted.of(new Plan.SetOperation(operation, written.isAll(), converted.plan(), other));
    }

    private static SqlType common(QueryBody.SetOperation written, int column, SqlType left, SqlType right) {
        SqlType common = Conversions.common(left, right);
        if (common == null) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    written.position(),
                    "Column " + (column + 1) + " of " + written.kind() + " is " + left + " on the left and " + right
                            + " on the right, which do not fit together. Convert one of them with CAST.");
        }
        return common.is(Kind.UNKNOWN) ? SqlType.TEXT : common;
    }

    BoundQuery converted(BoundQuery rows, List<SqlType> types, int position) {
        List<Output> outputs = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            outputs.add(new Output(rows.outputs().get(i).name(), types.get(i)));
        }
        if (outputs.equals(rows.outputs())) {
            return rows;
        }
        boolean isProjected = rows.plan() instanceof Plan.Project;
        List<Bound> expressions = isProjected ? ((Plan.Project) rows.plan()).expressions() : List.of();
        List<Bound> converted = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            // A projection's constants are converted at once, and its parameters get the type.
            Bound value = isProjected ? expressions.get(i) : field(rows, i, position);
            converted.add(
                    value.type().equals(types.get(i))
                            ? value
                            : conversions.cast(value, types.get(i), value.position()));
        }
        Plan input = isProjected ? ((Plan.Project) rows.plan()).input() : rows.plan();
        return new BoundQuery(
                new Plan.Project(input, List.copyOf(converted), List.copyOf(outputs)), List.copyOf(outputs));
    }

    private static Bound field(BoundQuery rows, int index, int position) {
        Output output = rows.outputs().get(index);
        return new Bound.Field(Column.of(output.name(), output.type(), index), position);
    }
}
