package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.bind.DeclaredCalls;
import dev.aimonflink.sql.bind.RowsFunction;
import dev.aimonflink.sql.bind.WrittenRows;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.FromItem;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Binds functions that return rows: in FROM, where they are tables, and in SELECT. */
final class FunctionBinder {
    private static final String ORDINALITY = "ordinality";

    private final Binder binder;
    private final Conversions conversions;

    FunctionBinder(Binder binder) {
        this.binder = binder;
        this.conversions = binder.conversions();
    }

    /** A dialect's function returns its rows as a list. */
    static Optional<RowsFunction> function(Expression.Call call, Conversions conversions) {
        return RowsFunction.named(call.function())
                .or(() -> DeclaredCalls.returnRows(call.function(), conversions)
                        ? Optional.of(RowsFunction.UNNEST)
                        : Optional.empty());
    }

    BoundQuery bind(FromItem.Function written) {
        List<Plan.RowsCall> calls = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        for (Expression.Call call : written.calls()) {
            List<Bound.OfRows> columns = columns(call);
            boolean isAlone = written.calls().size() == 1 && columns.size() == 1;
            String name = isAlone && written.alias() != null ? written.alias().name() : call.function();
            for (Bound.OfRows column : columns) {
                calls.add(new Plan.RowsCall(column.function(), column.arguments()));
                outputs.add(new Output(name, column.type()));
            }
        }
        if (written.hasOrdinality()) {
            outputs.add(new Output(ORDINALITY, SqlType.BIGINT));
        }
        Plan plan =
                withFields(new Plan.TableFunction(List.copyOf(calls), written.hasOrdinality(), List.copyOf(outputs)));
        return new BoundQuery(plan, plan.outputs());
    }

    /** Splits rows that are values of one column into columns. */
    private static Plan withFields(Plan rows) {
        if (rows.outputs().stream().noneMatch(each -> each.type().is(Kind.RECORD))) {
            return rows;
        }
        List<Bound> values = new ArrayList<>();
        List<Output> outputs = new ArrayList<>();
        for (Column column : rows.columns()) {
            Bound value = new Bound.Field(column, 0);
            if (!column.type().is(Kind.RECORD)) {
                values.add(value);
                outputs.add(new Output(column.name(), column.type()));
            }
            for (int i = 0;
                    column.type().is(Kind.RECORD) && i < column.type().labels().size();
                    i++) {
                values.add(WrittenRows.field(value, i, 0));
                outputs.add(new Output(
                        column.type().labels().get(i), column.type().parts().get(i)));
            }
        }
        return new Plan.Project(rows, List.copyOf(values), List.copyOf(outputs));
    }

    Bound.OfRows value(Expression.Call call) {
        List<Bound.OfRows> columns = columns(call);
        require(columns.size() == 1, columns, call);
        return columns.get(0);
    }

    private List<Bound.OfRows> columns(Expression.Call call) {
        RowsFunction function = function(call, conversions).orElse(RowsFunction.VALUE);
        if (function == RowsFunction.VALUE) {
            Bound value = binder.bind(call);
            Bound known = value.type().is(Kind.UNKNOWN) ? conversions.toText(value) : value;
            return List.of(new Bound.OfRows(function, List.of(known), known.type(), call.position()));
        }
        if (DeclaredCalls.returnRows(call.function(), conversions)) {
            Bound.DeclaredCall rows = new DeclaredCalls(binder).bind(call).orElseThrow();
            SqlType type = rows.function().result();
            return List.of(new Bound.OfRows(function, List.of(rows), type, call.position()));
        }
        List<Bound> given = call.arguments().stream().map(binder::bind).toList();
        if (function != RowsFunction.UNNEST) {
            List<Bound> arguments = arguments(function, given, call);
            SqlType type = function == RowsFunction.GENERATE_SUBSCRIPTS
                    ? SqlType.INTEGER
                    : arguments.get(0).type();
            return List.of(new Bound.OfRows(function, arguments, type, call.position()));
        }
        require(!given.isEmpty() && given.stream().allMatch(each -> each.type().is(Kind.ARRAY)), given, call);
        return given.stream()
                .map(array ->
                        new Bound.OfRows(function, List.of(array), array.type().element(), call.position()))
                .toList();
    }

    private List<Bound> arguments(RowsFunction function, List<Bound> given, Expression.Call call) {
        return switch (function) {
            case GENERATE_SERIES -> series(given, call);
            case GENERATE_SUBSCRIPTS -> {
                require(given.size() == 2 && given.get(0).type().is(Kind.ARRAY), given, call);
                yield List.of(given.get(0), conversions.to(given.get(1), SqlType.INTEGER));
            }
            default -> {
                require(given.size() == 2 || given.size() == 3, given, call);
                yield given.stream().map(conversions::toText).toList();
            }
        };
    }

    /** A date is a time with a zone here, as in PostgreSQL. */
    private List<Bound> series(List<Bound> given, Expression.Call call) {
        require(given.size() == 2 || given.size() == 3, given, call);
        SqlType type = Conversions.common(given.get(0).type(), given.get(1).type());
        boolean isOfTimes = type != null && type.isTime();
        require(type != null && (isOfTimes ? given.size() == 3 : isWhole(type) || type.is(Kind.NUMERIC)), given, call);
        if (isOfTimes) {
            SqlType time = type.is(Kind.LOCAL_TIMESTAMP) ? type : SqlType.TIMESTAMP;
            List<Bound> all = List.of(
                    conversions.to(given.get(0), time),
                    conversions.to(given.get(1), time),
                    conversions.to(given.get(2), SqlType.INTERVAL));
            return conversions.withZone(all, time, call.position());
        }
        SqlType widest =
                given.size() == 2 ? type : Conversions.common(type, given.get(2).type());
        require(widest != null && (isWhole(widest) || widest.is(Kind.NUMERIC)), given, call);
        SqlType number = widest.is(Kind.UNKNOWN) ? SqlType.INTEGER : widest.is(Kind.NUMERIC) ? SqlType.NUMERIC : widest;
        List<Bound> converted = new ArrayList<>();
        given.forEach(each -> converted.add(conversions.to(each, number)));
        return List.copyOf(converted);
    }

    private static boolean isWhole(SqlType type) {
        return type.isInteger() || type.is(Kind.UNKNOWN);
    }

    private static void require(boolean fits, List<? extends Bound> given, Expression.Call call) {
        if (!fits) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "The function " + call.function() + " does not take "
                            + given.stream().map(each -> each.type().toString()).toList()
                            + ". Write generate_series(1, 10), generate_series(time, time, interval) or unnest(array).");
        }
    }
}
