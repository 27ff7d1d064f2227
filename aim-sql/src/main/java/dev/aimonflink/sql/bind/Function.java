package dev.aimonflink.sql.bind;

import java.util.Arrays;
import java.util.Locale;

/** The scalar functions. */
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
    /** The separator comes first. */
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
    /** The arguments are the text, the pattern and its escape character. Once the pattern is known, it becomes a {@link Bound.Like}. */
    LIKE(3, 3),
    ILIKE(3, 3),
    /** The operator {@code ~}, with the regular expression behind the text. */
    MATCHES(2, 2),
    /** The operator {@code ~*}. */
    MATCHES_IGNORING_CASE(2, 2),
    /** A field as a constant or parameter, the time, and a time zone. */
    EXTRACT(2, 2),
    /** The same, with an optional time zone. */
    DATE_TRUNC(2, 3),
    /** {@code AT TIME ZONE}: the zone as a constant or parameter, then the time. */
    TIMEZONE(2, 2),
    /** The operator {@code +}: a time and an interval, a date and days, or two intervals. A time zone may follow. */
    TIME_PLUS(2, 2),
    /** The operator {@code -} for the same, and for two times. */
    TIME_MINUS(2, 2),
    /** The operator {@code *}: an interval and a double. */
    INTERVAL_TIMES(2, 2),
    INTERVAL_DIVIDED(2, 2),
    /** The later time, which a text may omit, before the earlier one. A time zone may follow. */
    AGE(1, 2),
    MAKE_DATE(3, 3),
    MAKE_TIMESTAMP(6, 6),
    MAKE_TIMESTAMPTZ(6, 6),
    /** Years, months, weeks, days, hours, minutes and seconds. */
    MAKE_INTERVAL(0, 7),
    JUSTIFY_DAYS(1, 1),
    JUSTIFY_HOURS(1, 1),
    JUSTIFY_INTERVAL(1, 1),
    TO_DATE(2, 2),
    /** Seconds since 1970, or a text and a template; a time zone may follow. */
    TO_TIMESTAMP(1, 2),
    TIMESTAMPTZ_IN(2, 2),
    TIMESTAMPTZ_OUT(2, 2),
    /** An interval, a time, and the origin of intervals. */
    DATE_BIN(3, 3),
    /** {@code array[index]}. */
    SUBSCRIPT(2, 2),
    ARRAY_LENGTH(2, 2),
    ARRAY_LOWER(2, 2),
    ARRAY_UPPER(2, 2),
    ARRAY_NDIMS(1, 1),
    CARDINALITY(1, 1),
    ARRAY_POSITION(2, 2),
    ARRAY_APPEND(2, 2),
    ARRAY_PREPEND(2, 2),
    ARRAY_CAT(2, 2),
    ARRAY_REMOVE(2, 2),
    ARRAY_TO_STRING(2, 3),
    STRING_TO_ARRAY(2, 3),
    ARRAY_POSITIONS(2, 2),
    ARRAY_REPLACE(3, 3),
    /** The number of values is an array of one. */
    ARRAY_FILL(2, 2),
    TRIM_ARRAY(2, 2),
    /** The operator {@code &&}. */
    ARRAYOVERLAP(2, 2),
    /** The operator {@code @>}. */
    ARRAYCONTAINS(2, 2),
    /** The operator {@code <@}. */
    ARRAYCONTAINED(2, 2),
    /** A time, an interval or a number, and a template; a time zone may follow. */
    TO_CHAR(2, 2),
    FORMAT(1, Integer.MAX_VALUE),
    QUOTE_IDENT(1, 1),
    QUOTE_LITERAL(1, 1),
    QUOTE_NULLABLE(1, 1),
    MD5(1, 1),
    OCTET_LENGTH(1, 1),
    BIT_LENGTH(1, 1),
    TO_HEX(1, 1),
    TO_OCT(1, 1),
    TO_BIN(1, 1),
    /** Flags come last, behind where to begin and which match is meant. */
    REGEXP_REPLACE(3, 6),
    REGEXP_MATCH(2, 3),
    REGEXP_LIKE(2, 3),
    REGEXP_COUNT(2, 4),
    REGEXP_SUBSTR(2, 6),
    REGEXP_INSTR(2, 7),
    REGEXP_SPLIT_TO_ARRAY(2, 3),
    GCD(2, 2),
    LCM(2, 2),
    FACTORIAL(1, 1),
    SCALE(1, 1),
    MIN_SCALE(1, 1),
    TRIM_SCALE(1, 1),
    WIDTH_BUCKET(4, 4),
    PI(0, 0),
    DEGREES(1, 1),
    RADIANS(1, 1),
    SIN(1, 1),
    COS(1, 1),
    TAN(1, 1),
    COT(1, 1),
    ASIN(1, 1),
    ACOS(1, 1),
    ATAN(1, 1),
    ATAN2(2, 2),
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

    /** Whether a null argument makes it null. */
    public boolean isNullWithNull() {
        return switch (this) {
            case CONCAT,
                    CONCAT_WS,
                    COALESCE,
                    NULLIF,
                    GREATEST,
                    LEAST,
                    ARRAY_POSITION,
                    ARRAY_APPEND,
                    ARRAY_PREPEND,
                    ARRAY_CAT,
                    ARRAY_REMOVE,
                    ARRAY_POSITIONS,
                    ARRAY_REPLACE,
                    ARRAY_FILL,
                    QUOTE_NULLABLE,
                    FORMAT,
                    ARRAY_TO_STRING,
                    STRING_TO_ARRAY -> false;
            default -> true;
        };
    }

    boolean takes(int arguments) {
        return arguments >= fewest && arguments <= most;
    }

    public static boolean isName(String name) {
        return Arrays.stream(values())
                .anyMatch(function -> function.sqlName().equals(name) && !function.isOperatorAlone());
    }

    /** The sign between its first two arguments; null if it is not an operator. */
    public String sign() {
        return switch (this) {
            case POWER -> "^";
            case LIKE -> "LIKE";
            case ILIKE -> "ILIKE";
            case MATCHES -> "~";
            case MATCHES_IGNORING_CASE -> "~*";
            case TIME_PLUS -> "+";
            case TIME_MINUS -> "-";
            case INTERVAL_TIMES -> "*";
            case INTERVAL_DIVIDED -> "/";
            case ARRAYOVERLAP -> "&&";
            case ARRAYCONTAINS -> "@>";
            case ARRAYCONTAINED -> "<@";
            default -> null;
        };
    }

    /** Whether a text cannot call it by name. */
    boolean isOperatorAlone() {
        return switch (this) {
            case POWER, ARRAYOVERLAP, ARRAYCONTAINS, ARRAYCONTAINED -> false;
            default -> isUnwritten() || sign() != null;
        };
    }

    /** Whether it stands for other syntax, such as {@code array[1]} and casts. */
    public boolean isUnwritten() {
        return this == SUBSCRIPT || this == TIMESTAMPTZ_IN || this == TIMESTAMPTZ_OUT;
    }

    /** The name, or the sign if it is only an operator. */
    public String sqlName() {
        return isOperatorAlone() && this != LIKE && this != ILIKE && !isUnwritten()
                ? sign()
                : name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is only about times, so that its value is known as soon as those of its arguments are. */
    public boolean isOfTimes() {
        return compareTo(EXTRACT) >= 0 && compareTo(DATE_BIN) <= 0;
    }

    public boolean isOfArrays() {
        return compareTo(SUBSCRIPT) >= 0 && compareTo(ARRAYCONTAINED) <= 0;
    }

    public boolean isOfFixedTypes() {
        return compareTo(TO_CHAR) >= 0 && compareTo(ATAN2) <= 0;
    }
}
