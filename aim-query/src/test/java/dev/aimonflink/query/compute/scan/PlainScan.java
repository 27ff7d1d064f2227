package dev.aimonflink.query.compute.scan;

import dev.aimonflink.query.compute.aggregate.VectorStates;
import dev.aimonflink.query.compute.program.BatchRow;
import dev.aimonflink.query.compute.program.VectorColumns;
import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.Order;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.SortTerm;
import dev.aimonflink.sql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Computes what a scan computes, from lists of values: the groups by their keys, each with the states of the calls as texts. */
final class PlainScan {
    private final VectorQuery query;
    private final Map<List<Object>, List<List<Object[]>>> rowsOfCalls = new HashMap<>();

    PlainScan(VectorQuery query) {
        this.query = query;
        if (query.keys().isEmpty()) {
            rowsOf(List.of());
        }
    }

    private List<List<Object[]>> rowsOf(List<Object> key) {
        return rowsOfCalls.computeIfAbsent(key, each -> {
            List<List<Object[]>> rows = new ArrayList<>();
            query.aggregates().forEach(aggregate -> rows.add(new ArrayList<>()));
            return rows;
        });
    }

    void take(VectorColumns batch, int rows) {
        BatchRow row = new BatchRow(batch);
        for (row.index = 0; row.index < rows; row.index++) {
            // One condition after the other: what is behind one that is not true is not evaluated, so that it cannot
            // fail.
            if (Conjuncts.of(query.filter()).stream()
                    .allMatch(each -> Boolean.TRUE.equals(RowEvaluator.evaluate(each, row)))) {
                List<Object> key = new ArrayList<>();
                query.keys().forEach(each -> key.add(comparable(RowEvaluator.evaluate(each, row))));
                List<List<Object[]>> group = rowsOf(key);
                for (int aggregate = 0; aggregate < query.aggregates().size(); aggregate++) {
                    take(query.aggregates().get(aggregate).call(), group.get(aggregate), row);
                }
            }
        }
    }

    /** Both zeros are one group. */
    private static Object comparable(Object key) {
        return Objects.equals(key, -0.0) ? (Object) 0.0 : key;
    }

    private static void take(AggregateCall aggregate, List<Object[]> rows, BatchRow row) {
        if (aggregate.filter() == null || Boolean.TRUE.equals(RowEvaluator.evaluate(aggregate.filter(), row))) {
            Object[] arguments = taken(aggregate).stream()
                    .map(each -> RowEvaluator.evaluate(each, row))
                    .toArray();
            if (arguments.length == 0 || arguments[arguments.length - 1] != null) {
                rows.add(arguments);
            }
        }
    }

    /** Of the fraction of a percentile, no row knows anything. */
    private static List<Bound> taken(AggregateCall aggregate) {
        return aggregate.function().isPercentile()
                ? List.of(aggregate.order().get(0).value())
                : aggregate.arguments();
    }

    Map<List<Object>, List<String>> groups() {
        Map<List<Object>, List<String>> groups = new HashMap<>();
        rowsOfCalls.forEach((key, calls) -> {
            List<String> states = new ArrayList<>();
            for (int aggregate = 0; aggregate < calls.size(); aggregate++) {
                states.add(state(query.aggregates().get(aggregate).call(), calls.get(aggregate)));
            }
            groups.put(key, states);
        });
        return groups;
    }

    private static String state(AggregateCall aggregate, List<Object[]> rows) {
        return switch (aggregate.function()) {
            case COUNT_ROWS -> "" + rows.size();
            case COUNT -> aggregate.isDistinct() ? values(rows) : "" + rows.size();
            case PERCENTILE_DISC, PERCENTILE_CONT -> values(rows);
            case SUM, AVG -> rows.size() + " " + sum(rows, false);
            case STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP ->
                rows.size() + " " + sum(rows, false) + " " + sum(rows, true);
            case MAX, BOOL_OR ->
                "" + extreme(rows, 0, 1, aggregate.arguments().get(0).type());
            case MIN, BOOL_AND ->
                "" + extreme(rows, 0, -1, aggregate.arguments().get(0).type());
            case ARG_MAX -> chosen(aggregate, rows, 1);
            default -> chosen(aggregate, rows, -1);
        };
    }

