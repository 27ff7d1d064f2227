package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts of queries by chance, over the columns that a matrix has. Most of them can be planned, and most of these do not fail. */
final class RandomTexts extends RandomExpressions {
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

    private static final List<String> FRAMES = List.of(
            "",
            "rows 2 preceding",
            "rows between 1 preceding and 2 following",
            "rows between 1 following and unbounded following",
            "rows between 3 preceding and 2 preceding",
            "range between current row and unbounded following");

    private final Random random;

    RandomTexts(Table matrix, Random random) {
        this(matrix, random, false);
    }

    private RandomTexts(Table matrix, Random random, boolean hasCasts) {
        super(matrix, random, hasCasts);
        this.random = random;
    }

    /** Texts that PostgreSQL understands, too: there a value of an enumeration is no text by itself. */
    static RandomTexts withCasts(Table matrix, Random random) {
        return new RandomTexts(matrix, random, true);
    }

    Text next() {
        return switch (random.nextInt(43)) {
            case 32, 33, 34, 35 -> new Text(windows(), true);
            case 36 -> new Text(firstOfEqual(), true);
            case 37, 38, 39 -> new Text(ofTheRowAround(), true);
            case 40 -> new Text(besideTheRow(), true);
            case 41, 42 -> new Text(ofTheCardAround(), true);
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

    /** Rows of tables, each with what the cards say of it. */
    private String ofTheRowAround() {
        String ofBank = " from cards where home_bank = b.id and " + condition(1);
        String ofBoth = " from cards where zip = r.zip and b.id = home_bank and " + condition(1);
        return switch (random.nextInt(7)) {
            case 0 -> "select b.id, (select " + plainCall() + ofBank + ") from banks b";
            case 1 -> "select b.id from banks b where " + any(List.of("", "not ")) + "exists (select 1" + ofBank + ")";
            case 2 ->
                "select b.id, r.zip from banks b, regions r where " + any(List.of("", "not ")) + "exists (select 1"
                        + ofBoth + ")";
            case 3 -> "select b.id, r.zip, (select " + plainCall() + ofBoth + ") from banks b, regions r";
            case 4 ->
                "select b.id from banks b where " + any(List.of("1", "0.5", "b.id", "null"))
                        + any(List.of(" in ", " not in ", " < all ", " >= any ")) + "(select " + number(0) + ofBank
                        + ")";
            case 5 ->
                "select sum((select " + any(List.of("count(*)", "max(" + number(0) + ")", "count(distinct note)"))
                        + " from cards where home_bank >= b.id and " + condition(1) + ")) from banks b";
            default ->
                "select b.bank, (select sum(people) from regions r where exists (select 1" + ofBoth + ")) from banks b";
        };
    }

    private String besideTheRow() {
        String ofBank = " from cards where home_bank = b.id and " + condition(1);
        return switch (random.nextInt(3)) {
            case 0 ->
                "select b.id, x.* from banks b left join lateral (select " + plainCall() + " as c, count(*) as n"
                        + ofBank + ") x on x.n" + any(COMPARISONS) + "b.id";
            case 1 ->
                "select b.id, x.card_id from banks b, lateral (select card_id" + ofBank
                        + " order by card_id limit 2) x";
            default ->
                "select count(*), max(x.n) from cards o, lateral (select o." + textColumnAlone()
                        + " || r.city as t, length(r.city) as n from regions r where r.zip <> o.zip) x";
        };
    }

    /** Cards, each with what tables or other cards say of it. */
    private String ofTheCardAround() {
        String column = numberColumn();
        String outer = column.equals("null") ? "null" : "o." + column;
        String ofCity = " from cards where zip_city = o.zip_city and " + condition(1) + ")";
        return switch (random.nextInt(6)) {
            case 0 -> "select o.card_id, (select " + plainCall() + ofCity + " from cards o";
            case 1 ->
                "select count(*), max(o.card_id) from cards o where " + outer + any(COMPARISONS) + "(select "
                        + any(List.of("avg(", "min(", "sum(", "count(")) + column + ")" + ofCity;
            case 2 ->
                "select o.card_id from cards o where o.zip" + any(List.of(" in ", " not in "))
                        + "(select r.zip from regions r where r.city " + any(List.of("=", "<", "<>")) + " o.zip_city)";
            case 3 ->
                "select zip_city, count(*), (select max(r.people) from regions r where r.city = zip_city)" + rows()
                        + " group by zip_city";
            case 4 ->
                "select count(*) from cards o where " + any(List.of("", "not "))
                        + "exists (select 1 from banks b where b.id " + any(List.of("=", "<", ">"))
                        + " o.home_bank and b.bank <> o." + textColumnAlone() + ")";
            default ->
                "select " + any(List.of("o.vip", "o.tier")) + ", count(*) from cards o where exists (select 1" + ofCity
                        + " group by 1 having count(*) > (select count(*) from banks b where b.bank = 'one')";
        };
    }

    /** The name of one, which stands behind that of a table. */
    private String textColumnAlone() {
        return any(List.of("zip_city", "home_bank_bank", "note", "zip"));
    }

    private String comparedWithAll() {
        String column = numberColumn();
        return column + " = (select " + any(List.of("max", "min")) + "(" + column + ")" + rows() + ")";
    }

    /** Of rows, or of groups. A place among equal ones is a matter of chance, so these are in the order of the key. */
    private String windows() {
        if (random.nextInt(3) == 0) {
            String keys = any(List.of("zip_city", "home_bank_bank, zip_city"));
            return "select " + keys + ", count(*), "
                    + any(List.of("rank()", "dense_rank()", "sum(count(*))", "cume_dist()"))
                    + " over (order by count(*), " + plainCall() + ")" + rows() + " group by " + keys;
        }
        return "select card_id, " + window() + ", " + window() + rows();
    }

    private String window() {
        String partition = random.nextBoolean() ? "partition by " + list(2, this::value) : "";
        String order = " order by " + sorted() + any(List.of("", " desc", " nulls first"));
        return switch (random.nextInt(8)) {
            case 0 -> any(List.of("rank()", "dense_rank()", "percent_rank()", "cume_dist()")) + over(partition + order);
            case 1 -> any(List.of("row_number()", "ntile(3)")) + over(partition + " order by card_id");
            case 2 ->
                any(List.of("lag(", "lead(")) + sorted() + any(List.of("", ", 2", ", -1")) + ")"
                        + over(partition + " order by card_id desc");
            case 3 ->
                any(List.of("first_value(", "last_value(")) + value() + ")" + over(partition + " order by card_id");
            case 4 -> "nth_value(" + value() + ", 2)" + over(partition + " order by card_id");
            case 5 -> any(List.of("min(", "max(")) + sorted() + ")" + over(partition + order);
            case 6 ->
                any(List.of("sum(" + number(1) + ")", "count(*)", "first_value(" + value() + ")"))
                        + over(partition + " order by card_id " + any(FRAMES));
            default -> "count(*) filter (where " + condition(1) + ")" + over(partition + order);
        };
    }

    private static String over(String window) {
        return " over (" + window + ")";
    }

    private String firstOfEqual() {
        String key = sorted();
        return random.nextBoolean()
                ? "select distinct on (" + key + ") " + key + ", card_id" + rows() + " order by " + key
                        + ", card_id desc"
                : "select string_agg(" + text() + ", ',' order by card_id)" + rows();
    }

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
}
