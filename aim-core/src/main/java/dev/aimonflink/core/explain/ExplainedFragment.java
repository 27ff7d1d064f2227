package dev.aimonflink.core.explain;

import dev.aimonflink.core.cut.Fragment;
import dev.aimonflink.core.scan.ScanWay;
import dev.aimonflink.core.tables.MatrixTables;
import dev.aimonflink.sql.explain.ExplainedDetail;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.explain.ExplainedPlan;
import dev.aimonflink.sql.explain.ExpressionText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Describes in words what each partition does for a fragment. */
final class ExplainedFragment {
    private ExplainedFragment() {}

    static ExplainedPlan.Explained of(Fragment fragment, ScanWay way, MatrixTables tables) {
        List<String> read = fragment.columns().stream().map(tables::nameOf).toList();
        ExpressionText text = new ExpressionText(read);
        List<ExplainedDetail> details = new ArrayList<>();
        if (!read.isEmpty()) {
            ReadBytes bytes = ReadBytes.ofRow(fragment.columns(), tables);
            details.add(ExplainedDetail.line("reads", read));
            details.add(new ExplainedDetail(
                    "bytes of each " + tables.entity(), "bytesOfEach", bytes.toString(), bytes.toMap()));
        }
        if (!fragment.conditions().isEmpty()) {
            details.add(ExplainedDetail.of(
                    "where", fragment.conditions().stream().map(text::of).collect(Collectors.joining(" AND "))));
        }
        List<String> keys = fragment.keys().stream().map(text::of).toList();
        if (fragment.kind() == Fragment.Kind.GROUPS) {
            details.add(ExplainedDetail.line("by", keys));
        }
        List<String> values = fragment.aggregates().stream().map(text::of).toList();
        if (!values.isEmpty()) {
            details.add(ExplainedDetail.lines("values", values));
        }
        details.add(new ExplainedDetail("runs by", "runsBy", way.toString(), way.toString()));
        String kept = kept(fragment, text, keys);
        if (kept != null) {
            details.add(ExplainedDetail.of("keeps", kept));
        }
        List<String> columns = new ArrayList<>(keys.subList(fragment.hidden(), keys.size()));
        if (!fragment.givesRows()) {
            columns.addAll(values);
        }
        String step = "Each partition " + does(fragment) + " its "
                + tables.names().iterator().next();
        return new ExplainedPlan.Explained(new ExplainedNode(step, details, List.of()), columns);
    }

    private static String does(Fragment fragment) {
        return switch (fragment.kind()) {
            case ALL -> "aggregates";
            case GROUPS -> fragment.aggregates().isEmpty() ? "finds different rows of" : "groups";
            case ROWS -> "lists";
            case FIRST_ROWS -> "sorts";
        };
    }

    /** What of the rows or groups a partition sends to the merger; null for all. */
    private static String kept(Fragment fragment, ExpressionText text, List<String> keys) {
        if (fragment.extreme() != null) {
            return "rows with the " + (fragment.extreme().isGreatest() ? "greatest " : "least ")
                    + text.of(fragment.extreme().value());
        }
        if (!fragment.limit().keepsLowest()) {
            return null;
        }
        int count = fragment.limit().groups();
        return switch (fragment.kind()) {
            case ALL -> null;
            case GROUPS -> "the first " + count + " in the order of their keys";
            case ROWS -> "any " + count;
            case FIRST_ROWS -> "the first " + count + " by " + String.join(", ", keys.subList(0, fragment.hidden()));
        };
    }
}
