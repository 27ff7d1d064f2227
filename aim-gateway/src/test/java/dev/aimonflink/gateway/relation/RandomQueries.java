package dev.aimonflink.gateway.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Draws queries over the tables {@code city} and {@code visit} that no value of theirs makes fail: with joins, groups, windows, inner
 * queries and queries of the row, LATERAL, recursion, arrays, times and many functions.
 */
final class RandomQueries {
    private static final int DEEPEST = 3;

    private static final List<String> JOINS = List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN");
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");

    private final Random random;

    RandomQueries(long seed) {
        random = new Random(seed);
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private <T> T one(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Its rows have one order only, unless they are equal. */
    String query() {
        return switch (random.nextInt(8)) {
            case 0 -> ordered(grouped(), 4);
            case 1 -> ordered(windowed(), 3);
            case 2 -> ordered(lateral(), 3);
            case 3 -> recursive();
            case 4 -> combined();
            case 5 -> ordered(rowsInSelect(), 2);
            default -> plain();
        };
    }

    private String plain() {
        int columns = 1 + random.nextInt(3);
        return ordered(select(columns, kinds()), columns);
    }

    private String combined() {
        int columns = 1 + random.nextInt(3);
        List<String> kinds = kinds();
        String operation = one("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL", "INTERSECT ALL");
        return ordered(select(columns, kinds) + " " + operation + " " + select(columns, kinds), columns);
    }

    private List<String> kinds() {
        return Stream.generate(() -> one("w", "t", "n", "b", "d", "a")).limit(3).toList();
    }

    private String ordered(String query, int columns) {
        String order = IntStream.rangeClosed(1, columns)
                .mapToObj(number -> number + one("", " DESC", " NULLS FIRST", " DESC NULLS LAST"))
                .collect(Collectors.joining(", "));
        return query + " ORDER BY " + order + one("", "", " LIMIT 3", " LIMIT 2 OFFSET 1");
    }

    private String select(int columns, List<String> kinds) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            items.add(value(kinds.get(i), 0) + one("", " AS x" + i));
        }
        return "SELECT " + one("", "DISTINCT ") + String.join(", ", items) + from();
    }

    private String from() {
        String join = random.nextBoolean()
                ? city() + " c " + one(JOINS) + " visit v ON c.id = v.city"
                        + one("", " AND v.cost > 5", " AND c.id < 3")
                : city() + " c, visit v";
        return " FROM " + join + one("", " WHERE " + truth(0), " WHERE c.id = v.city AND " + truth(1));
    }

    /** Its columns, all or some of its rows. */
    private String city() {
        return one(
                "city",
                "city",
                "(SELECT * FROM city ORDER BY " + one("people", "-id", "name") + " NULLS LAST, id LIMIT 3)",
                "(SELECT DISTINCT * FROM city WHERE id > 1)",
                "(SELECT id, name::varchar(3)::text AS name, country, people, area, founded, tags FROM city)",
                "(SELECT max(id) AS id, name, max(country) AS country, sum(people)::int8 AS people, max(area) AS area, max(founded) AS founded,"
                        + " tags FROM city GROUP BY name, tags)");
    }

    private String grouped() {
        return "SELECT c.country, count(*), " + one("sum", "min", "max", "avg", "bit_or") + "(" + whole(1) + "), "
                + aggregate() + from() + " GROUP BY c.country" + one("", " HAVING count(*) > 1");
    }

    private String aggregate() {
        return switch (random.nextInt(8)) {
            case 0 -> "count(DISTINCT " + text(1) + ")";
            case 1 -> "string_agg(c.name, ',' ORDER BY c.id, v.cost)";
            case 2 -> "bool_or(" + truth(2) + ")";
            case 3 -> "array_agg(" + whole(1) + " ORDER BY c.id, v.cost, v.at)";
            case 4 -> "percentile_disc(0.5) WITHIN GROUP (ORDER BY " + whole(1) + ")";
            case 5 -> "sum(" + whole(1) + ") FILTER (WHERE " + truth(1) + ")";
            case 6 -> one("min", "max") + "(" + one(text(1), time(1)) + ")";
            default -> "count(" + value(one("w", "t", "a", "d"), 1) + ")";
        };
    }

    private String windowed() {
        String window = "(" + one("", "PARTITION BY " + value(one("w", "t"), 2) + " ") + "ORDER BY c.id, v.cost, v.at"
                + one("", "", " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING", " ROWS UNBOUNDED PRECEDING") + ")";
        String call = one(
                "row_number()",
                "rank()",
                "dense_rank()",
                "sum(" + whole(2) + ")",
                "count(" + text(2) + ")",
                "lag(" + text(2) + ")",
                "lead(" + whole(2) + ", 2)",
                "first_value(" + value(one("w", "t", "n"), 2) + ")",
                "last_value(" + whole(2) + ")",
                "max(" + text(2) + ")",
                "array_agg(" + whole(2) + ")");
        return "SELECT c.id, v.cost, " + call + " OVER " + window + from();
    }

