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
 * A query with the queries in its expressions, which do not depend on its rows: each is run once, before all that use it.
 *
 * @param initials in an order in which each uses only earlier ones; {@link dev.aimonflink.sql.bind.Bound.Initial} names one by index
 * @param parameters the types of {@code $1} and so on
 */
public record PlannedQuery(Plan plan, List<Initial> initials, List<SqlType> parameters) {
    /**
     * What a statement has of a clock.
     *
     * @param now with the offset of clocks where who asks is; null if only the zone is known
     * @param today when the day began there; likewise
     * @param zone the time zone there
     */
    public record Clock(OffsetDateTime now, OffsetDateTime today, ZoneId zone) {
        /** Whether it has no more than a zone. */
        public boolean isWithoutTime() {
            return now == null;
        }

        /** That of who asks. */
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
     * A query in an expression. If a {@link Bound.Subquery} has it, it is none of the initials: it is run for each row.
     *
     * @param position the index in the text at which an error of it is reported
     */
    public record Initial(Kind kind, Plan plan, int position) implements Bound.InnerQuery {
        /** What an expression takes of its rows. */
        public enum Kind {
            /** The one value of its only row; null if there is no row. More rows are an error. */
            VALUE,
            /** Whether there is a row. */
            EXISTS,
            /** All values of its only column. */
            SET,
            /** The value of its last column by those of the others, which are different in each row. */
            VALUE_BY_KEY,
            /** All values of its last column by those of the others. */
            SET_BY_KEY
        }

        /** The same of another plan. */
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

        /** Of a node whose inner query has none any more: each query is walked through once, however deep they nest. */
        private static Bound withoutPosition(Bound node) {
            return node instanceof Bound.Subquery subquery && subquery.query() instanceof Initial query
                    ? new Bound.Subquery(
                            new Initial(query.kind, query.plan, 0), subquery.operands(), subquery.type(), 0)
                    : Operands.with(node, Operands.of(node), 0);
        }
    }

    /** One without parameters. */
    public PlannedQuery(Plan plan, List<Initial> initials) {
        this(plan, initials, List.of());
    }

    /**
     * The query in which each parameter is a constant.
     *
     * @param values represented in any way that can be converted to the parameter's type; null for null
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

    /** Where it needs the time of a clock first; {@link SqlException#NOWHERE} if it does not. */
    public int positionOfClock() {
        return position(time -> time != ClockTime.ZONE);
    }

    /** Whether its answer depends on the time zone of who asks: that of a text as the value of a parameter does. */
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
