package dev.aimonflink.clients.shell;

import dev.aimonflink.sql.bind.AggregateFunction;
import dev.aimonflink.sql.bind.Function;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The words that a statement can have, including those of the job's tables once known. */
public final class Vocabulary {
    static final List<String> KEYWORDS = List.of(
            "ALL",
            "AND",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "CASE",
            "CAST",
            "CROSS JOIN",
            "DESC",
            "DISTINCT",
            "ELSE",
            "END",
            "EXPLAIN",
            "EXPLAIN ANALYZE",
            "FALSE",
            "FILTER (WHERE",
            "FROM",
            "GROUP BY",
            "HAVING",
            "ILIKE",
            "IN",
            "IS NOT NULL",
            "IS NULL",
            "JOIN",
            "LEFT JOIN",
            "LIKE",
            "LIMIT",
            "NOT",
            "NULL",
            "NULLS FIRST",
            "NULLS LAST",
            "OFFSET",
            "ON",
            "OR",
            "ORDER BY",
            "SELECT",
            "THEN",
            "TRUE",
            "UNION ALL",
            "USING",
            "WHEN",
            "WHERE",
            "WITH",
            "WITHIN GROUP (ORDER BY");

    /** Only functions internally; in a text they stand between their operands. */
    private static final Set<Function> OPERATORS =
            Set.of(Function.LIKE, Function.ILIKE, Function.MATCHES, Function.MATCHES_IGNORING_CASE);

    private final Supplier<Optional<KnownTables>> job;
    private KnownTables known = KnownTables.NONE;

    /** @param job asks the job for its tables; empty if it does not answer while a person waits */
    public Vocabulary(Supplier<Optional<KnownTables>> job) {
        this.job = job;
    }

    /**
     * Asks the job for its tables.
     *
     * @return a sentence if it does not answer
     */
    Optional<String> refresh() {
        Optional<KnownTables> ofJob = job.get();
        known = ofJob.orElse(known);
        return ofJob.isPresent()
                ? Optional.empty()
                : Optional.of("The job does not say which tables it has now. \\d asks again.");
    }

    List<ShownTable> shownTables() {
        return known.tables();
    }

    /** The matrix first. */
    List<String> tables() {
        return known.tables().stream().map(ShownTable::name).toList();
    }

    /** @param pattern a name, with an asterisk for any letters and a question mark for one, as in psql */
    List<ShownTable> tablesLike(String pattern) {
        String name = pattern.toLowerCase(Locale.ROOT).replace("\"", "").replaceFirst("^(public|\\*)\\.", "");
        Pattern names =
                Pattern.compile(name.chars().mapToObj(Vocabulary::ofPattern).collect(Collectors.joining()));
        return known.tables().stream()
                .filter(table -> names.matcher(table.name()).matches())
                .toList();
    }

    private static String ofPattern(int character) {
        return switch (character) {
            case '*' -> ".*";
            case '?' -> ".";
            default -> Pattern.quote(Character.toString(character));
        };
    }

    /**
     * The columns of a table, or of all tables if there is no such table, that begin so: those that the job keeps, or if there are none,
     * the others. The latter can only be asked of one entity, so they must not hide what every question may have.
     */
    List<String> columnsOf(String name, String begin) {
        List<ShownTable> tables = tablesLike(name);
        List<ShownTable> meant = tables.isEmpty() ? known.tables() : tables;
        List<String> kept = names(meant, begin, false);
        return kept.isEmpty() ? names(meant, begin, true) : kept;
    }

    /** As above, for all tables. */
    List<String> columns(String begin) {
        return columnsOf("*", begin);
    }

    private static List<String> names(List<ShownTable> tables, String begin, boolean areOthers) {
        TreeSet<String> names = new TreeSet<>();
        for (ShownTable table : tables) {
            for (ShownColumn column : table.columns()) {
                if (Boolean.FALSE.equals(column.isKept()) == areOthers) {
                    names.add(column.name());
                    names.addAll(column.otherNames());
                }
            }
        }
        names.removeIf(name -> !name.startsWith(begin.toLowerCase(Locale.ROOT)));
        return List.copyOf(names);
    }

    List<String> functions() {
        return Stream.concat(
                        Arrays.stream(Function.values())
                                .filter(function -> !OPERATORS.contains(function))
                                .map(Function::sqlName),
                        Arrays.stream(AggregateFunction.values()).map(AggregateFunction::sqlName))
                .distinct()
                .sorted()
                .map(name -> name + "(")
                .toList();
    }

    /** The values that a column can have: of an enumeration or a table's column, or a text's present ones in the matrix. */
    List<String> values(String column) {
        return known.values(column.substring(column.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }
}
