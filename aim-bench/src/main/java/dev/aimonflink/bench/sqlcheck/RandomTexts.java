package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.bind.SqlType.Kind;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Texts of queries by chance, over the columns that a matrix has. Most of them can be planned, and most of these do not fail. */
final class RandomTexts {
    /**
     * A query.
     *
     * @param isStable whether its rows are the same, apart from their order, however the matrix is distributed
     * @param values of its parameters, as texts
     */
    record Text(String sql, boolean isStable, List<String> values) {
        Text(String sql, boolean isStable) {
            this(sql, isStable, List.of());
        }

        /** The same without parameters: a string becomes of the type that a parameter has in its place. */
        String inlined() {
            String text = sql;
            for (int i = 0; i < values.size(); i++) {
                text = text.replace("$" + (i + 1), "'" + values.get(i) + "'");
            }
            return text;
        }
    }

    private static final List<String> COMPARISONS = List.of(" = ", " <> ", " < ", " <= ", " > ", " >= ");
    private static final List<String> NUMBERS = List.of(
            "0", "1", "2", "-1", "5", "0.05", "0.5", "-3.25", "2147483647", "-2147483648", "4000000000", "90000000.00");
    private static final List<String> TEXTS =
            List.of("''", "'a'", "'Bern'", "'CH-8000'", "'Zurich'", "'gold'", "'one'", "'b%'", "'Z\u00fcrich'");
    private static final List<String> LABELS = List.of("'silver'", "'gold'", "'basic'");
    private static final List<String> PATTERNS =
            List.of("'%'", "'CH%'", "'%r%'", "'_'", "'b\\%'", "'%\u00fc%'", "'go%'");
    private static final List<String> REGULAR =
            List.of("'^C'", "'[0-9]{2}'", "'(e|o)n?$'", "'^.?$'", "'r+n|i.h'", "'Z[^a]*h'", "'a*'");
    private static final List<String> TIMES =
            List.of("'2026-11-20T12:00:00.5Z'", "'2026-11-20T12:00:00Z'", "'1970-01-01T00:00:00Z'");

    private final Random random;
    private final List<Column> columns;
    private final boolean hasCasts;

    RandomTexts(Table matrix, Random random) {
        this(matrix, random, false);
    }

    private RandomTexts(Table matrix, Random random, boolean hasCasts) {
        this.random = random;
        this.hasCasts = hasCasts;
        columns = matrix.columns();
    }

    /** Texts that PostgreSQL understands, too: there a value of an enumeration is no text by itself. */
    static RandomTexts withCasts(Table matrix, Random random) {
        return new RandomTexts(matrix, random, true);
    }

    Text next() {
        return switch (random.nextInt(32)) {
            case 22 ->
                new Text(
                        "select count(*), max(" + numberColumn() + ")" + rows() + " and " + numberColumn()
                                + any(COMPARISONS) + "$1",
                        true,
                        List.of(any(List.of("1", "2", "0", "-1"))));
            case 23 ->
                new Text(
                        "with part as (select " + text() + " as a, " + number(1) + " as b" + rows()
                                + ") select a, count(*), sum(b) from part group by a having "
                                + any(List.of("max(b) > 1", "sum(b) is not null", "count(b) < 9")),
                        true);
            case 24, 25 -> new Text(combined(), true);
            case 26 -> new Text("select " + list(2, this::plainCall) + outerJoin(), true);
            case 27 -> new Text("select b.bank, count(*), " + plainCall() + outerJoin() + " group by 1", true);
            case 28, 29, 30 -> new Text("select " + list(2, this::call) + rows() + " and " + comparedWithRows(), true);
            case 31 ->
                new Text(
                        "select " + textColumn() + ", " + plainCall() + rows() + " group by 1 having " + plainCall()
                                + " is not null and count(*)" + any(COMPARISONS) + random.nextInt(4),
                        true);
            case 20, 21 -> new Text(likeTheCatalogue(), true);
            case 0, 1, 2, 3, 4, 5 -> new Text("select " + list(4, this::call) + rows(), true);
            case 6, 7, 8, 9, 10, 11 -> groups();
            case 12 -> new Text("select distinct " + list(3, this::value) + rows(), true);
            case 13, 14, 15 -> listing();
            case 16 -> new Text("select " + list(2, this::call) + rows() + " and " + comparedWithAll(), true);
            case 17 ->
                new Text(
                        "select count(*), sum(x) from (select " + number(1) + " as x" + rows() + ") as inner_rows",
                        true);
            case 18 -> new Text("select " + call() + rows() + " union all select " + call() + rows(), true);
            default -> new Text("select count(*)" + rows() + " and exists (select 1" + rows() + ")", true);
        };
    }

