package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.ArgExtremes;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import java.util.List;

/** Keeps the value of the row in which another value is the greatest or the least. */
final class ArgExtremeState extends AggregateState {
    ArgExtremeState(AggregateCall aggregate) {
        super(aggregate);
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(
                aggregate().function() == AggregateFunction.ARG_MIN ? ArgExtremes.ofLowest() : ArgExtremes.ofHighest());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((ArgExtremes) states[at]).addNone();
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Bound measure = aggregate().arguments().get(1);
        ((ArgExtremes) states[at])
                .addTo(
                        group,
                        Encoded.of(RowEvaluator.evaluate(measure, row), measure.type()),
                        Encoded.of(
                                RowEvaluator.evaluate(argument(), row),
                                argument().type()));
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        SqlType measure = aggregate().arguments().get(1).type();
        for (int group : groups) {
            ((ArgExtremes) states[at])
                    .add(
                            Encoded.of(from.order(group), measure),
                            Encoded.of(from.value(group), argument().type()));
        }
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        return Encoded.decoded(
                merged.states(at, ArgExtremes.class).value(group), argument().type());
    }
}
