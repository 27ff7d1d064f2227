package dev.aimonflink.query.compute.program;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.type.SqlType;
import java.util.List;
import java.util.Random;

/** Columns of every kind with random cells, many of them null, and random expressions over them. */
public final class RandomTable {
    static final List<String> CITIES = List.of("Aachen", "Bern", "Berlin", "Cairo", "Delhi", "Essen", "", "zz");
    private static final List<String> TIERS = List.of("gold", "basic", "none");
    private static final int NULL_INT = Integer.MIN_VALUE;

    private final Random random;
    public final int rows;
    public final ArrayColumns columns = new ArrayColumns();

    public RandomTable(Random random, int rows, boolean isNarrow) {
        this.random = random;
        this.rows = rows;
        columns.add(new Column("n", SqlType.INTEGER, 0, -5, 300), ArrayColumns.ints(SqlType.INTEGER), ints(-5, 300));
        columns.add(
                "i", ArrayColumns.withEmpty(ArrayColumns.ints(SqlType.INTEGER), NULL_INT), nullable(-20, 20, NULL_INT));
        columns.add(
                "top",
                ArrayColumns.withEmpty(ArrayColumns.ints(SqlType.INTEGER), Integer.MAX_VALUE),
                nullable(-9, 9, Integer.MAX_VALUE));
        columns.add("big", VectorColumn.ofLongs(SqlType.BIGINT), isNarrow ? ints(-9, 9) : longs(-9, 9, 0));
        columns.add(
                "high",
                ArrayColumns.withEmpty(VectorColumn.ofLongs(SqlType.BIGINT), Long.MIN_VALUE),
                isNarrow ? nullable(-9, 9, Integer.MIN_VALUE) : longs(-9, 9, Long.MIN_VALUE));
        columns.add(
                "cost", VectorColumn.ofLongs(SqlType.numeric(18, 2)), isNarrow ? ints(-500, 900) : longs(-500, 900, 0));
        columns.add("city", VectorColumn.ofCodes(SqlType.TEXT, CITIES, true), ints(0, CITIES.size() + 1));
        columns.add("tier", VectorColumn.ofCodes(SqlType.enumeration(TIERS), TIERS, true), ints(0, TIERS.size() + 1));
        columns.add("online", VectorColumn.ofCodes(SqlType.BOOLEAN, List.of(false, true), true), ints(0, 3));
        columns.add("seen", VectorColumn.ofLongs(SqlType.TIMESTAMP), isNarrow ? ints(0, 5000) : longs(0, 5000, 0));
        columns.add(
                "ratio",
                new VectorColumn(SqlType.DOUBLE, VectorColumn.Encoding.DOUBLES, 0, false, 0, List.of(), true),
                doubles());
        columns.add("flag", ArrayColumns.withEmpty(ArrayColumns.ints(SqlType.BOOLEAN), 9), flags());
        columns.add(
                new Column("calls", SqlType.INTEGER, 12, 0, Integer.MAX_VALUE),
                ArrayColumns.ints(SqlType.INTEGER),
                counts());
    }

    /** Mostly small ones of which many are equal, some of their own, and some of which no table has a place for each. */
    private int[] counts() {
        return random.ints(rows, 0, 40)
                .map(each -> switch (random.nextInt(40)) {
                    case 0 -> random.nextInt(3_000);
                    case 1 -> 65_530 + random.nextInt(12);
                    case 2 -> Integer.MAX_VALUE - each;
                    default -> each;
                })
                .toArray();
    }

    private int[] ints(int min, int max) {
        return random.ints(rows, min, max).toArray();
    }

    private int[] nullable(int min, int max, int empty) {
        return random.ints(rows, min, max)
                .map(each -> random.nextInt(4) == 0 ? empty : random.nextInt(30) == 0 ? -(empty + 2) : each)
                .toArray();
    }

    /** Mostly small, some far beyond 32 bits. */
    private long[] longs(int min, int max, long empty) {
        return random.longs(rows, min, max)
                .map(each -> random.nextInt(4) == 0 ? empty : random.nextInt(30) == 0 ? each * 9_000_000_000L : each)
                .toArray();
    }

