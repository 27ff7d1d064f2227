package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.util.List;

/** Counts the rows of a group, or those in which the argument is not null. */
final class CountState extends AggregateState {
    CountState(AggregateCall aggregate) {
        super(aggregate);
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(new Counts());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((Counts) states[at]).add(0);
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        if (aggregate().function() == AggregateFunction.COUNT_ROWS || RowEvaluator.evaluate(argument(), row) != null) {
            ((Counts) states[at]).addTo(group);
        }
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        for (int group : groups) {
            ((Counts) states[at]).add(from.count(group));
        }
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        return merged.states(at, Counts.class).count(group);
    }
}
