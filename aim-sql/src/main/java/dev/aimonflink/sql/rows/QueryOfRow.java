package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Expressions;
import dev.aimonflink.sql.plan.PlannedQuery.Initial;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs a query in an expression for each row, once for rows with the same values. */
final class QueryOfRow implements Bound.InnerQuery {
    /** Further values are computed again, so that a query of many rows keeps few. */
    static final int MOST_REMEMBERED = 10_000;

    /** The most characters of all remembered texts and long numbers. */
    private static final long MOST_CHARACTERS = 1 << 20;

    private final Initial query;
    private final PlanRunner runner;
    private final Budget budget;

    /** By the values as they are: equal numbers can have different texts. */
    private final Map<List<Object>, Object> remembered = new HashMap<>();

    private long characters;

    QueryOfRow(Initial query, PlanRunner runner, Budget budget) {
        this.query = query;
        this.runner = runner;
        this.budget = budget;
    }

    @Override
    public Bound.InnerQuery withoutPositions() {
        return query.withoutPositions();
    }

    @Override
    public Object value(Object... operands) {
        List<Object> key = Arrays.asList(operands);
        Object value = remembered.get(key);
        if (value == null && !remembered.containsKey(key)) {
            value = computed(operands);
            remember(key, value);
        }
        return value;
    }

    private void remember(List<Object> key, Object value) {
        long more = charactersOf(value);
        for (Object each : key) {
            more += charactersOf(each);
        }
        if (remembered.size() < MOST_REMEMBERED && characters + more < MOST_CHARACTERS) {
            characters += more;
            remembered.put(key, value);
        }
    }

    private static int charactersOf(Object value) {
        return value instanceof String text
                ? text.length()
                : value instanceof BigDecimal number ? number.unscaledValue().bitLength() / Byte.SIZE : 0;
    }

    private Object computed(Object[] operands) {
        budget.beginRun();
        Budget.Kept before = budget.kept();
        RowStream rows = runner.open(Expressions.withOuter(query.plan(), outer -> constant(outer, operands)));
        Object value =
                switch (query.kind()) {
                    case VALUE -> only(rows, query.position());
                    case EXISTS -> rows.next() != null;
                    case SET -> isAmong(rows, operands[operands.length - 1]);
                    case VALUE_BY_KEY, SET_BY_KEY -> throw new IllegalStateException("run once: " + query);
                };
        budget.giveBack(budget.keptSince(before));
        return value;
    }

    static Bound constant(Bound.Outer outer, Object[] values) {
        return new Bound.Constant(values[outer.index()], outer.type(), outer.position());
    }

    /** The value of the only row; null if there is none. */
    static Object only(RowStream rows, int position) {
        Row row = rows.next();
        if (row != null && rows.next() != null) {
            throw new SqlException(
                    SqlState.TOO_MANY_ROWS,
                    position,
                    "A query that stands for a value has more than one row. Add LIMIT 1, or an aggregate such as max.");
        }
        return row == null ? null : row.value(0);
    }

    /** Null if unknown, as in {@link dev.aimonflink.sql.bind.ConstantSet}. */
    private Boolean isAmong(RowStream rows, Object tested) {
        boolean isKnown = true;
        for (Row row = rows.next(); row != null; row = rows.next()) {
            budget.step();
            Object value = row.value(0);
            if (tested == null || value == null) {
                isKnown = false;
            } else if (Order.compare(
                            tested, value, query.plan().outputs().get(0).type())
                    == 0) {
                return true;
            }
        }
        return isKnown ? false : null;
    }
}
