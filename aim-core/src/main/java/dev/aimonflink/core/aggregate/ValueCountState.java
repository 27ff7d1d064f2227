package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.core.partial.ValueCounts;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts how often each value occurs, for percentiles and for functions of distinct values. */
final class ValueCountState extends AggregateState {
    private final Bound counted;

    ValueCountState(AggregateCall aggregate) {
        super(aggregate);
        counted = aggregate.function().isPercentile() ? aggregate.order().get(0).value() : argument();
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(new ValueCounts(mostValues));
    }

    @Override
    public void addRow(States[] states, int at) {
        ((ValueCounts) states[at]).addRow();
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Object value = RowEvaluator.evaluate(counted, row);
        if (value != null) {
            ((ValueCounts) states[at]).addTo(group, Encoded.of(value, counted.type()));
        }
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        ValueCounts counts = (ValueCounts) states[at];
        Map<Integer, Integer> rows = new HashMap<>();
        for (int group : groups) {
            rows.put(group, counts.rows());
            counts.addRow();
        }
        from.values((group, value, times) -> {
            if (rows.containsKey(group)) {
                counts.addTo(rows.get(group), Encoded.of(value, counted.type()), times);
            }
        });
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        ValueCounts counts = merged.states(at, ValueCounts.class);
        return aggregate().function().isPercentile()
                ? Finish.percentile(aggregate(), counts, group, encoded -> Encoded.decoded(encoded, counted.type()))
                : Finish.ofDistinct(aggregate(), counts.values(group));
    }
}