    /** Queries like those that have hand-written kernels, and some that are nearly like them. */
    private String likeTheCatalogue() {
        String a = integer();
        String b = integer();
        String join = " from cards, regions r where cards.zip = r.zip and ";
        String aboveA = a + any(List.of(" > ", " >= ", " > ", " < ")) + random.nextInt(3);
        String aboveB = b + any(List.of(" > ", " > ", " >= ")) + any(List.of("0", "1", "0.5", "-1"));
        String totals = any(List.of("sum(" + a + "), avg(" + b + ")", "count(*), sum(" + b + "), sum(" + a + ")"));
        return switch (random.nextInt(4)) {
            case 0 -> "select " + any(List.of("avg(", "count(*), sum(")) + b + ") from cards where " + aboveA;
            case 1 -> "select max(" + numberColumn() + ") from cards where " + aboveA;
            case 2 -> "select r.city, " + totals + join + aboveA + " and " + aboveB + " group by 1";
            default ->
                "select r." + any(List.of("city", "country", "people")) + ", sum(" + numberColumn() + "), sum(" + a
                        + ")" + join + "zip_city = " + any(TEXTS) + " and home_bank_bank = 'one' group by 1";
        };
    }

    /** A column of 32 bits. */
    private String integer() {
        List<String> names = columns.stream()
                .filter(column -> column.type().isInteger() && column.min() >= Integer.MIN_VALUE)
                .map(Column::name)
                .filter(name -> name.startsWith("count_") || name.startsWith("sum_"))
                .toList();
        return names.isEmpty() ? "null" : any(names);
    }

    private Text groups() {
        List<String> keys = some(3, this::value);
        StringBuilder text = new StringBuilder("select ")
                .append(String.join(", ", keys))
                .append(", ")
                .append(list(3, this::call))
                .append(rows())
                .append(" group by ")
                .append(numbersTo(keys.size()));
        if (random.nextInt(5) == 0) {
            text.append(" having count(*) > ").append(random.nextInt(4));
        }
        int limit = random.nextInt(6);
        if (limit == 0) {
            text.append(" limit ").append(1 + random.nextInt(4));
        } else if (limit == 1) {
            text.append(" order by ")
                    .append(String.join(", ", directed(keys.size())))
                    .append(" limit ")
                    .append(1 + random.nextInt(4));
        }
        return new Text(text.toString(), true);
    }

    /** The first rows in the order of all columns, some of all rows, or any rows. */
    private Text listing() {
        List<String> values = some(3, this::value);
        String text = "select " + String.join(", ", values) + rows();
        return switch (random.nextInt(3)) {
            case 0 -> new Text(text, true);
            case 1 -> new Text(text + " limit " + random.nextInt(9) + " offset " + random.nextInt(3), false);
            default ->
                new Text(
                        text + " order by " + String.join(", ", directed(values.size())) + " limit "
                                + random.nextInt(9)
                                + any(List.of("", "", " offset " + random.nextInt(5))),
                        true);
        };
    }

