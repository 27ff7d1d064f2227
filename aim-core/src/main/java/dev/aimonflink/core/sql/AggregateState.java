package dev.aimonflink.core.sql;

import dev.aimonflink.core.partial.ArgExtremes;
import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.DecimalSums;
import dev.aimonflink.core.partial.Extremes;
import dev.aimonflink.core.partial.MomentSums;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.States;
import dev.aimonflink.core.partial.Sums;
import dev.aimonflink.core.partial.ValueCounts;
import dev.aimonflink.core.partial.ValueExtremes;
import dev.aimonflink.core.vector.AggregateStates;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.rows.ExactMoments;
import dev.aimonflink.sql.rows.Row;
import dev.aimonflink.sql.rows.RowEvaluator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How an aggregate is kept in a partial, and what it is computed of in the end. It depends on the function and the types alone, so
 * all partitions do the same. Some take two columns of states.
 */
abstract class AggregateState {
    private static final List<AggregateFunction> MOMENTS = List.of(
            AggregateFunction.STDDEV_POP,
            AggregateFunction.STDDEV_SAMP,
            AggregateFunction.VAR_POP,
            AggregateFunction.VAR_SAMP);

    private final AggregateCall aggregate;

    AggregateState(AggregateCall aggregate) {
        this.aggregate = aggregate;
    }

