package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;

/** The errors of values. They begin with the words of PostgreSQL, which some clients look for. */
public final class Faults {
    private static final int MAX_SIZE = 1_000_000;

    private Faults() {}

    public static SqlException outOfRange(PgType type) {
        return new SqlException(
                SqlState.NUMBER_OUT_OF_RANGE,
                SqlException.NOWHERE,
                SqlNames.of(type) + " out of range. Cast the operands to numeric.");
    }

    public static SqlException divisionByZero() {
        return new SqlException(
                SqlState.DIVISION_BY_ZERO,
                SqlException.NOWHERE,
                "division by zero. Write nullif(x, 0) for the divisor to get a null instead.");
    }

    public static SqlException invalid(String message) {
        return new SqlException(SqlState.INVALID_ARGUMENT, SqlException.NOWHERE, message);
    }

    /** Refuses a text before it is made that would be longer than any of the catalogs. */
    public static void requireLength(double characters) {
        requireAtMost(characters, "text", "characters");
    }

    /** Refuses an array before it is made that would have more elements than any of the catalogs. */
    public static void requireSize(long elements) {
        requireAtMost((double) elements, "array", "elements");
    }

    private static void requireAtMost(double size, String value, String parts) {
        if (size > MAX_SIZE) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    SqlException.NOWHERE,
                    "The " + value + " has more than " + MAX_SIZE + " " + parts + ". Make a shorter one.");
        }
    }

    /** The error at the place in the text that caused it. */
    public static SqlException at(SqlException error, int position) {
        return error.position() == SqlException.NOWHERE
                ? new SqlException(error.state(), position, error.getMessage())
                : error;
    }
}
