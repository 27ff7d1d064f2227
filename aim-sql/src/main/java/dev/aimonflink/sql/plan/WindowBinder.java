package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.bind.WindowFunction;
import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.text.MissingAggregates;
import dev.aimonflink.sql.text.QueryBody;
import dev.aimonflink.sql.text.SortKey;
import dev.aimonflink.sql.text.Spelling;
import dev.aimonflink.sql.text.WindowFrame;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * The window functions of a query. In its expressions they are columns far before the first one, until {@link #over} puts them behind the
 * columns of the windows' rows.
 */
final class WindowBinder {
    /** Before those of aggregates. */
    private static final int FIRST = Integer.MIN_VALUE / 2;

    private final List<WindowCall> calls = new ArrayList<>();
    private final Map<WindowCall, Integer> indexOfCall = new HashMap<>();

    /** For parts of calls, which may have aggregates; the groups are the rows then. */
    private final Binder binder;

    private final List<QueryBody.NamedWindow> named;

    /** @param named windows, each of which may begin with an earlier one */
    WindowBinder(Binder binder, List<QueryBody.NamedWindow> named) {
        this.binder = binder;
        this.named = named;
        for (int i = 0; i < named.size(); i++) {
            if (indexOf(named.get(i).name(), i) >= 0) {
                throw invalid(
                        named.get(i).window(),
                        "The window \"%s\" is there twice. Give one another name.",
                        named.get(i).name());
            }
        }
    }

    static boolean isCall(Bound bound) {
        return bound instanceof Bound.Field field && field.column().index() <= FIRST;
    }

    static boolean isIn(Bound bound) {
        return isCall(bound) || Operands.of(bound).stream().anyMatch(WindowBinder::isIn);
    }

    boolean hasCalls() {
        return !calls.isEmpty();
    }

    /** Binds a call; repeated ones are computed once. */
    Bound bind(Expression.Window written) {
        return column(call(whole(written, named.size())));
    }

    private int indexOf(String name, int before) {
        for (int i = 0; i < before; i++) {
            if (named.get(i).name().equals(name)) {
                return i;
            }
        }
        return -1;
    }

    private Expression.Window whole(Expression.Window written, int before) {
        if (written.base() == null) {
            return written;
        }
        int index = indexOf(written.base(), before);
        if (index < 0) {
            throw new SqlException(
                    SqlState.UNDEFINED_OBJECT,
                    written.position(),
                    "There is no window \"" + Spelling.shortened(written.base())
                            + "\". Name it behind WINDOW, at the end of the query.");
        }
        Expression.Window base = whole(named.get(index).window(), index);
        if (!written.isNamed()) {
            requireAddition(written, base);
        }
        return new Expression.Window(
                written.call(),
                null,
                false,
                base.partition(),
                written.order().isEmpty() ? base.order() : written.order(),
                written.isNamed() ? base.frame() : written.frame(),
                written.position());
    }

    private static void requireAddition(Expression.Window written, Expression.Window base) {
        if (!written.partition().isEmpty()) {
            throw invalid(written, "The window \"%s\" has its PARTITION BY already. Leave one out.", written.base());
        }
        if (!written.order().isEmpty() && !base.order().isEmpty()) {
            throw invalid(written, "The window \"%s\" has its ORDER BY already. Leave one out.", written.base());
        }
        if (base.frame() != null) {
            throw invalid(
                    written, "The window \"%s\" has a frame. Write its name without parentheses.", written.base());
        }
    }

    private static SqlException invalid(Expression.Window window, String message, String name) {
        return new SqlException(
                SqlState.WINDOWING_ERROR, window.position(), message.formatted(Spelling.shortened(name)));
    }

    /** The first row in an order among those with equal keys, over the rows of the input. */
    static Plan firstOf(Plan input, List<Bound> keys, List<SortTerm> order) {
        int position = keys.get(0).position();
        Plan numbered = new Plan.Window(
                input,
                List.of(new WindowCall(WindowFunction.ROW_NUMBER, List.of(), null, keys, order, null, position)));
        int place = input.outputs().size();
        Bound number = new Bound.Field(Column.of("", SqlType.BIGINT, place), position);
        Bound one = new Bound.Constant(1L, SqlType.BIGINT, position);
        return new Plan.Filter(numbered, new Bound.Comparison(BinaryOperator.EQUAL, number, one, position));
    }

    private Bound column(WindowCall call) {
        int index = indexOfCall.computeIfAbsent(comparable(call), fresh -> {
            calls.add(call);
            return calls.size() - 1;
        });
        return new Bound.Field(Column.of("", call.type(), FIRST - index), call.position());
    }

    private static WindowCall comparable(WindowCall call) {
        WindowCall bare = call.with(Operands::withoutPositions);
        return new WindowCall(
                bare.function(),
                bare.arguments(),
                bare.aggregate() == null ? null : Expressions.withoutPosition(bare.aggregate()),
                bare.partition(),
                bare.order(),
                bare.frame(),
                0);
    }

    private WindowCall call(Expression.Window written) {
        List<Bound> partition = written.partition().stream().map(this::known).toList();
        List<SortTerm> order = written.order().stream().map(this::term).toList();
        WindowFrame<Bound> frame = written.frame() == null ? null : frame(written);
        Expression.Aggregate aggregate = written.call() instanceof Expression.Aggregate with ? with : null;
        Expression.Call call = aggregate == null ? (Expression.Call) written.call() : aggregate.call();
        WindowFunction function = WindowFunction.named(call.function()).orElse(null);
        if (function == null) {
            return new WindowCall(
                    null, List.of(), aggregate(call, aggregate), partition, order, frame, written.position());
        }
        if (aggregate != null) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    written.position(),
                    "DISTINCT, FILTER and * belong to aggregates, and " + call.function()
                            + " is none. Leave them out.");
        }
        return new WindowCall(function, arguments(function, call), null, partition, order, frame, written.position());
    }

    private WindowFrame<Bound> frame(Expression.Window written) {
        WindowFrame<Expression> frame = written.frame();
        WindowFrame.Place from = frame.from().place();
        WindowFrame.Place to = frame.to().place();
        boolean isEmpty = from == WindowFrame.Place.UNBOUNDED_FOLLOWING
                || to == WindowFrame.Place.UNBOUNDED_PRECEDING
                || from.compareTo(to) > 0;
        if (isEmpty) {
            throw new SqlException(
                    SqlState.WINDOWING_ERROR,
                    written.position(),
                    "A frame cannot go from " + from.words() + " to " + to.words() + ". Name its beginning first.");
        }
        return frame.with(this::rows);
    }

    private Bound rows(Expression written) {
        Bound rows = binder.bind(written);
        if (isOfARow(rows)) {
            throw new SqlException(
                    SqlState.INVALID_COLUMN_REFERENCE,
                    written.position(),
                    "A frame is as many rows long for all rows. Write a number, not a column.");
        }
        return binder.conversions().to(rows, SqlType.BIGINT);
    }

    private static boolean isOfARow(Bound bound) {
        return bound instanceof Bound.Field || Operands.of(bound).stream().anyMatch(WindowBinder::isOfARow);
    }

    private Bound known(Expression written) {
        Bound value = binder.bind(written);
        return value.type().is(Kind.UNKNOWN) ? binder.conversions().toText(value) : value;
    }

    private SortTerm term(SortKey key) {
        return new SortTerm(known(key.value()), key.isDescending(), key.nullsFirst());
    }

    private AggregateCall aggregate(Expression.Call call, Expression.Aggregate writtenOrNull) {
        boolean isAggregate =
                AggregateFunction.named(call.function()) != null || MissingAggregates.contains(call.function());
        if (!isAggregate) {
            String name = Spelling.shortened(call.function());
            boolean isOther = Function.isName(call.function())
                    || FunctionBinder.function(call, binder.conversions()).isPresent();
            TreeSet<String> known = new TreeSet<>(WindowFunction.names());
            known.addAll(AggregateFunction.names());
            throw new SqlException(
                    isOther ? SqlState.WRONG_OBJECT_TYPE : SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "There is no function \"" + name + "\" over windows. " + Spelling.hint(name, known));
        }
        AggregateCall aggregate = new AggregateBinder(binder)
                .bind(
                        writtenOrNull != null
                                ? writtenOrNull
                                : new Expression.Aggregate(call, false, List.of(), List.of(), null, call.position()));
        if (aggregate.isDistinct() || !aggregate.order().isEmpty()) {
            throw new SqlException(
                    SqlState.NOT_SUPPORTED,
                    call.position(),
                    "Over a window there is neither DISTINCT nor a percentile, nor ORDER BY in the call. Compute it by GROUP BY"
                            + " in a query, and join with that.");
        }
        return aggregate;
    }

    private List<Bound> arguments(WindowFunction function, Expression.Call call) {
        if (!function.takes(call.arguments().size())) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    call.position(),
                    "There is no " + function.sqlName() + " with that number of arguments: "
                            + call.arguments().size() + ".");
        }
        List<Bound> arguments = new ArrayList<>();
        call.arguments().forEach(argument -> arguments.add(binder.bind(argument)));
        int number = function.isOfValues() ? 1 : 0;
        if (arguments.size() > number) {
            arguments.set(number, wholeNumber(arguments.get(number), function));
        }
        if (function.isOfValues()) {
            List<Bound> values =
                    arguments.size() <= 2 ? List.of(arguments.get(0)) : List.of(arguments.get(0), arguments.get(2));
            if (values.stream().allMatch(value -> value.type().is(Kind.UNKNOWN))) {
                throw new SqlException(
                        SqlState.DATATYPE_MISMATCH,
                        call.position(),
                        "The type of what " + function.sqlName() + " gives is not known. Convert it with CAST.");
            }
            List<Bound> alike = binder.conversions().operands(values, function.sqlName(), call.position());
            for (int i = 0; i < alike.size(); i++) {
                arguments.set(2 * i, alike.get(i));
            }
        }
        return List.copyOf(arguments);
    }

    private Bound wholeNumber(Bound number, WindowFunction function) {
        if (!number.type().is(Kind.UNKNOWN) && !number.type().is(Kind.INTEGER)) {
            throw new SqlException(
                    SqlState.UNDEFINED_FUNCTION,
                    number.position(),
                    function.sqlName() + " needs an integer here, not " + number.type() + ". Convert it with CAST.");
        }
        return binder.conversions().to(number, SqlType.INTEGER);
    }

    /** @param over moves an expression to the rows of the input */
    Plan plan(Plan input, UnaryOperator<Bound> over) {
        return new Plan.Window(
                input, calls.stream().map(call -> call.with(over)).toList());
    }

    static Bound over(Bound bound, int width) {
        return Operands.changed(
                bound,
                node -> isCall(node)
                        ? new Bound.Field(
                                Column.of(
                                        "",
                                        node.type(),
                                        width
                                                + FIRST
                                                - ((Bound.Field) node).column().index()),
                                node.position())
                        : node);
    }
}