    static AggregateState of(AggregateCall aggregate) {
        SqlType argument = aggregate.arguments().isEmpty()
                ? null
                : aggregate.arguments().get(0).type();
        return switch (aggregate.function()) {
            case COUNT_ROWS -> new OfCount(aggregate);
            case COUNT -> aggregate.isDistinct() ? new CountedState(aggregate) : new OfCount(aggregate);
            case MIN, MAX, BOOL_AND, BOOL_OR ->
                Encoded.isLong(argument) ? new OfLongs(aggregate) : new OfValues(aggregate);
            case ARG_MAX, ARG_MIN -> new OfPairs(aggregate);
            case PERCENTILE_DISC, PERCENTILE_CONT -> new CountedState(aggregate);
            default -> {
                if (aggregate.isDistinct()) {
                    yield new CountedState(aggregate);
                }
                boolean hasSquares = MOMENTS.contains(aggregate.function());
                yield !Encoded.isLong(argument)
                        ? new DecimalState(aggregate, hasSquares)
                        : hasSquares ? new OfMoments(aggregate) : new OfSums(aggregate);
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
    abstract List<States> newStates(int mostValues);

    /** Appends a group without rows. */
    abstract void addRow(States[] states, int at);

    /** Takes a row of the matrix into a group. */
    final void add(States[] states, int at, int group, Row row) {
        if (aggregate.filter() == null || Boolean.TRUE.equals(RowEvaluator.evaluate(aggregate.filter(), row))) {
            take(states, at, group, row);
        }
    }

    /** @param at the place of its first states */
    abstract void take(States[] states, int at, int group, Row row);

    /** Appends groups that vectors computed. */
    abstract void addGroups(States[] states, int at, AggregateStates from, int[] groups);

    /** A sum that vectors computed, with as many digits behind the point as the argument's type has. */
    final BigInteger scaled(BigInteger sum, int scale, int power) {
        int missing = argument().type().scale() - scale;
        return missing == 0 ? sum : sum.multiply(BigInteger.TEN.pow(power * missing));
    }

    /** The value of the merged states; null for null. */
    abstract Object value(Partial merged, int at, int group);

    final Object value(ExactMoments moments) {
        return moments.value(aggregate.function(), aggregate.type(), aggregate.position());
    }

    private static final class OfCount extends AggregateState {
        OfCount(AggregateCall aggregate) {
            super(aggregate);
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(new Counts());
        }

        @Override
        void addRow(States[] states, int at) {
            ((Counts) states[at]).add(0);
        }

        @Override
        void take(States[] states, int at, int group, Row row) {
            if (aggregate().function() == AggregateFunction.COUNT_ROWS
                    || RowEvaluator.evaluate(argument(), row) != null) {
                ((Counts) states[at]).addTo(group);
            }
        }

        @Override
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            for (int group : groups) {
                ((Counts) states[at]).add(from.count(group));
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            return merged.states(at, Counts.class).count(group);
        }
    }

    /** Sums and averages of longs. */
    private static final class OfSums extends AggregateState {
        OfSums(AggregateCall aggregate) {
            super(aggregate);
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(new Counts(), new Sums());
        }

        @Override
        void addRow(States[] states, int at) {
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
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            for (int group : groups) {
                ((Counts) states[at]).add(from.count(group));
                ((Sums) states[at + 1]).add(scaled(from.sum(group), from.scale(), 1));
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            return value(ExactMoments.of(
                    merged.states(at, Counts.class).count(group),
                    merged.states(at + 1, Sums.class).sum(group),
                    BigInteger.ZERO,
                    argument().type().scale()));
        }
    }

    /** Variances and deviations of longs. */
    private static final class OfMoments extends AggregateState {
        OfMoments(AggregateCall aggregate) {
            super(aggregate);
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(new MomentSums());
        }

        @Override
        void addRow(States[] states, int at) {
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
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            for (int group : groups) {
                ((MomentSums) states[at])
                        .add(
                                from.count(group),
                                scaled(from.sum(group), from.scale(), 1),
                                scaled(from.squares(group), from.scale(), 2));
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            MomentSums moments = merged.states(at, MomentSums.class);
            return value(ExactMoments.of(
                    moments.count(group),
                    moments.sum(group),
                    moments.squares(group),
                    argument().type().scale()));
        }
    }

    /** Minima and maxima of longs. */
    private static final class OfLongs extends AggregateState {
        OfLongs(AggregateCall aggregate) {
            super(aggregate);
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(
                    aggregate().function() == AggregateFunction.MIN ? Extremes.lowestLongs() : Extremes.highestLongs());
        }

        @Override
        void addRow(States[] states, int at) {
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
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            for (int group : groups) {
                Object value = from.value(group);
                if (value == null) {
                    ((Extremes) states[at]).addNone();
                } else {
                    ((Extremes) states[at])
                            .addLong(Encoded.toLong(value, argument().type()));
                }
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            Extremes extremes = merged.states(at, Extremes.class);
            return extremes.isNone(group)
                    ? null
                    : Encoded.ofLong(extremes.longValue(group), argument().type());
        }
    }

    /** Minima and maxima of other types. Of truth values, the least is whether all are true, the greatest whether one is. */
    private static final class OfValues extends AggregateState {
        OfValues(AggregateCall aggregate) {
            super(aggregate);
        }

        @Override
        List<States> newStates(int mostValues) {
            boolean isLowest = aggregate().function() == AggregateFunction.MIN
                    || aggregate().function() == AggregateFunction.BOOL_AND;
            return List.of(isLowest ? ValueExtremes.lowest() : ValueExtremes.highest());
        }

        @Override
        void addRow(States[] states, int at) {
            ((ValueExtremes) states[at]).add(null);
        }

        @Override
        void take(States[] states, int at, int group, Row row) {
            Object value = RowEvaluator.evaluate(argument(), row);
            ((ValueExtremes) states[at])
                    .addTo(group, Encoded.of(value, argument().type()));
        }

        @Override
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            for (int group : groups) {
                ((ValueExtremes) states[at])
                        .add(Encoded.of(from.value(group), argument().type()));
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            return Encoded.decoded(
                    merged.states(at, ValueExtremes.class).value(group),
                    argument().type());
        }
    }

    /** The value that belongs to an extreme. */
    private static final class OfPairs extends AggregateState {
        OfPairs(AggregateCall aggregate) {
            super(aggregate);
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(
                    aggregate().function() == AggregateFunction.ARG_MIN
                            ? ArgExtremes.ofLowest()
                            : ArgExtremes.ofHighest());
        }

        @Override
        void addRow(States[] states, int at) {
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
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            SqlType measure = aggregate().arguments().get(1).type();
            for (int group : groups) {
                ((ArgExtremes) states[at])
                        .add(
                                Encoded.of(from.order(group), measure),
                                Encoded.of(from.value(group), argument().type()));
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            return Encoded.decoded(
                    merged.states(at, ArgExtremes.class).value(group),
                    argument().type());
        }
    }

    /** Sums, averages, variances and deviations of numbers without a fixed point. */
    private static final class DecimalState extends AggregateState {
        private final boolean hasSquares;

        DecimalState(AggregateCall aggregate, boolean hasSquares) {
            super(aggregate);
            this.hasSquares = hasSquares;
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(hasSquares ? DecimalSums.ofMoments() : DecimalSums.ofSums());
        }

        @Override
        void addRow(States[] states, int at) {
            ((DecimalSums) states[at]).addRow();
        }

        @Override
        void take(States[] states, int at, int group, Row row) {
            Finish.take((DecimalSums) states[at], group, RowEvaluator.evaluate(argument(), row));
        }

        @Override
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
            for (int group : groups) {
                ((DecimalSums) states[at])
                        .add(
                                from.count(group),
                                new BigDecimal(from.sum(group), from.scale()),
                                hasSquares ? new BigDecimal(from.squares(group), 2 * from.scale()) : BigDecimal.ZERO);
            }
        }

        @Override
        Object value(Partial merged, int at, int group) {
            return Finish.value(
                    aggregate(), argument().type().is(Kind.DOUBLE), merged.states(at, DecimalSums.class), group);
        }
    }

    /** Functions that take equal values once, and percentiles. */
    private static final class CountedState extends AggregateState {
        private final Bound counted;

        CountedState(AggregateCall aggregate) {
            super(aggregate);
            counted = aggregate.function().isPercentile()
                    ? aggregate.order().get(0).value()
                    : argument();
        }

        @Override
        List<States> newStates(int mostValues) {
            return List.of(new ValueCounts(mostValues));
        }

        @Override
        void addRow(States[] states, int at) {
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
        void addGroups(States[] states, int at, AggregateStates from, int[] groups) {
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
        Object value(Partial merged, int at, int group) {
            ValueCounts counts = merged.states(at, ValueCounts.class);
            return aggregate().function().isPercentile()
                    ? Finish.percentile(aggregate(), counts, group, encoded -> Encoded.decoded(encoded, counted.type()))
                    : Finish.ofDistinct(aggregate(), counts.values(group));
        }
    }
}
