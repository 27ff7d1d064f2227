package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.core.partial.ValueExtremes;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.util.List;

/** Keeps the minimum or the maximum of other types. The minimum of booleans is true if all are true, the maximum if one is. */
final class ValueExtremeState extends AggregateState {
    ValueExtremeState(AggregateCall aggregate) {
        super(aggregate);
    }

    @Override
    public List<States> newStates(int mostValues) {
        boolean isLowest =
                aggregate().function() == AggregateFunction.MIN || aggregate().function() == AggregateFunction.BOOL_AND;
        return List.of(isLowest ? ValueExtremes.lowest() : ValueExtremes.highest());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((ValueExtremes) states[at]).add(null);
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Object value = RowEvaluator.evaluate(argument(), row);
        ((ValueExtremes) states[at]).addTo(group, Encoded.of(value, argument().type()));
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        for (int group : groups) {
            ((ValueExtremes) states[at])
                    .add(Encoded.of(from.value(group), argument().type()));
        }
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        return Encoded.decoded(
                merged.states(at, ValueExtremes.class).value(group), argument().type());
    }
}
