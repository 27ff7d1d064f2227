package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.SortTerm;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Computes the groups of rows and their aggregates in one pass. */
final class Grouping {
    private static final Row NO_ROW = Row.of();

    /** @param keys as in its first row */
    private record Group(Object[] keys, Accumulator[] accumulators) {}

    private final Plan.Aggregate plan;
    private final AggregateCall[] calls;
    private final Budget budget;
    private final Map<Key, Group> groups = new HashMap<>();

    /** The group of all rows, if there are no keys and there was a row. */
    private Group all;

    Grouping(Plan.Aggregate plan, Budget budget) {
        this.plan = plan;
        calls = plan.calls().toArray(AggregateCall[]::new);
        this.budget = budget;
    }

    /** The groups in key order, nulls last. */
    RowStream of(RowStream input) {
        for (Row row = input.next(); row != null; row = input.next()) {
            budget.step();
            add(row);
        }
        if (groups.isEmpty() && !plan.isGrouped()) {
            groups.put(Key.of(), newGroup(new Object[0], NO_ROW));
        }
        List<Group> inOrder = new ArrayList<>(groups.values());
        inOrder.sort(Comparator.comparing(Group::keys, orderOfKeys()));
        return RowStream.of(inOrder.stream().map(this::row).iterator());
    }

    private void add(Row row) {
        Group group = all == null ? groupOf(row) : all;
        for (int i = 0; i < calls.length; i++) {
            add(calls[i], row, group.accumulators()[i], budget);
        }
    }

    static void add(AggregateCall call, Row row, Accumulator accumulator, Budget budget) {
        Object input = isTaken(call, row, budget) ? accumulator.input(budget.counted(row)) : null;
        if (input != null) {
            accumulator.add(
                    call.arguments().isEmpty()
                            ? input
                            : budget.made(input, call.arguments().get(0)));
        }
    }

    private static boolean isTaken(AggregateCall call, Row row, Budget budget) {
        return call.filter() == null || budget.isTrue(call.filter(), row);
    }

    private Group groupOf(Row row) {
        Object[] values = new Object[plan.keys().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = budget.evaluate(plan.keys().get(i), row);
        }
        Key key = Key.of(values);
        Group group = groups.get(key);
        if (group == null) {
            budget.requireGroups(groups.size() + 1);
            group = newGroup(values, row);
            groups.put(key, group);
            all = values.length == 0 ? group : null;
        }
        return group;
    }

    private Group newGroup(Object[] keys, Row first) {
        Accumulator[] accumulators = new Accumulator[calls.length];
        for (int i = 0; i < calls.length; i++) {
            accumulators[i] = Accumulator.of(calls[i], first, budget);
        }
        return new Group(keys, accumulators);
    }

    private SortOrder orderOfKeys() {
        List<SortTerm> terms = new ArrayList<>();
        for (Bound key : plan.keys()) {
            terms.add(new SortTerm(key, false, false));
        }
        return new SortOrder(terms, budget);
    }

    private Row row(Group group) {
        Object[] values = new Object[group.keys().length + calls.length];
        System.arraycopy(group.keys(), 0, values, 0, group.keys().length);
        for (int i = 0; i < calls.length; i++) {
            values[group.keys().length + i] = group.accumulators()[i].value();
        }
        return Row.of(values);
    }
}
