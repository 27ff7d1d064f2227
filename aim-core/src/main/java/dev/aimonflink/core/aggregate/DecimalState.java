package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.DecimalSums;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import java.math.BigDecimal;
import java.util.List;

/** Computes sums, averages, variances and deviations of numbers without a fixed scale. */
final class DecimalState extends AggregateState {
    private final boolean hasSquares;

    DecimalState(AggregateCall aggregate, boolean hasSquares) {
        super(aggregate);
        this.hasSquares = hasSquares;
    }

    @Override
    public List<States> newStates(int mostValues) {
        return List.of(hasSquares ? DecimalSums.ofMoments() : DecimalSums.ofSums());
    }

    @Override
    public void addRow(States[] states, int at) {
        ((DecimalSums) states[at]).addRow();
    }

    @Override
    void take(States[] states, int at, int group, Row row) {
        Finish.take((DecimalSums) states[at], group, RowEvaluator.evaluate(argument(), row));
    }

    @Override
    public void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
        for (int group : groups) {
            if (from.count(group) == 0) {
                // Digits behind the point are those of numbers that there are.
                addRow(states, at);
            } else {
                addGroup((DecimalSums) states[at], from, group);
            }
        }
    }

    private void addGroup(DecimalSums sums, AggregateStates from, int group) {
        sums.add(
                from.count(group),
                new BigDecimal(from.sum(group), from.scale()),
                hasSquares ? new BigDecimal(from.squares(group), 2 * from.scale()) : BigDecimal.ZERO);
    }

    @Override
    public Object value(Partial merged, int at, int group) {
        return Finish.value(
                aggregate(), argument().type().is(Kind.DOUBLE), merged.states(at, DecimalSums.class), group);
    }
}
