package dev.aimonflink.query.ask.cut;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.plan.Plan;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.plan.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

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

    /** Whether the merger would show all rows of one fragment as they are, but for there being too many. */
    public boolean isOfRows() {
        return fragments.size() == 1
                && fragments.get(0).kind() == Fragment.Kind.ROWS
                && fragments.get(0).extreme() == null
                && rest.initials().isEmpty()
                && rest.plan() instanceof Plan.Project project
                && project.input() instanceof Plan.Scan
                && areAll(project);
    }

    private static boolean areAll(Plan.Project project) {
        List<Bound> expressions = project.expressions();
        return expressions.size() == project.input().outputs().size()
                && IntStream.range(0, expressions.size())
                        .allMatch(i -> expressions.get(i) instanceof Bound.Field field
                                && field.column().index() == i);
    }
}