    private long[] doubles() {
        double[] some = {0.0, -0.0, 1.5, -1.5, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300, 3
        };
        // Rows with the zero that has a sign are left to the row evaluator, so not all tables have it.
        some[1] = random.nextInt(3) == 0 ? -0.0 : -2;
        return random.ints(rows, 0, some.length)
                .mapToLong(each -> Double.doubleToRawLongBits(some[each]))
                .toArray();
    }

    private int[] flags() {
        return random.ints(rows, 0, 3).map(each -> each == 2 ? 9 : each).toArray();
    }

    // ---- texts

    public String oneOf(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private String operator() {
        return oneOf(" = ", " <> ", " < ", " <= ", " > ", " >= ");
    }

    public String condition(int depth) {
        return switch (depth == 0 ? 3 + random.nextInt(14) : random.nextInt(18)) {
            case 0 -> "(" + condition(depth - 1) + oneOf(" and ", " or ") + condition(depth - 1) + ")";
            case 1 -> "(" + condition(depth - 1) + oneOf(" and ", " or ") + condition(0) + ")";
            case 2 -> "not (" + condition(depth - 1) + ")";
            case 3 -> oneOf("online", "flag", "not flag", "null", "true", "1 > 2");
            case 4 -> "(" + condition(0) + ") is " + oneOf("", "not ") + oneOf("true", "false", "unknown", "null");
            case 5 -> number(1) + " is " + oneOf("", "not ") + "null";
            case 6 -> "city" + oneOf(" like ", " not like ", " ilike ") + oneOf("'B%'", "'%e%'", "'_ern'", "'b%'");
            case 7 -> "city" + operator() + oneOf("'Bern'", "'Berlin'", "'Nowhere'", "null", "'C'", "lower(city)");
            case 8 -> "tier" + operator() + oneOf("'gold'", "'basic'", "null", "'none'");
            case 9 -> "city" + oneOf(" in ", " not in ") + oneOf("('Bern','x')", "('Aachen','zz',null)", "('')");
            case 10 ->
                number(0)
                        + oneOf(" in ", " not in ")
                        + oneOf("(1,2)", "(1,null)", "(1,2,3,5,7,11,13)", "(n, 4)", "(1,2,3,4,5,6,null)");
            case 11 -> "ratio" + operator() + oneOf("0", "-1.5", "'NaN'", "'Infinity'", "ratio", "2.25", "null");
            case 12 -> "seen" + operator() + oneOf("'1970-01-01T00:00:01Z'", "'1970-01-01T00:00:02.0005Z'", "seen");
            case 13 -> number(1) + oneOf(" is distinct from ", " is not distinct from ") + number(1);
            case 14 ->
                number(1) + oneOf(" between ", " not between ", " between symmetric ") + number(0) + " and "
                        + number(0);
            default -> number(2) + operator() + number(random.nextInt(2));
            case 17 ->
                "case when " + condition(depth - 1) + " then " + condition(0) + oneOf("", " else " + condition(0))
                        + " end";
        };
    }

    String number(int depth) {
        return switch (depth == 0 ? 6 + random.nextInt(4) : random.nextInt(12)) {
            case 0, 1 -> "(" + number(depth - 1) + oneOf(" + ", " - ", " * ") + number(depth - 1) + ")";
            case 2 -> "-(" + number(depth - 1) + ")";
            case 3 ->
                "case when " + condition(0) + " then " + number(depth - 1) + oneOf("", " else " + number(0)) + " end";
            case 4 -> "coalesce(" + number(depth - 1) + ", " + number(0) + oneOf("", ", 5") + ")";
            case 5 -> "nullif(" + number(depth - 1) + ", " + number(0) + ")";
            case 6 -> oneOf("n", "i", "top", "big", "high", "cost");
            case 7 -> oneOf("n", "i", "cost", "high");
            case 8 -> oneOf("0", "1", "-3", "2.5", "7.25", "100", "3000000000", "-2147483648", "null::bigint", "0.001");
            case 9 -> "length(city)";
            case 11 ->
                "(" + number(depth - 1) + oneOf(" % ", " / ")
                        + oneOf("1", "2", "7", "-3", "10", "1000003", "2147483647", "3000000000", "2.5", "0.01") + ")";
            default ->
                "(" + number(0) + ")::" + oneOf("bigint", "numeric", "numeric(18,2)", "numeric(12,3)", "integer");
        };
    }
}
