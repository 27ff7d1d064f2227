package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.TimeMath;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** The rows of functions side by side, made when asked for. */
final class FunctionRows implements RowStream {
    private static final Row NO_COLUMNS = Row.of();

    private final boolean hasOrdinality;
    private final Budget budget;
    private final List<Iterator<?>> columns = new ArrayList<>();
    private long number;

    FunctionRows(Plan.TableFunction plan, Budget budget) {
        hasOrdinality = plan.hasOrdinality();
        this.budget = budget;
        plan.calls().forEach(call -> columns.add(values(call)));
    }

    @Override
    public Row next() {
        budget.step();
        if (columns.stream().noneMatch(Iterator::hasNext)) {
            return null;
        }
        Object[] values = new Object[columns.size() + (hasOrdinality ? 1 : 0)];
        for (int i = 0; i < columns.size(); i++) {
            values[i] = columns.get(i).hasNext() ? columns.get(i).next() : null;
        }
        number++;
        if (hasOrdinality) {
            values[columns.size()] = number;
        }
        return Row.of(values);
    }

    private Iterator<?> values(Plan.RowsCall call) {
        List<Object> arguments = new ArrayList<>();
        call.arguments().forEach(argument -> arguments.add(budget.evaluate(argument, NO_COLUMNS)));
        return switch (call.function()) {
            case GENERATE_SERIES -> arguments.contains(null) ? Collections.emptyIterator() : series(arguments);
            case GENERATE_SUBSCRIPTS -> subscripts((List<?>) arguments.get(0), arguments.get(1));
            case UNNEST -> ofArray(arguments.get(0));
            case STRING_TO_TABLE -> ofArray(split(arguments));
            case VALUE -> arguments.iterator();
        };
    }

    private static Iterator<?> ofArray(Object array) {
        return array == null ? Collections.emptyIterator() : ((List<?>) array).iterator();
    }

    private Object split(List<Object> arguments) {
        List<Bound> texts = new ArrayList<>();
        arguments.forEach(each -> texts.add(new Bound.Constant(each, SqlType.TEXT, 0)));
        return budget.evaluate(
                new Bound.Call(Function.STRING_TO_ARRAY, texts, SqlType.array(SqlType.TEXT), 0), NO_COLUMNS);
    }

    private static Iterator<?> subscripts(List<?> array, Object dimension) {
        boolean isThere = array != null && Long.valueOf(1).equals(dimension);
        return LongStream.rangeClosed(1, isThere ? array.size() : 0).iterator();
    }

    @SuppressWarnings("unchecked")
    private static Iterator<Object> series(List<Object> arguments) {
        Object first = arguments.get(0);
        Object last = arguments.get(1);
        if (first instanceof Long) {
            long step = arguments.size() > 2 ? (Long) arguments.get(2) : 1;
            return series((Comparable<Object>) first, last, Long.signum(step), value -> sum((Long) value, step));
        } else if (first instanceof BigDecimal) {
            BigDecimal step = arguments.size() > 2 ? (BigDecimal) arguments.get(2) : BigDecimal.ONE;
            return series((Comparable<Object>) first, last, step.signum(), value -> ((BigDecimal) value).add(step));
        } else {
            Interval step = (Interval) arguments.get(2);
            int sign = step.compareTo(Interval.ofMicros(0));
            ZoneId zone = TimeMath.zone(arguments, 3);
            return series((Comparable<Object>) first, last, sign, value -> TimeMath.plus(value, step, zone));
        }
    }

    /** Null behind the last number. */
    private static Long sum(long value, long step) {
        long sum = value + step;
        return (step > 0) == (sum > value) ? sum : null;
    }

    private static Iterator<Object> series(
            Comparable<Object> first, Object last, int sign, UnaryOperator<Object> next) {
        if (sign == 0) {
            throw new SqlException(
                    SqlState.INVALID_ARGUMENT, SqlException.NOWHERE, "step size cannot equal zero. Write another one.");
        }
        return new Iterator<>() {
            private Comparable<Object> value = first;

            @Override
            public boolean hasNext() {
                return value != null && value.compareTo(last) * sign <= 0;
            }

            @Override
            @SuppressWarnings("unchecked")
            public Object next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Object given = value;
                value = (Comparable<Object>) next.apply(value);
                return given;
            }
        };
    }
}
