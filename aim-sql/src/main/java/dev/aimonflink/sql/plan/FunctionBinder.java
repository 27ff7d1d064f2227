package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Conversions;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.FromItem;
import java.util.ArrayList;
import java.util.List;

/** Binds functions that FROM lists, whose rows are a table. */
final class FunctionBinder {
    private static final String ORDINALITY = "ordinality";

    private final Binder binder;
    private final Conversions conversions;

    /** @param binder of their arguments */
    FunctionBinder(Binder binder) {
        this.binder = binder;
        this.conversions = binder.conversions();
    }

    BoundQuery bind(FromItem.Function written) {
        Expression.Call call = written.call();
        Plan.TableFunction.Rows function =
                Plan.TableFunction.Rows.named(call.function()).orElse(Plan.TableFunction.Rows.VALUE);
        List<Bound> arguments = function == Plan.TableFunction.Rows.VALUE
                ? List.of(value(call))
                : arguments(
                        function, call.arguments().stream().map(binder::bind).toList(), call);
        List<Output> outputs = new ArrayList<>();
        boolean isNamed = written.alias() != null && types(function, arguments).size() == 1;
        String name = isNamed ? written.alias().name() : call.function();
        for (SqlType type : types(function, arguments)) {
            outputs.add(new Output(name, type));
        }
        if (written.hasOrdinality()) {
            outputs.add(new Output(ORDINALITY, SqlType.BIGINT));
        }
        Plan plan = new Plan.TableFunction(function, arguments, written.hasOrdinality(), List.copyOf(outputs));
        return new BoundQuery(plan, plan.outputs());
    }

    private Bound value(Expression.Call call) {
        Bound value = binder.bind(call);
        return value.type().is(Kind.UNKNOWN) ? conversions.toText(value) : value;
    }

    private List<Bound> arguments(Plan.TableFunction.Rows function, List<Bound> given, Expression.Call call) {
        return switch (function) {
            case GENERATE_SERIES -> series(given, call);
            case GENERATE_SUBSCRIPTS -> {
                require(given.size() == 2 && given.get(0).type().is(Kind.ARRAY), given, call);
                yield List.of(given.get(0), conversions.to(given.get(1), SqlType.INTEGER));
            }
            case UNNEST -> {
                require(
                        !given.isEmpty()
                                && given.stream().allMatch(each -> each.type().is(Kind.ARRAY)),
                        given,
                        call);
                yield given;
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
            return List.of(
                    conversions.to(given.get(0), time),
                    conversions.to(given.get(1), time),
                    conversions.to(given.get(2), SqlType.INTERVAL));
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

    private static void require(boolean fits, List<Bound> given, Expression.Call call) {
        if (!fits) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "The function " + call.function() + " does not take "
                            + given.stream().map(each -> each.type().toString()).toList()
                            + ". Write generate_series(1, 10), generate_series(time, time, interval) or unnest(array).");
        }
    }

    private static List<SqlType> types(Plan.TableFunction.Rows function, List<Bound> arguments) {
        return switch (function) {
            case GENERATE_SUBSCRIPTS -> List.of(SqlType.INTEGER);
            case UNNEST -> arguments.stream().map(each -> each.type().element()).toList();
            default -> List.of(arguments.get(0).type());
        };
    }
}