    private String lateral() {
        String inner = one(
                "SELECT max(s.cost) AS m, count(*) AS n FROM visit s WHERE s.city = c.id",
                "SELECT s.\"by\"::text AS m, " + whole(2).replace("v.city", "s.city")
                        + " AS n FROM visit s WHERE s.city >= c.id" + " ORDER BY s.at LIMIT 1",
                "SELECT t AS m, length(t) AS n FROM unnest(c.tags) AS t",
                "SELECT g AS m, g * c.id AS n FROM generate_series(1, c.id) AS g WHERE g <> 2");
        return "SELECT c.id, l.m, l.n FROM city c "
                + one(
                        "CROSS JOIN LATERAL (" + inner + ") AS l",
                        "LEFT JOIN LATERAL (" + inner + ") AS l ON " + one("true", "l.n > 1"));
    }

    private String recursive() {
        return "WITH RECURSIVE r(n, s) AS (SELECT "
                + one("1", "id FROM city WHERE id < 3")
                        .replace("id FROM", "id, name FROM")
                        .replaceFirst("^1$", "1, 'x'::text")
                + " UNION " + one("", "ALL ") + "SELECT n + 1, " + one("s", "s || 'y'", "upper(s)")
                + " FROM r WHERE n < " + one("3", "5") + ") SELECT n, s FROM r" + one("", " WHERE n <> 2")
                + " ORDER BY 1, 2";
    }

    private String rowsInSelect() {
        return "SELECT c.id, "
                + one(
                        "unnest(c.tags)",
                        "generate_series(1, c.id)",
                        "unnest(ARRAY[c.id, 7])",
                        "unnest(string_to_array(c.name, 'e'))")
                + " FROM city c WHERE c.id < " + one("3", "9");
    }

    private String time(int depth) {
        int next = depth + 1;
        return switch (depth >= DEEPEST ? 0 : random.nextInt(7)) {
            case 1 -> "(" + time(next) + " + interval '" + one("1 day", "90 minutes", "1 month") + "')";
            case 2 -> "date_trunc('" + one("hour", "day", "month", "year") + "', " + time(next) + ")";
            case 3 -> "coalesce(" + time(next) + ", '2026-01-01 00:00:00+00')";
            case 4 -> "greatest(" + time(next) + ", " + time(next) + ")";
            case 5 -> "(" + time(next) + ")::date::timestamptz";
            default ->
                one("v.at", "c.founded::timestamptz", "'2026-02-28 23:30:00+00'::timestamptz", "NULL::timestamptz");
        };
    }

    private String array(int depth) {
        int next = depth + 1;
        return switch (depth >= DEEPEST ? 0 : random.nextInt(8)) {
            case 1 -> "(" + array(next) + " || " + text(next) + ")";
            case 2 -> "array_remove(" + array(next) + ", 'river')";
            case 3 -> "string_to_array(" + text(next) + ", 'e')";
            case 4 -> "ARRAY[" + text(next) + ", " + text(next) + "]";
            case 5 -> "array_cat(" + array(next) + ", " + array(next) + ")";
            case 6 -> "ARRAY(SELECT s.\"by\"::text FROM visit s WHERE s.city = c.id ORDER BY 1)";
            default -> one("c.tags", "'{a,b}'::text[]", "NULL::text[]");
        };
    }

    private String value(String kind, int depth) {
        return switch (kind) {
            case "w" -> whole(depth);
            case "t" -> text(depth);
            // With as many digits, so that equal ones look alike.
            case "n" -> "round(" + number(depth) + ", 4)";
            case "d" -> time(depth);
            case "a" -> array(depth);
            default -> truth(depth);
        };
    }

    private String whole(int depth) {
        if (depth >= DEEPEST) {
            return one("c.id", "v.city", "1", "7", "NULL::int4", "-2");
        }
        int next = depth + 1;
        return switch (random.nextInt(14)) {
            case 9 -> "cardinality(" + array(next) + ")";
            case 10 -> "extract(" + one("day", "hour", "year", "dow") + " FROM " + time(next) + ")::int4";
            case 11 -> "coalesce(array_position(" + array(next) + ", " + text(next) + "), 0)";
            case 12 -> "(SELECT count(*)::int4 FROM visit s WHERE s.city = c.id)";
            case 13 -> "strpos(" + text(next) + ", " + text(next) + ")";
            case 0 -> "(" + whole(next) + " + " + whole(next) + ")";
            case 1 -> "(" + whole(next) + " - " + whole(next) + ")";
            case 2 -> "(" + whole(next) + " * 2)";
            case 3 -> "(" + whole(next) + " % 3)";
            case 4 -> "CASE WHEN " + truth(next) + " THEN " + whole(next) + one("", " ELSE " + whole(next)) + " END";
            case 5 -> "coalesce(" + whole(next) + ", " + whole(next) + ")";
            case 6 -> "length(" + text(next) + ")";
            case 7 -> "nullif(" + whole(next) + ", " + whole(next) + ")";
            default -> whole(DEEPEST);
        };
    }

