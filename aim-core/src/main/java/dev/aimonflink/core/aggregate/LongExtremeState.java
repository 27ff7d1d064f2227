package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.Extremes;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.util.List;

/** Keeps the minimum or the maximum of longs. */
final class LongExtremeState extends AggregateState {
    LongExtremeState(AggregateCall aggregate) {
        super(aggregate);
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(
                aggregate().function() == AggregateFunction.MIN ? Extremes.lowestLongs() : Extremes.highestLongs());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((Extremes) states[at]).addNone();
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Object value = RowEvaluator.evaluate(argument(), row);
        if (value != null) {
            ((Extremes) states[at])
                    .addLongTo(group, Encoded.toLong(value, argument().type()));
        }
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        for (int group : groups) {
            Object value = from.value(group);
            if (value == null) {
                ((Extremes) states[at]).addNone();
            } else {
                ((Extremes) states[at]).addLong(Encoded.toLong(value, argument().type()));
            }
        }
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        Extremes extremes = merged.states(at, Extremes.class);
        return extremes.isNone(group)
                ? null
                : Encoded.ofLong(extremes.longValue(group), argument().type());
    }
}
