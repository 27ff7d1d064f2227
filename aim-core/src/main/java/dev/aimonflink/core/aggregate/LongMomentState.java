package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.MomentSums;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.rows.ExactMoments;
import java.util.List;

/** Computes variances and deviations of longs. */
final class LongMomentState extends AggregateState {
    LongMomentState(AggregateCall aggregate) {
        super(aggregate);
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(new MomentSums());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((MomentSums) states[at]).addRow();
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Object value = RowEvaluator.evaluate(argument(), row);
        if (value != null) {
            ((MomentSums) states[at])
                    .addTo(group, Encoded.toLong(value, argument().type()));
        }
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        for (int group : groups) {
            ((MomentSums) states[at])
                    .add(
                            from.count(group),
                            scaled(from.sum(group), from.scale(), 1),
                            scaled(from.squares(group), from.scale(), 2));
        }
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        MomentSums moments = merged.states(at, MomentSums.class);
        return value(ExactMoments.of(
                moments.count(group),
                moments.sum(group),
                moments.squares(group),
                argument().type().scale()));
    }
}
