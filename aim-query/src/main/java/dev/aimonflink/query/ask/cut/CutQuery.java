package dev.aimonflink.query.ask.cut;

import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import java.util.List;
import java.util.Optional;

/**
 * A query as partitions and the merger compute it.
 *
 * @param rest scans {@linkplain #nameOf tables} whose rows come from the fragments, never the matrix
 */
public record CutQuery(PlannedQuery rest, List<Fragment> fragments) {
    /** No text can name it. */
    private static final String NAME = "fragment ";

    static String nameOf(int fragment) {
        return NAME + fragment;
    }

    public static Optional<Integer> indexOf(Table table) {
        return table.name().startsWith(NAME)
                ? Optional.of(Integer.valueOf(table.name().substring(NAME.length())))
                : Optional.empty();
    }
}
