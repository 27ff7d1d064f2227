package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.ClockTime;
import dev.aimonflink.sql.bind.Operands;
import dev.aimonflink.sql.type.SqlType;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/**
 * A query with the independent queries in its expressions, each of which is run once, before all that use it.
 *
 * @param initials ordered so that each uses only earlier ones; {@link dev.aimonflink.sql.bind.Bound.Initial} names one by index
 * @param parameters the types of {@code $1} and so on
 */
public record PlannedQuery(Plan plan, List<Initial> initials, List<SqlType> parameters) {
    /**
     * What a statement uses of a clock.
     *
     * @param now with the offset of the asker's clocks; null if only the zone is known
     * @param today when the asker's day began; likewise
     */
    public record Clock(OffsetDateTime now, OffsetDateTime today, ZoneId zone) {
        public boolean isWithoutTime() {
            return now == null;
        }

        /** The asker's clock. */
        public static Clock of(Instant now, ZoneId zone) {
            ZonedDateTime time = now.atZone(zone);
            ZonedDateTime today = time.toLocalDate().atStartOfDay(zone);
            return new Clock(time.toOffsetDateTime(), today.toOffsetDateTime(), zone);
        }

        Object value(ClockTime time) {
            return switch (time) {
                case NOW -> now.toInstant();
                case LOCAL_NOW -> now.toLocalDateTime();
                case TODAY -> today.toLocalDate();
                case MIDNIGHT -> today.toInstant();
                case ZONE -> zone.getId();
            };
        }
    }

    /**
     * If a {@link Bound.Subquery} has it, it is not among the initials, but run for each row.
     *
     * @param position where its errors are reported
     */
    public record Initial(Kind kind, Plan plan, int position) implements Bound.InnerQuery {
        /** What an expression uses of its rows. */
        public enum Kind {
            /** The value of its only row; null without a row, and an error with several. */
            VALUE,
            /** Whether there is a row. */
            EXISTS,
            SET,
            /** The value of its last column by the others, which are unique. */
            VALUE_BY_KEY,
            /** All values of its last column by the others. */
            SET_BY_KEY
        }

        /** The same for another plan. */
        public Initial of(Plan other) {
            return new Initial(kind, other, position);
        }

        /** The query of an expression that is not made to be run. */
        public static Initial in(Bound.Subquery subquery) {
            return (Initial) subquery.query();
        }

        @Override
        public Initial withoutPositions() {
            Plan bare = Expressions.inPlan(plan, whole -> Operands.changed(whole, Initial::withoutPosition));
            return new Initial(kind, Expressions.withoutPositionsOfCalls(bare), 0);
        }

        /** For a node whose inner query has lost its positions already: each query is walked once, however deeply nested. */
        private static Bound withoutPosition(Bound node) {
            return node instanceof Bound.Subquery subquery && subquery.query() instanceof Initial query
                    ? new Bound.Subquery(
                            new Initial(query.kind, query.plan, 0), subquery.operands(), subquery.type(), 0)
                    : Operands.with(node, Operands.of(node), 0);
        }
    }

    public PlannedQuery(Plan plan, List<Initial> initials) {
        this(plan, initials, List.of());
    }

    /**
     * The query with constants in place of parameters.
     *
     * @param values in any form that can be converted to the parameter's type; null for null
     */
    public PlannedQuery withValues(List<Object> values) {
        return withValues(values, null);
    }

    /** @param clock null if the query needs none */
    public PlannedQuery withValues(List<Object> values, Clock clock) {
        return parameters.isEmpty() && values.isEmpty() && clock == null
                ? this
                : new GivenValues(parameters, values, clock).in(this);
    }

    /** Where it first needs the time of a clock, or {@link SqlException#NOWHERE}. */
    public int positionOfClock() {
        return position(time -> time != ClockTime.ZONE);
    }

    /** Whether its answer depends on the asker's time zone, as the value of a text parameter does. */
    public boolean needsZone() {
        return parameters.contains(SqlType.TIMESTAMP) || position(ClockTime.ZONE::equals) != SqlException.NOWHERE;
    }

    private int position(Predicate<ClockTime> isMeant) {
        List<Integer> positions = new ArrayList<>();
        Expressions.changed(this, node -> {
            ClockTime.of(node).filter(isMeant).ifPresent(time -> positions.add(node.position()));
            return node;
        });
        return positions.stream().min(Comparator.naturalOrder()).orElse(SqlException.NOWHERE);
    }
}
