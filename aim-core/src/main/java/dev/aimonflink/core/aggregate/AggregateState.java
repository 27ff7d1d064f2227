package dev.aimonflink.core.aggregate;

import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.rows.ExactMoments;
import java.math.BigInteger;
import java.util.List;

/**
 * Keeps an aggregate as states of a partial, and computes its value from the merged states. The kind of the states depends on the
 * function and the types alone, so it is the same in all partitions. Some kinds have two columns of states.
 */
public abstract class AggregateState {
    private static final List<AggregateFunction> MOMENTS = List.of(
            AggregateFunction.STDDEV_POP,
            AggregateFunction.STDDEV_SAMP,
            AggregateFunction.VAR_POP,
            AggregateFunction.VAR_SAMP);

    private final AggregateCall aggregate;

    AggregateState(AggregateCall aggregate) {
        this.aggregate = aggregate;
    }

    public static AggregateState of(AggregateCall aggregate) {
        SqlType argument = aggregate.arguments().isEmpty()
                ? null
                : aggregate.arguments().get(0).type();
        return switch (aggregate.function()) {
            case COUNT_ROWS -> new CountState(aggregate);
            case COUNT -> aggregate.isDistinct() ? new ValueCountState(aggregate) : new CountState(aggregate);
            case MIN, MAX, BOOL_AND, BOOL_OR ->
                Encoded.isLong(argument) ? new LongExtremeState(aggregate) : new ValueExtremeState(aggregate);
            case ARG_MAX, ARG_MIN -> new ArgExtremeState(aggregate);
            case PERCENTILE_DISC, PERCENTILE_CONT -> new ValueCountState(aggregate);
            default -> {
                if (aggregate.isDistinct()) {
                    yield new ValueCountState(aggregate);
                }
                boolean hasSquares = MOMENTS.contains(aggregate.function());
                yield !Encoded.isLong(argument)
                        ? new DecimalState(aggregate, hasSquares)
                        : hasSquares ? new LongMomentState(aggregate) : new LongSumState(aggregate);
            }
        };
    }

    final AggregateCall aggregate() {
        return aggregate;
    }

    final Bound argument() {
        return aggregate.arguments().get(0);
    }

    /** The states that it takes, without rows. */
    public abstract List<States> newStates(int mostValues);

    /** Appends a group without rows. */
    public abstract void addRow(States[] states, int at);

    /** Takes a row of the matrix into a group. */
    public final void add(States[] states, int at, int group, Row row) {
        if (aggregate.filter() == null || Boolean.TRUE.equals(RowEvaluator.evaluate(aggregate.filter(), row))) {
            take(states, at, group, row);
        }
    }

    /** @param at the place of its first states */
    abstract void take(States[] states, int at, int group, Row row);

    /** Appends groups that vectors computed. */
    public abstract void addGroups(States[] states, int at, AggregateStates from, int[] groups);

    /** A sum that vectors computed, with as many digits behind the point as the argument's type has. */
    final BigInteger scaled(BigInteger sum, int scale, int power) {
        int missing = argument().type().scale() - scale;
        return missing == 0 ? sum : sum.multiply(BigInteger.TEN.pow(power * missing));
    }

    /** The value of the merged states; null for null. */
    public abstract Object value(Partial merged, int at, int group);

    public final Object value(ExactMoments moments) {
        return moments.value(aggregate.function(), aggregate.type(), aggregate.position());
    }
}
