package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.query.NamesOfTables;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Finds names in a call that no dimension table has, mostly typing errors. The job answers them like SQL, with nothing, because they may be
 * in tomorrow's tables, and a query must not fail then. So the hint comes from the client.
 */
final class UnknownNames {
    /** More names are no hint any more. */
    static final int MAX_LISTED = 12;

    private UnknownNames() {}

    /** Whether an answer has rows with only labels, or none. */
    static boolean isWithoutValues(QueryResult result) {
        return result.status() == QueryResult.Status.OK
                && result.rows().stream().allMatch(row -> row.get(row.size() - 1) == null);
    }

    static List<String> hints(AskedQuery call, Supplier<EntityTables> tables) {
        List<String> hints = new ArrayList<>();
        new TreeMap<>(call.params()).forEach((parameter, given) -> {
            List<String> names =
                    NamesOfTables.of(parameter, tables).stream().sorted().toList();
            if (given instanceof String name && !names.isEmpty() && !names.contains(name)) {
                hints.add(hint(call.query(), parameter, name, names));
            }
        });
        return hints;
    }

    private static String hint(String query, String parameter, String name, List<String> names) {
        return query + ": " + parameter + "=" + Spelling.shortened(name) + " is in no dimension table. "
                + Spelling.closest(name, names)
                        .map(closest -> "Did you mean '" + closest + "'?")
                        .orElseGet(() -> "Known are "
                                + names.stream().limit(MAX_LISTED).collect(Collectors.joining(", "))
                                + (names.size() > MAX_LISTED ? " and more." : "."));
    }
}
