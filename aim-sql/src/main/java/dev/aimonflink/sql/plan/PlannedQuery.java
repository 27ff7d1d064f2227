package dev.aimonflink.sql.plan;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.SqlType;
import java.time.Instant;
import java.util.List;

/**
 * A query with the queries in its expressions, which do not depend on its rows: each is run once, before all that use it.
 *
 * @param initials in an order in which each uses only earlier ones; {@link dev.aimonflink.sql.bind.Bound.Initial} names one by index
 * @param parameters the types of {@code $1} and so on
 */
public record PlannedQuery(Plan plan, List<Initial> initials, List<SqlType> parameters) {
    /** The number of the parameter that stands for {@code now()}. */
    public static final int NOW = 0;

    /** A query in an expression. */
    public record Initial(Kind kind, Plan plan) {
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
        return parameters.isEmpty() && values.isEmpty() ? this : new GivenValues(parameters, values).in(this);
    }

    /** The query in which {@code now()} is a constant. The same question at another time is another query. */
    public PlannedQuery at(Instant now) {
        return Expressions.changed(
                this,
                node -> node instanceof Bound.Parameter parameter && parameter.number() == NOW
                        ? new Bound.Constant(now, SqlType.TIMESTAMP, parameter.position())
                        : node);
    }
}