    private List<String> directed(int count) {
        List<String> terms = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            terms.add(i + any(List.of("", " desc", " nulls first", " desc nulls last")));
        }
        return terms;
    }

    private static String numbersTo(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            numbers.add("" + i);
        }
        return String.join(", ", numbers);
    }

    /** From where, and of which rows. Ends in a condition. */
    private String rows() {
        String condition = random.nextInt(4) == 0 ? "true" : condition(2);
        return switch (random.nextInt(6)) {
            case 0 -> " from cards, banks b where home_bank = b.id and " + condition;
            default -> " from cards where " + condition;
        };
    }

    /** The rows of two queries, of which some are equal. */
    private String combined() {
        String column = random.nextBoolean() ? textColumn() : numberColumn();
        String operation = any(List.of(" except ", " intersect ", " union ", " except all ", " intersect all "));
        return "select " + column + rows() + operation + "select " + column + rows();
    }

    /** Behind a join that keeps rows without a partner. */
    private String outerJoin() {
        return " from cards" + any(List.of(" left ", " right ", " full ")) + "join banks b on home_bank = b.id where "
                + (random.nextBoolean() ? "true" : condition(1));
    }

    private String comparedWithRows() {
        String column = numberColumn();
        String query = "(select " + number(0) + rows() + ")";
        return switch (random.nextInt(5)) {
            case 0 -> column + any(List.of(" in ", " not in ")) + query;
            case 1 -> column + any(COMPARISONS) + any(List.of("any ", "all ")) + query;
            case 2 ->
                column + any(COMPARISONS) + "(select " + any(List.of("avg", "min", "sum")) + "(" + column + ")" + rows()
                        + ")";
            case 3 -> textColumn() + any(List.of(" in ", " not in ")) + "(select " + textColumn() + rows() + ")";
            default -> column + any(COMPARISONS) + any(List.of("any ", "all ")) + "(array[1, 2, 0.5])";
        };
    }

    private String comparedWithAll() {
        String column = numberColumn();
        return column + " = (select " + any(List.of("max", "min")) + "(" + column + ")" + rows() + ")";
    }

    // ---- aggregates

    private String call() {
        String filter = random.nextInt(6) == 0 ? " filter (where " + condition(1) + ")" : "";
        return plainCall() + filter;
    }

    private String plainCall() {
        return switch (random.nextInt(15)) {
            case 0, 1 -> "count(*)";
            case 2 -> "count(" + value() + ")";
            case 3, 4 -> "sum(" + number(2) + ")";
            case 5 -> "avg(" + number(1) + ")";
            case 6 -> "min(" + sorted() + ")";
            case 7 -> "max(" + sorted() + ")";
            case 8 -> any(List.of("stddev_pop", "stddev_samp", "var_pop", "variance")) + "(" + number(1) + ")";
            case 9 -> any(List.of("bool_and", "bool_or")) + "(" + condition(1) + ")";
            case 10 -> any(List.of("arg_max", "arg_min")) + "(" + value() + ", " + sorted() + ")";
            case 11 -> any(List.of("count", "sum", "avg", "min")) + "(distinct " + number(1) + ")";
            case 12 -> "count(distinct " + value() + ")";
            case 13 ->
                "percentile_cont(" + any(List.of("0", "0.3", "0.5", "1")) + ") within group (order by " + number(1)
                        + ")";
            default ->
                "percentile_disc(" + any(List.of("0", "0.5", "1")) + ") within group (order by " + sorted() + ")";
        };
    }

    String value() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> number(random.nextInt(2));
            case 3 -> column(type -> type.is(Kind.DOUBLE));
            case 4 -> condition(0);
            case 5 -> column(type -> type.is(Kind.TIMESTAMP));
            default -> text();
        };
    }

    /** What has a least and a greatest value. */
    private String sorted() {
        return switch (random.nextInt(6)) {
            case 0 -> text();
            case 1 -> column(type -> type.is(Kind.DOUBLE) || type.is(Kind.TIMESTAMP));
            default -> number(1);
        };
    }

    // ---- expressions

    String numberColumn() {
        return column(type -> type.isNumber() && !type.is(Kind.DOUBLE));
    }

    private interface Fitting {
        boolean is(SqlType type);
    }

    private String column(Fitting fitting) {
        return column(fitting, name -> name);
    }

    private String column(Fitting fitting, UnaryOperator<String> shown) {
        // Those that are computed of others have no vectors, so they are drawn less often than there are some.
        boolean hasComputed = random.nextInt(8) == 0;
        List<String> names = columns.stream()
                .filter(column -> fitting.is(column.type()) && (hasComputed || !isComputed(column)))
                .map(Column::name)
                .toList();
        return names.isEmpty() ? "null" : shown.apply(any(names));
    }

    private static boolean isComputed(Column column) {
        return column.name().startsWith("avg_") || column.name().startsWith("stdev_");
    }

    private String number(int depth) {
        if (depth == 0) {
            return numberColumn();
        }
        String left = number(depth - 1);
        return switch (random.nextInt(24)) {
            case 0, 1 -> "(" + left + any(List.of(" + ", " - ", " * ")) + number(depth - 1) + ")";
            case 2, 3 -> "(" + left + any(List.of(" + ", " - ", " * ")) + any(NUMBERS) + ")";
            case 4 -> "(" + left + any(List.of(" / ", " % ")) + any(NUMBERS) + ")";
            case 5 -> "(" + any(NUMBERS) + " / " + left + ")";
            case 6 -> "-" + left;
            case 7 -> "coalesce(" + left + ", " + any(NUMBERS) + ")";
            case 8 -> "nullif(" + left + ", " + any(NUMBERS) + ")";
            case 9 -> "case when " + condition(1) + " then " + left + " else " + number(depth - 1) + " end";
            case 10 -> "case when " + condition(1) + " then " + left + " end";
            case 11 ->
                "cast(" + left + " as " + any(List.of("bigint", "numeric(18,2)", "numeric(9,4)", "integer")) + ")";
            case 12 -> "abs(" + left + ")";
            case 13 -> "length(" + text() + ")";
            case 14 -> any(NUMBERS);
            case 15 -> any(List.of("ascii(" + text() + ")", "strpos(" + text() + ", 'r')"));
            case 16 -> "div(" + left + ", " + any(NUMBERS) + ")";
            default -> left;
        };
    }

    private String text() {
        return switch (random.nextInt(12)) {
            case 9, 10 -> changedText();
            case 0 -> "upper(" + textColumn() + ")";
            case 1 -> "coalesce(" + textColumn() + ", " + any(TEXTS) + ")";
            case 2 -> "left(" + textColumn() + ", 1)";
            case 3 -> textColumn() + " || " + textColumn();
            default -> textColumn();
        };
    }

    private String changedText() {
        String text = textColumn();
        return switch (random.nextInt(11)) {
            case 0 ->
                any(List.of("lpad(", "rpad(")) + text + ", " + any(List.of("6, 'ab')", "2)", "0, 'x')", "5, '')"));
            case 1 -> "initcap(" + text + ")";
            case 2 ->
                "split_part(" + text + ", " + any(List.of("'-'", "'r'", "''")) + any(List.of(", 1)", ", -1)", ", 2)"));
            case 3 -> "repeat(" + text + ", " + random.nextInt(4) + ")";
            case 4 -> "concat_ws('/', " + text + ", " + textColumn() + ", " + numberColumn() + ")";
            case 5 -> "translate(" + text + ", 'rich', 'RI')";
            case 6 -> "reverse(" + text + ")";
            case 7 -> "replace(" + text + ", 'r', 'rr')";
            case 8 -> "right(" + text + ", " + any(List.of("2", "-2")) + ")";
            case 9 -> "substring(" + text + " from 2 for 3)";
            default -> "cast(" + column(type -> type.is(Kind.TIMESTAMP)) + " as text)";
        };
    }

    private String textColumn() {
        return column(SqlType::isText, name -> hasCasts && name.equals("tier") ? "cast(tier as text)" : name);
    }

    private String labelled() {
        return "tier" + any(COMPARISONS) + any(LABELS);
    }

    String condition(int depth) {
        return switch (random.nextInt(depth == 0 ? 15 : 23)) {
            case 0, 1, 2 -> number(1) + any(COMPARISONS) + any(NUMBERS);
            case 3 -> number(1) + any(COMPARISONS) + number(1);
            case 4 -> number(0) + any(List.of(" between ", " not between ")) + any(NUMBERS) + " and " + any(NUMBERS);
            case 5 -> number(0) + any(List.of(" in (", " not in (")) + list(7, () -> any(NUMBERS)) + ")";
            case 6 -> number(1) + any(List.of(" is null", " is not null"));
            case 7 ->
                column(type -> type.is(Kind.BOOLEAN)) + any(List.of("", " is not true", " is unknown", " is null"));
            case 8 -> column(type -> type.is(Kind.TEXT)) + any(COMPARISONS) + any(TEXTS);
            case 9 -> text() + any(List.of(" like ", " not like ")) + any(PATTERNS);
            case 10 ->
                column(type -> type.is(Kind.TEXT)) + any(List.of(" in (", " not in (")) + list(5, () -> any(TEXTS))
                        + ")";
            case 11 -> column(type -> type.is(Kind.TIMESTAMP)) + any(COMPARISONS) + any(TIMES);
            case 12 -> column(type -> type.is(Kind.DOUBLE)) + any(COMPARISONS) + any(NUMBERS);
            case 13 -> number(0) + any(List.of(" is distinct from ", " is not distinct from ")) + number(0);
            case 14 -> any(List.of("true", "null", "1 = 0", labelled(), labelled()));
            case 15 -> "not (" + condition(depth - 1) + ")";
            case 21 ->
                random.nextInt(3) == 0
                        ? textColumn() + " like " + textColumn()
                        : text() + any(List.of(" ~ ", " !~ ", " ~* ", " !~* ")) + any(REGULAR);
            case 22 ->
                "(" + number(0) + ", " + number(0) + ")"
                        + any(List.of(" = (1, 2)", " <> (1, 0)", " < (1, 1)", " >= (0, 2)", " in ((1, 2), (0, 1))"));
            default -> "(" + condition(depth - 1) + any(List.of(" and ", " and ", " or ")) + condition(depth - 1) + ")";
        };
    }

    // ---- chance

    private String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    private List<String> some(int most, Supplier<String> draw) {
        List<String> drawn = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            drawn.add(draw.get());
        }
        return drawn;
    }

    private String list(int most, Supplier<String> draw) {
        return some(most, draw).stream().collect(Collectors.joining(", "));
    }
}