    /** How many different values there are, and how often each occurs. */
    private static String values(List<Object[]> rows) {
        Map<String, Long> times = new TreeMap<>();
        rows.forEach(each -> times.merge("" + comparable(each[0]), 1L, Long::sum));
        return times.size() + " " + times;
    }

    private static String values(VectorStates states, int group) {
        Map<String, Long> times = new TreeMap<>();
        states.values((of, value, count) -> {
            if (of == group) {
                assertThat(times.put("" + value, count))
                        .as("times of %s before", value)
                        .isNull();
            }
        });
        return states.count(group) + " " + times;
    }

    private static BigInteger sum(List<Object[]> rows, boolean isSquared) {
        return rows.stream()
                .map(each -> each[0] instanceof BigDecimal exact
                        ? exact.unscaledValue()
                        : BigInteger.valueOf((Long) each[0]))
                .map(each -> isSquared ? each.multiply(each) : each)
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static Object extreme(List<Object[]> rows, int index, int sign, SqlType type) {
        Object best = null;
        for (Object[] each : rows) {
            Object value = comparable(each[index]);
            if (value != null && (best == null || sign * Order.compare(value, best, type) > 0)) {
                best = value;
            }
        }
        return best;
    }

    private static String chosen(AggregateCall aggregate, List<Object[]> rows, int sign) {
        SqlType type = aggregate.arguments().get(1).type();
        Object best = extreme(rows, 1, sign, type);
        List<Object[]> chosen = rows.stream()
                .filter(each -> Order.compare(each[1], best, type) == 0)
                .toList();
        return extreme(chosen, 0, -1, aggregate.arguments().get(0).type()) + " of " + best;
    }

    /** The same of a scan. */
    static Map<List<Object>, List<String>> groups(VectorQuery query, VectorScan scan) {
        Map<List<Object>, List<String>> groups = new HashMap<>();
        for (int group : scan.groups()) {
            List<Object> key = new ArrayList<>();
            for (int i = 0; i < query.keys().size(); i++) {
                key.add(scan.key(i, group));
            }
            List<String> states = new ArrayList<>();
            for (int aggregate = 0; aggregate < query.aggregates().size(); aggregate++) {
                states.add(state(query.aggregates().get(aggregate).call(), scan.states(aggregate), group));
            }
            groups.put(key, states);
        }
        return groups;
    }

    private static String state(AggregateCall aggregate, VectorStates states, int group) {
        return switch (aggregate.function()) {
            case COUNT_ROWS -> "" + states.count(group);
            case COUNT -> aggregate.isDistinct() ? values(states, group) : "" + states.count(group);
            case PERCENTILE_DISC, PERCENTILE_CONT -> values(states, group);
            case SUM, AVG -> states.count(group) + " " + states.sum(group);
            case STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP ->
                states.count(group) + " " + states.sum(group) + " " + states.squares(group);
            case MAX, BOOL_OR, MIN, BOOL_AND -> "" + states.value(group);
            default -> states.value(group) + " of " + states.order(group);
        };
    }

    static AggregateCall aggregate(AggregateFunction function, boolean isDistinct, Bound filter, Bound... arguments) {
        return new AggregateCall(function, List.of(arguments), isDistinct, List.of(), filter, SqlType.NUMERIC, 0);
    }

    static AggregateCall percentile(AggregateFunction function, Bound filter, Bound value) {
        Bound fraction = new Bound.Constant(0.5, SqlType.DOUBLE, 0);
        List<SortTerm> order = List.of(new SortTerm(value, false, false));
        return new AggregateCall(function, List.of(fraction), false, order, filter, SqlType.NUMERIC, 0);
    }
}
