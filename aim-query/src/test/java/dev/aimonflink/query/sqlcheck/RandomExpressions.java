package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.type.SqlType;
import dev.aimonflink.sql.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Expressions by chance, over the columns that a matrix has. */
class RandomExpressions {
    static final List<String> COMPARISONS = List.of(" = ", " <> ", " < ", " <= ", " > ", " >= ");
    private static final List<String> NUMBERS = List.of(
            "0", "1", "2", "-1", "5", "0.05", "0.5", "-3.25", "2147483647", "-2147483648", "4000000000", "90000000.00");
    static final List<String> TEXTS =
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

    /** @param hasCasts for PostgreSQL, to which a value of an enumeration is no text by itself */
    RandomExpressions(Table matrix, Random random, boolean hasCasts) {
        this.random = random;
        this.hasCasts = hasCasts;
        columns = matrix.columns();
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
    String sorted() {
        return switch (random.nextInt(6)) {
            case 0 -> text();
            case 1 -> column(type -> type.is(Kind.DOUBLE) || type.is(Kind.TIMESTAMP));
            default -> number(1);
        };
    }

    String numberColumn() {
        return column(type -> type.isNumber() && !type.is(Kind.DOUBLE));
    }

    /** A column of 32 bits. */
    String integer() {
        List<String> names = columns.stream()
                .filter(column -> column.type().isInteger() && column.min() >= Integer.MIN_VALUE)
                .map(Column::name)
                .filter(name -> name.startsWith("count_") || name.startsWith("sum_"))
                .toList();
        return names.isEmpty() ? "null" : any(names);
    }

    private interface Fitting {
        boolean is(SqlType type);
    }

    String column(Fitting fitting) {
        return column(fitting, name -> name);
    }

    String column(Fitting fitting, UnaryOperator<String> shown) {
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

    String number(int depth) {
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

    String text() {
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

    String textColumn() {
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

    String any(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    List<String> some(int most, Supplier<String> draw) {
        List<String> drawn = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            drawn.add(draw.get());
        }
        return drawn;
    }

    String list(int most, Supplier<String> draw) {
        return some(most, draw).stream().collect(Collectors.joining(", "));
    }
}
