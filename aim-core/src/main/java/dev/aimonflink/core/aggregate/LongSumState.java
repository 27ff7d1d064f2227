package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.rows.ExactMoments;
import java.math.BigInteger;
import java.util.List;

/** Computes sums and averages of longs. */
final class LongSumState extends AggregateState {
    LongSumState(AggregateCall aggregate) {
        super(aggregate);
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(new Counts(), new Sums());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((Counts) states[at]).add(0);
        ((Sums) states[at + 1]).add(0);
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Object value = RowEvaluator.evaluate(argument(), row);
        if (value != null) {
            ((Counts) states[at]).addTo(group);
            ((Sums) states[at + 1])
                    .addTo(group, Encoded.toLong(value, argument().type()));
        }
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        for (int group : groups) {
            ((Counts) states[at]).add(from.count(group));
            ((Sums) states[at + 1]).add(scaled(from.sum(group), from.scale(), 1));
        }
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        return value(ExactMoments.of(
                merged.states(at, Counts.class).count(group),
                merged.states(at + 1, Sums.class).sum(group),
                BigInteger.ZERO,
                argument().type().scale()));
    }
}
