package dev.aimonflink.gateway.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws queries over the tables {@code city} and {@code visit} that no value of theirs makes fail. */
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
        int columns = 1 + random.nextInt(3);
        String query = random.nextInt(4) == 0
                ? select(columns, List.of("w", "t")) + " "
                        + one("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "EXCEPT ALL") + " "
                        + select(columns, List.of("w", "t"))
                : random.nextInt(3) == 0 ? grouped() : select(columns, List.of("w", "t", "n", "b"));
        String order = IntStream.rangeClosed(1, query.startsWith("SELECT DISTINCT ON") ? 1 : orderOf(query, columns))
                .mapToObj(number -> number + one("", " DESC", " NULLS FIRST", " DESC NULLS LAST"))
                .collect(Collectors.joining(", "));
        return query + " ORDER BY " + order + one("", "", " LIMIT 3", " LIMIT 2 OFFSET 1");
    }

    private static int orderOf(String query, int columns) {
        return query.contains(" GROUP BY ") && query.startsWith("SELECT c.country, ") ? 4 : columns;
    }

    private String select(int columns, List<String> kinds) {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            items.add(value(kinds.get(i % kinds.size()), 0) + one("", " AS x" + i));
        }
        return "SELECT " + one("", "DISTINCT ") + String.join(", ", items) + from();
    }

    private String from() {
        String join = random.nextBoolean()
                ? "city c " + one(JOINS) + " visit v ON c.id = v.city" + one("", " AND v.cost > 5", " AND c.id < 3")
                : "city c, visit v";
        return " FROM " + join + one("", " WHERE " + truth(0), " WHERE c.id = v.city AND " + truth(1));
    }

    private String grouped() {
        return "SELECT c.country, count(*), " + one("sum", "min", "max") + "(" + whole(1) + "), "
                + one(
                        "count(DISTINCT " + text(1) + ")",
                        "string_agg(c.name, ',' ORDER BY c.id, v.cost)",
                        "bool_or(" + truth(2) + ")")
                + from() + " GROUP BY c.country" + one("", " HAVING count(*) > 1");
    }

    private String value(String kind, int depth) {
        return switch (kind) {
            case "w" -> whole(depth);
            case "t" -> text(depth);
            case "n" -> number(depth);
            default -> truth(depth);
        };
    }

    private String whole(int depth) {
        if (depth >= DEEPEST) {
            return one("c.id", "v.city", "1", "7", "NULL::int4", "-2");
        }
        int next = depth + 1;
        return switch (random.nextInt(9)) {
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
        return switch (random.nextInt(8)) {
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
        return switch (depth >= DEEPEST ? 0 : random.nextInt(12)) {
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