    private String text(int depth) {
        if (depth >= DEEPEST) {
            return one("c.name", "c.country", "'x'::text", "v.\"by\"::text", "NULL::text", "''::text");
        }
        int next = depth + 1;
        return switch (random.nextInt(16)) {
            case 8 -> "split_part(" + text(next) + ", 'e', " + one("1", "2", "-1") + ")";
            case 9 -> "regexp_replace(" + text(next) + ", '[aeiou]+', '<\\&>'" + one("", ", 'g'") + ")";
            case 10 -> "(" + array(next) + ")[" + one("1", "2") + "]";
            case 11 -> "array_to_string(" + array(next) + ", '-'" + one("", ", '?'") + ")";
            case 12 -> "to_char(" + time(next) + ", 'YYYY-MM-DD HH24:MI')";
            case 13 -> one("lpad", "rpad") + "(" + text(next) + ", 7, '*')";
            case 14 -> "format('%s/%s', " + text(next) + ", " + whole(next) + ")";
            case 15 -> "(SELECT min(s.\"by\"::text) FROM visit s WHERE s.city = c.id)";
            case 0 -> "(" + text(next) + " || " + text(next) + ")";
            case 1 -> one("lower", "upper", "btrim") + "(" + text(next) + ")";
            case 2 -> "left(" + text(next) + ", " + one("2", "-1", "0") + ")";
            case 3 -> "replace(" + text(next) + ", 'e', 'EE')";
            case 4 -> "coalesce(" + text(next) + ", 'none')";
            case 5 -> "substring(" + text(next) + " FROM 2 FOR 2)";
            case 6 -> "(" + whole(next) + ")::text";
            default -> text(DEEPEST);
        };
    }

    private String number(int depth) {
        int next = depth + 1;
        return switch (depth >= DEEPEST ? 0 : random.nextInt(6)) {
            case 1 -> "(" + number(next) + " + " + whole(next) + ")";
            case 2 -> "(" + number(next) + " * 1.5)";
            case 3 -> "round(" + number(next) + ", 1)";
            case 4 -> "greatest(" + number(next) + ", " + whole(next) + ")";
            case 5 -> "(" + number(next) + " / 3)";
            default -> one("c.area", "2.50", "c.people::numeric", "NULL::numeric");
        };
    }

    private String truth(int depth) {
        int next = depth + 1;
        return switch (depth >= DEEPEST ? 0 : random.nextInt(17)) {
            case 11 -> "(" + time(next) + " " + one(COMPARISONS) + " " + time(next) + ")";
            case 12 -> "(" + text(next) + " = ANY (" + array(next) + "))";
            case 13 -> "(" + array(next) + one(" && ", " @> ", " = ") + array(next) + ")";
            case 14 ->
                "(" + whole(next) + " " + one("= ANY", "> ALL", "<= ANY")
                        + " (SELECT s.city FROM visit s WHERE s.city <> c.id))";
            case 15 -> "((" + whole(next) + ", " + text(next) + ") = (" + whole(next) + ", " + text(next) + "))";
            case 16 -> "starts_with(" + text(next) + ", 'B')";
            case 1 -> "(" + truth(next) + one(" AND ", " OR ") + truth(next) + ")";
            case 2 -> "(NOT " + truth(next) + ")";
            case 3 -> "(" + whole(next) + " " + one(COMPARISONS) + " " + whole(next) + ")";
            case 4 -> "(" + text(next) + " " + one(COMPARISONS) + " " + text(next) + ")";
            case 5 ->
                "(" + text(next) + one(" IS NULL", " IS NOT NULL", " LIKE '%e%'", " ~ '^[A-H]'", " NOT ILIKE 'B_r%'")
                        + ")";
            case 6 ->
                "(" + whole(next) + one(" IN (1, 3)", " NOT IN (2, NULL)", " BETWEEN 1 AND 3", " = ANY (ARRAY[1, 5])")
                        + ")";
            case 7 -> "(" + whole(next) + " IS" + one("", " NOT") + " DISTINCT FROM " + whole(next) + ")";
            case 8 -> "EXISTS (SELECT 1 FROM visit s WHERE s.city = c.id" + one("", " AND s.cost > 7") + ")";
            case 9 -> "(c.id " + one("IN", "NOT IN") + " (SELECT s.city FROM visit s" + one("", " WHERE s.paid") + "))";
            case 10 -> "((SELECT count(*) FROM city s WHERE s.country = c.country) > 1)";
            default -> one("v.paid", "true", "(c.id = v.city)", "(v.cost > 10)");
        };
    }
}
