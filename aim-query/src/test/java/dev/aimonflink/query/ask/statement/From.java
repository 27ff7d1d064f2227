package dev.aimonflink.query.ask.statement;

import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.NamedColumns;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Output;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.text.ExpressionParser;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Plans, written node by node with expressions as texts. Columns of joined tables are qualified by a prefix. */
public record From(Plan plan, List<String> names) {
    public static From table(MatrixTables tables, String name) {
        Plan scan = new Plan.Scan(tables.find(name).orElseThrow());
        return new From(scan, scan.outputs().stream().map(Output::name).toList());
    }

    /** The same rows, whose columns are called {@code prefix_name}. */
    public From as(String prefix) {
        return new From(plan, names.stream().map(name -> prefix + "_" + name).toList());
    }

    private Bound bound(String expression) {
        List<dev.aimonflink.sql.bind.Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            dev.aimonflink.sql.bind.Column of = plan.columns().get(i);
            columns.add(new dev.aimonflink.sql.bind.Column(names.get(i), of.type(), i, of.min(), of.max()));
        }
        return new Binder(new NamedColumns(columns, Map.of())).bind(ExpressionParser.parse(expression));
    }

    private List<Bound> bound(List<String> expressions) {
        return expressions.stream().map(this::bound).toList();
    }

    public From where(String condition) {
        return new From(new Plan.Filter(plan, bound(condition)), names);
    }

    public From where(Bound condition) {
        return new From(new Plan.Filter(plan, condition), names);
    }

    public From select(String... expressions) {
        List<Bound> values = bound(List.of(expressions));
        List<Output> outputs = new ArrayList<>();
        List<String> called = new ArrayList<>();
        for (Bound value : values) {
            called.add("c" + outputs.size());
            outputs.add(new Output("c" + outputs.size(), value.type()));
        }
        return new From(new Plan.Project(plan, values, outputs), called);
    }

    public From join(Plan.Join.Kind kind, From other, String conditionOrNull) {
        List<String> both = new ArrayList<>(names);
        both.addAll(other.names);
        From joined = new From(new Plan.Join(kind, plan, other.plan, null), both);
        Bound condition = conditionOrNull == null ? null : joined.bound(conditionOrNull);
        return new From(new Plan.Join(kind, plan, other.plan, condition), both);
    }

    public From join(From other, String condition) {
        return join(Plan.Join.Kind.INNER, other, condition);
    }

    /** An aggregate as a text: {@code sum distinct(x)}, or {@code arg_max(x; y)}. */
    private AggregateCall call(String text) {
        String name = text.substring(0, text.indexOf('('));
        boolean isDistinct = name.endsWith(" distinct");
        String inner = text.substring(text.indexOf('(') + 1, text.length() - 1);
        boolean isOfRows = inner.equals("*");
        AggregateFunction function = isOfRows
                ? AggregateFunction.COUNT_ROWS
                : AggregateFunction.valueOf(name.replace(" distinct", "").toUpperCase(java.util.Locale.ROOT));
        List<Bound> arguments = isOfRows ? List.of() : bound(Arrays.asList(inner.split("; ")));
        List<SortTerm> order = List.of();
        if (function.isPercentile()) {
            order = List.of(new SortTerm(arguments.get(1), false, false));
            arguments = List.of(arguments.get(0));
        }
        SqlType argument = isOfRows
                ? null
                : (order.isEmpty() ? arguments.get(0) : order.get(0).value()).type();
        return new AggregateCall(function, arguments, isDistinct, order, null, type(function, argument), 0);
    }

    private static SqlType type(AggregateFunction function, SqlType argument) {
        return switch (function) {
            case COUNT_ROWS, COUNT -> SqlType.BIGINT;
            case SUM ->
                argument.is(Kind.INTEGER)
                        ? SqlType.BIGINT
                        : argument.is(Kind.DOUBLE) ? SqlType.DOUBLE : SqlType.NUMERIC;
            case AVG, STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP ->
                argument.is(Kind.DOUBLE) ? SqlType.DOUBLE : SqlType.NUMERIC;
            default -> argument;
        };
    }

    public From group(List<String> keys, String... calls) {
        return aggregate(true, keys, calls);
    }

    public From all(String... calls) {
        return aggregate(false, List.of(), calls);
    }

    private From aggregate(boolean isGrouped, List<String> keys, String... calls) {
        Plan aggregate = new Plan.Aggregate(
                plan,
                isGrouped,
                bound(keys),
                Arrays.stream(calls).map(this::call).toList());
        List<String> called = new ArrayList<>();
        for (int i = 0; i < aggregate.outputs().size(); i++) {
            called.add("c" + i);
        }
        return new From(aggregate, called);
    }

    public From distinct() {
        return new From(new Plan.Distinct(plan), names);
    }

    /** Each with {@code desc} behind it or not. Nulls are the greatest. */
    public From orderBy(String... terms) {
        List<SortTerm> sorted = new ArrayList<>();
        for (String term : terms) {
            boolean isDescending = term.endsWith(" desc");
            sorted.add(new SortTerm(bound(term.replace(" desc", "")), isDescending, isDescending));
        }
        return new From(new Plan.Sort(plan, sorted), names);
    }

    public From limit(long count, long offset) {
        return new From(new Plan.Limit(plan, number(count), number(offset)), names);
    }

    private static Bound number(long number) {
        return new Bound.Constant(number, SqlType.BIGINT, 0);
    }

    public From unionAll(From other) {
        return new From(new Plan.SetOperation(Plan.SetOperation.Operation.UNION, true, plan, other.plan), names);
    }

    public PlannedQuery query(PlannedQuery.Initial... initials) {
        return new PlannedQuery(plan, List.of(initials));
    }
}
