package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.function.Aggregates;
import dev.aimonflink.gateway.relation.function.Function;
import dev.aimonflink.gateway.relation.function.FunctionTable;
import dev.aimonflink.gateway.relation.value.Coercion;
import dev.aimonflink.gateway.relation.value.Comparing;
import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Makes terms of calls: of functions, of aggregates, and of what is written like a call. */
final class CallBinder {
    private static final int LAG_ARGUMENTS = 3;

    private static final Set<String> COUNTING =
            Set.of("row_number", "rank", "dense_rank", "first_value", "last_value", "lag", "lead");

    private final ExpressionBinder expressions;
    private final Scope scope;
    private final Conversions conversions;
    private final Relations relations;

    CallBinder(ExpressionBinder expressions, Scope scope, Conversions conversions, Relations relations) {
        this.expressions = expressions;
        this.scope = scope;
        this.conversions = conversions;
        this.relations = relations;
    }

    Term call(Expression expression) {
        if (expression instanceof Expression.Window window) {
            return window(window);
        } else if (expression instanceof Expression.Aggregate aggregate) {
            return aggregate(aggregate);
        } else if (expression instanceof Expression.Call call) {
            return Aggregates.has(call.function()) ? aggregate(plain(call)) : function(call);
        } else {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    expression.position(),
                    "This can only be an argument of a call. Leave it out.");
        }
    }

    private static Expression.Aggregate plain(Expression.Call call) {
        return new Expression.Aggregate(call, false, List.of(), List.of(), null, call.position());
    }

    private Term function(Expression.Call call) {
        return switch (call.function()) {
            case "coalesce" -> {
                List<Term> values = alike(call, "COALESCE");
                yield Term.of(values.get(0).type(), frame -> {
                    for (Term value : values) {
                        Object found = value.value(frame);
                        if (found != null) {
                            return found;
                        }
                    }
                    return null;
                });
            }
            case "nullif" -> nullIf(call);
            case "greatest" -> extreme(alike(call, "GREATEST"), 1);
            case "least" -> extreme(alike(call, "LEAST"), -1);
            case "pg_typeof" -> {
                PgType type = expressions.bind(call.arguments()).get(0).type();
                yield Term.constant(PgType.REGTYPE, (long) type.oid());
            }
            default -> declared(call);
        };
    }

    private List<Term> alike(Expression.Call call, String what) {
        if (call.arguments().isEmpty()) {
            throw new SqlException(SqlState.SYNTAX_ERROR, call.position(), what + " needs a value. Write one.");
        }
        return conversions.alike(expressions.bind(call.arguments()), what, call.position());
    }

    private Term nullIf(Expression.Call call) {
        List<Term> given = expressions.bind(call.arguments());
        if (given.size() != 2) {
            throw FunctionTable.undefined(
                    "nullif", given.stream().map(Term::type).toList(), call.position());
        }
        Term first = given.get(0).type() == PgType.UNKNOWN
                ? conversions.to(given.get(0), Scope.shown(given.get(1).type()), call.position())
                : given.get(0);
        int position = call.position();
        PgType type = ExpressionBinder.compared(first.type(), given.get(1).type(), "=", position);
        Term left = conversions.to(first, type, position);
        Term right = conversions.to(given.get(1), type, position);
        return Term.of(first.type(), frame -> {
            Object value = left.value(frame);
            return value != null && ExpressionBinder.same(value, right.value(frame)) ? null : first.value(frame);
        });
    }

    private static Term extreme(List<Term> values, int sign) {
        return Term.of(values.get(0).type(), frame -> {
            Object extreme = null;
            for (Term value : values) {
                Object each = value.value(frame);
                if (each != null && (extreme == null || Comparing.compare(each, extreme) * sign > 0)) {
                    extreme = each;
                }
            }
            return extreme;
        });
    }

    private Term declared(Expression.Call call) {
        Term computed = computed(call);
        if (!FunctionTable.hasRows(call.function())) {
            return computed;
        }
        if (scope.calls() == null || scope.calls().clause() != SelectCalls.Clause.OUTPUT) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    call.position(),
                    "set-returning functions are not allowed here. Call it in FROM.");
        }
        return scope.calls().addSet(computed);
    }

    /** The call, whose value is the list of its rows if it returns some. */
    private Term computed(Expression.Call call) {
        if (!FunctionTable.has(call.function())) {
            throw notBuiltIn(call);
        }
        int position = call.position();
        List<Term> given = expressions.bind(call.arguments());
        Function.Match match = FunctionTable.find(
                call.function(), given.stream().map(Term::type).toList(), position);
        List<Term> arguments = converted(given, match.arguments(), position);
        Function function = match.function();
        Term.Eval eval = frame -> {
            Object[] values = new Object[arguments.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments.get(i).value(frame);
                if (values[i] == null && function.isStrict()) {
                    return null;
                }
                frame.run.stepThrough(values[i]);
            }
            try {
                return function.body().call(frame.run.environment(), values);
            } catch (SqlException error) {
                throw Faults.at(error, position);
            }
        };
        return new Term(match.result(), PgColumn.NO_MODIFIER, eval, null, 0, match.fields());
    }

    private SqlException notBuiltIn(Expression.Call call) {
        String name = call.function();
        if (relations.function(name).isPresent()) {
            return new SqlException(
                    SqlState.NOT_SUPPORTED,
                    call.position(),
                    name + " returns rows. Write SELECT * FROM " + name + "(...).");
        }
        List<PgType> given = call.arguments().stream()
                .map(each -> expressions.bind(each instanceof Expression.NamedArgument named ? named.value() : each))
                .map(Term::type)
                .toList();
        return FunctionTable.undefined(name, given, call.position(), relations.functions());
    }

    private List<Term> converted(List<Term> given, List<PgType> types, int position) {
        List<Term> arguments = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            arguments.add(conversions.to(given.get(i), types.get(i), position));
        }
        return arguments;
    }

    /** A function of FROM, whose value is the list of its rows. */
    Term rows(Expression.Call call) {
        boolean isComputed = FunctionTable.has(call.function());
        Term computed = isComputed ? computed(call) : function(call);
        if (isComputed && FunctionTable.hasRows(call.function())) {
            return computed;
        }
        return new Term(
                computed.type(),
                PgColumn.NO_MODIFIER,
                frame -> Collections.singletonList(computed.value(frame)),
                null,
                0,
                computed.fields());
    }

    private Term aggregate(Expression.Aggregate written) {
        SelectCalls.AggregateCall call = aggregateCall(written);
        return scope.calls().add(call);
    }

    private SelectCalls.AggregateCall aggregateCall(Expression.Aggregate written) {
        Expression.Call call = written.call();
        if (!Aggregates.has(call.function()) || !written.withinGroup().isEmpty()) {
            throw FunctionTable.undefined(call.function(), List.of(), call.position());
        }
        if (scope.calls() == null) {
            throw new SqlException(
                    SqlState.MISPLACED_AGGREGATE,
                    call.position(),
                    "aggregate functions are not allowed here. Write a query in FROM that has them.");
        }
        SelectCalls calls = scope.calls();
        calls.requireOutput("aggregate functions", call.position());
        calls.enter(SelectCalls.Clause.INSIDE_OF_AGGREGATE);
        boolean isStar = call.arguments().size() == 1 && call.arguments().get(0) instanceof Expression.AllRows;
        List<Term> given = isStar ? List.of() : expressions.bind(call.arguments());
        var match =
                Aggregates.find(call.function(), given.stream().map(Term::type).toList(), call.position());
        List<Term> arguments = converted(given, match.arguments(), call.position());
        List<Ordering.Key> order = keys(written.order());
        Term filter = written.filter() == null ? null : expressions.condition(written.filter(), "FILTER");
        calls.enter(SelectCalls.Clause.OUTPUT);
        return new SelectCalls.AggregateCall(match, arguments, written.isDistinct(), order, filter);
    }

    private List<Ordering.Key> keys(List<SortKey> order) {
        List<Ordering.Key> keys = new ArrayList<>();
        for (SortKey key : order) {
            Term term = expressions.bind(key.value());
            keys.add(new Ordering.Key(
                    conversions.to(term, Scope.shown(term.type()), key.value().position()),
                    key.isDescending(),
                    key.nullsFirst()));
        }
        return keys;
    }

    private Term window(Expression.Window window) {
        if (scope.calls() == null || scope.calls().clause() != SelectCalls.Clause.OUTPUT) {
            boolean isInAggregate =
                    scope.calls() != null && scope.calls().clause() == SelectCalls.Clause.INSIDE_OF_AGGREGATE;
            throw new SqlException(
                    isInAggregate ? SqlState.MISPLACED_AGGREGATE : SqlState.WINDOWING_ERROR,
                    window.position(),
                    SelectCalls.NO_WINDOW);
        }
        int windows = scope.calls().windows().size();
        Expression.Aggregate asAggregate = window.call() instanceof Expression.Aggregate aggregate ? aggregate : null;
        Expression.Call call = asAggregate == null ? (Expression.Call) window.call() : asAggregate.call();
        boolean isCounting = COUNTING.contains(call.function());
        if (window.frame() != null || window.base() != null) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    window.position(),
                    "Frames and names of windows are there for the tables of the job alone. Write OVER (PARTITION BY ... ORDER BY ...).");
        }
        if (asAggregate != null && (isCounting || asAggregate.isDistinct())) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    window.position(),
                    "Over a window there is no DISTINCT, and FILTER of aggregates alone. Leave it out.");
        }
        List<Term> partition = expressions.bind(window.partition());
        List<Ordering.Key> order = keys(window.order());
        if (isCounting) {
            List<Term> arguments = placed(call);
            scope.calls().requireWindows(windows, window);
            PgType type = arguments.isEmpty()
                    ? PgType.INT8
                    : Scope.shown(arguments.get(0).type());
            return scope.calls()
                    .add(new SelectCalls.WindowCall(call.function(), null, arguments, null, partition, order), type);
        }
        Expression.Aggregate written = asAggregate == null ? plain(call) : asAggregate;
        if (!Aggregates.has(call.function())) {
            throw FunctionTable.undefined(call.function(), List.of(), call.position());
        }
        SelectCalls.AggregateCall aggregate = overWindow(written);
        scope.calls().requireWindows(windows, window);
        return scope.calls()
                .add(
                        new SelectCalls.WindowCall(
                                null,
                                aggregate.aggregate(),
                                aggregate.arguments(),
                                aggregate.filter(),
                                partition,
                                order),
                        aggregate.aggregate().result());
    }

    /** The arguments of a function of a row's place: for lag and lead also how many rows, and what there is where none is. */
    private List<Term> placed(Expression.Call call) {
        List<Term> given = expressions.bind(call.arguments());
        List<PgType> types = given.stream().map(Term::type).toList();
        boolean isShifted = call.function().equals("lag") || call.function().equals("lead");
        boolean isOfValue = isShifted || call.function().endsWith("_value");
        if (given.isEmpty() == isOfValue || given.size() > (isShifted ? LAG_ARGUMENTS : isOfValue ? 1 : 0)) {
            throw FunctionTable.undefined(call.function(), types, call.position());
        }
        List<Term> arguments = new ArrayList<>(given);
        if (given.size() > 1) {
            arguments.set(1, conversions.to(given.get(1), PgType.INT4, call.position()));
        }
        if (given.size() > 2) {
            PgType type = Coercion.common(List.of(types.get(0), types.get(2)))
                    .orElseThrow(() -> FunctionTable.undefined(call.function(), types, call.position()));
            arguments.set(0, conversions.to(given.get(0), type, call.position()));
            arguments.set(2, conversions.to(given.get(2), type, call.position()));
        }
        return arguments;
    }

    /** Its arguments are those of the rows of the window, which may be groups. */
    private SelectCalls.AggregateCall overWindow(Expression.Aggregate written) {
        Expression.Call call = written.call();
        boolean isStar = call.arguments().size() == 1 && call.arguments().get(0) instanceof Expression.AllRows;
        List<Term> given = isStar ? List.of() : expressions.bind(call.arguments());
        var match =
                Aggregates.find(call.function(), given.stream().map(Term::type).toList(), call.position());
        List<Term> arguments = converted(given, match.arguments(), call.position());
        Term filter = written.filter() == null ? null : expressions.condition(written.filter(), "FILTER");
        return new SelectCalls.AggregateCall(match, arguments, false, List.of(), filter);
    }
}
