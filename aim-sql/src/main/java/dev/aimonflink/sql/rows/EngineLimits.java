package dev.aimonflink.sql.rows;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * Limits of a query; exceeding one is an error.
 *
 * @param maxGroups of one GROUP BY
 * @param maxRowsKept in memory by sorts, joins and comparisons, summed until the query ends
 * @param options what users raise to have more
 */
public record EngineLimits(int maxGroups, long maxRowsKept, int maxRowsReturned, Options options) {
    private static final Options OWN_NAMES = new Options("maxGroups", "maxRowsKept", "maxRowsReturned");

    /** Limits that no option sets. */
    public EngineLimits(int maxGroups, long maxRowsKept, int maxRowsReturned) {
        this(maxGroups, maxRowsKept, maxRowsReturned, OWN_NAMES);
    }

    /** What users raise for more groups, rows kept and rows returned, as the end of a sentence. */
    public record Options(String groups, String rowsKept, String rowsReturned) {
        public SqlException tooManyGroups(int maxGroups) {
            return exceeded(
                    "The query has more than " + maxGroups + " groups. Group by fewer columns, filter rows with WHERE",
                    groups);
        }

        private static SqlException exceeded(String message, String option) {
            return new SqlException(
                    SqlState.LIMIT_EXCEEDED, SqlException.NOWHERE, message + ", or raise the limit: " + option + ".");
        }
    }

    SqlException tooManyGroups() {
        return options.tooManyGroups(maxGroups);
    }

    SqlException tooManyRowsKept() {
        return Options.exceeded(
                "The query keeps more than " + maxRowsKept
                        + " rows in memory to sort, join or compare them. Filter more rows with WHERE",
                options.rowsKept);
    }

    SqlException tooManyRowsReturned() {
        return Options.exceeded(
                "The answer has more than " + maxRowsReturned + " rows. Add LIMIT " + maxRowsReturned
                        + ", filter rows with WHERE",
                options.rowsReturned);
    }
}
