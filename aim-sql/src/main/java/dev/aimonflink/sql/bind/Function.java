package dev.aimonflink.sql.bind;

import java.util.Arrays;
import java.util.Locale;

/** The functions that compute one value of the values of one row. */
public enum Function {
    ABS(1, 1),
    CEIL(1, 1),
    FLOOR(1, 1),
    ROUND(1, 2),
    TRUNC(1, 2),
    SIGN(1, 1),
    MOD(2, 2),
    SQRT(1, 1),
    EXP(1, 1),
    LN(1, 1),
    CBRT(1, 1),
    /** The whole quotient of numerics. */
    DIV(2, 2),
    /** To the base 10, or to the first of two numbers. */
    LOG(1, 2),
    /** Also the operator {@code ^}. */
    POWER(2, 2),
    LENGTH(1, 1),
    LOWER(1, 1),
    UPPER(1, 1),
    CONCAT(1, Integer.MAX_VALUE),
    /** Has the separator before the texts. */
    CONCAT_WS(2, Integer.MAX_VALUE),
    INITCAP(1, 1),
    LPAD(2, 3),
    RPAD(2, 3),
    REPEAT(2, 2),
    SPLIT_PART(3, 3),
    TRANSLATE(3, 3),
    ASCII(1, 1),
    CHR(1, 1),
    LEFT(2, 2),
    RIGHT(2, 2),
    REPLACE(3, 3),
    REVERSE(1, 1),
    STARTS_WITH(2, 2),
    STRPOS(2, 2),
    SUBSTRING(2, 3),
    BTRIM(1, 2),
    LTRIM(1, 2),
    RTRIM(1, 2),
    /** Has the pattern and its escape character behind the text. Once the pattern is known, it becomes a {@link Bound.Like}. */
    LIKE(3, 3),
    ILIKE(3, 3),
    /** The operator {@code ~}, with the regular expression behind the text. */
    MATCHES(2, 2),
    /** The operator {@code ~*}. */
    MATCHES_IGNORING_CASE(2, 2),
    /** Has a field before the time, as a constant, and a time zone behind it. */
    EXTRACT(2, 2),
    /** The same; the time zone can be left out in a text. */
    DATE_TRUNC(2, 3),
    COALESCE(1, Integer.MAX_VALUE),
    NULLIF(2, 2),
    GREATEST(1, Integer.MAX_VALUE),
    LEAST(1, Integer.MAX_VALUE);

    private final int fewest;
    private final int most;

    Function(int fewest, int most) {
        this.fewest = fewest;
        this.most = most;
    }

    /** Whether a value is null if an argument is. */
    public boolean isNullWithNull() {
        return switch (this) {
            case CONCAT, CONCAT_WS, COALESCE, NULLIF, GREATEST, LEAST -> false;
            default -> true;
        };
    }

    boolean takes(int arguments) {
        return arguments >= fewest && arguments <= most;
    }

    /** Whether a text can call a function by a name. */
    public static boolean isName(String name) {
        return Arrays.stream(values()).anyMatch(function -> function.sqlName().equals(name));
    }

    /** The name, or the sign of an operator. */
    public String sqlName() {
        return switch (this) {
            case MATCHES -> "~";
            case MATCHES_IGNORING_CASE -> "~*";
            default -> name().toLowerCase(Locale.ROOT);
        };
    }
}
