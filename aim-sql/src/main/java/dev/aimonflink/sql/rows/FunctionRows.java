package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.type.Interval;
import dev.aimonflink.sql.type.TimeMath;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.UnaryOperator;

/** The rows of functions of FROM, made one by one as they are asked for. */
final class FunctionRows {
    private static final Row NO_COLUMNS = Row.of();

    private final Plan.TableFunction plan;
    private final Budget budget;
    private final List<Object> arguments = new ArrayList<>();

    FunctionRows(Plan.TableFunction plan, Budget budget) {
        this.plan = plan;
        this.budget = budget;
        plan.arguments().forEach(argument -> arguments.add(budget.evaluate(argument, NO_COLUMNS)));
    }

    RowStream open() {
        Iterator<Object[]> rows = rows();
        return new RowStream() {
            private long number;

            @Override
            public Row next() {
                budget.step();
                return rows.hasNext() ? Row.of(withNumber(rows.next(), ++number)) : null;
            }
        };
    }

    private Object[] withNumber(Object[] values, long number) {
        if (!plan.hasOrdinality()) {
            return values;
        }
        Object[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = number;
        return all;
    }

    private Iterator<Object[]> rows() {
        return switch (plan.function()) {
            case GENERATE_SERIES -> arguments.contains(null) ? Collections.emptyIterator() : series();
            case GENERATE_SUBSCRIPTS -> subscripts();
            case UNNEST -> unnested();
            case STRING_TO_TABLE -> single((List<?>) split());
            case VALUE -> single(Collections.singletonList(arguments.get(0)));
        };
    }

    private static Iterator<Object[]> single(List<?> values) {
        return values == null
                ? Collections.emptyIterator()
                : values.stream().map(value -> new Object[] {value}).iterator();
    }

    private Object split() {
        List<Bound> texts = new ArrayList<>();
        arguments.forEach(each -> texts.add(new Bound.Constant(each, SqlType.TEXT, 0)));
        return budget.evaluate(
                new Bound.Call(Function.STRING_TO_ARRAY, texts, SqlType.array(SqlType.TEXT), 0), NO_COLUMNS);
    }

    private Iterator<Object[]> subscripts() {
        List<?> array = (List<?>) arguments.get(0);
        boolean isThere = array != null && Long.valueOf(1).equals(arguments.get(1));
        List<Object> indexes = new ArrayList<>();
        for (long i = 1; isThere && i <= array.size(); i++) {
            indexes.add(i);
        }
        return single(indexes);
    }

    /** A shorter array has nulls at its end. */
    private Iterator<Object[]> unnested() {
        List<Object[]> rows = new ArrayList<>();
        for (int column = 0; column < arguments.size(); column++) {
            List<?> array = arguments.get(column) == null ? List.of() : (List<?>) arguments.get(column);
            for (int i = 0; i < array.size(); i++) {
                if (i == rows.size()) {
                    rows.add(new Object[arguments.size()]);
                }
                rows.get(i)[column] = array.get(i);
            }
        }
        return rows.iterator();
    }

    @SuppressWarnings("unchecked")
    private Iterator<Object[]> series() {
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
            return series((Comparable<Object>) first, last, sign, value -> TimeMath.plus(value, step, ZoneOffset.UTC));
        }
    }

    /** Null behind the last number that there is. */
    private static Long sum(long value, long step) {
        long sum = value + step;
        return (step > 0) == (sum > value) ? sum : null;
    }

    private static Iterator<Object[]> series(
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
            public Object[] next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Object[] row = {value};
                value = (Comparable<Object>) next.apply(value);
                return row;
            }
        };
    }
}
