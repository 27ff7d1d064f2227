package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.ClockTime;
import dev.aimonflink.sql.bind.SqlType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
     * @param today when the day began where who asks is
     */
    public record Clock(Instant now, OffsetDateTime today) {
        Object value(ClockTime time) {
            return switch (time) {
                case NOW -> now;
                case LOCAL_NOW -> LocalDateTime.ofInstant(now, today.getOffset());
                case TODAY -> today.toLocalDate();
                case MIDNIGHT -> today.toInstant();
            };
        }
    }

    /**
     * A query in an expression.
     *
     * @param position the index in the text at which an error of it is reported
     */
    public record Initial(Kind kind, Plan plan, int position) {
        /** What an expression takes of its rows. */
        public enum Kind {
            /** The one value of its only row; null if there is no row. More rows are an error. */
            VALUE,
            /** Whether there is a row. */
            EXISTS,
            /** All values of its only column. */
            SET
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

    /** Where it needs a clock first; {@link SqlException#NOWHERE} if it does not. */
    public int positionOfClock() {
        List<Integer> positions = new ArrayList<>();
        Expressions.changed(this, node -> {
            ClockTime.of(node).ifPresent(time -> positions.add(node.position()));
            return node;
        });
        return positions.stream().min(Comparator.naturalOrder()).orElse(SqlException.NOWHERE);
    }
}
