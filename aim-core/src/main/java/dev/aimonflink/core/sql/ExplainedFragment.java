package dev.aimonflink.core.sql;

import dev.aimonflink.core.schema.StoredColumn;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.explain.ExplainedPlan;
import dev.aimonflink.sql.explain.ExpressionText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Describes in words what each partition does for a fragment. */
final class ExplainedFragment {
    private ExplainedFragment() {}

    static ExplainedPlan.Explained of(Fragment fragment, ScanWay way, MatrixTables tables) {
        List<String> read = fragment.columns().stream().map(tables::nameOf).toList();
        ExpressionText text = new ExpressionText(read);
        Map<String, Object> details = new LinkedHashMap<>();
        if (!read.isEmpty()) {
            details.put("reads", String.join(", ", read));
            details.put("bytes of each " + tables.entity(), bytes(fragment, tables));
        }
        if (!fragment.conditions().isEmpty()) {
            details.put("where", fragment.conditions().stream().map(text::of).collect(Collectors.joining(" AND ")));
        }
        List<String> keys = fragment.keys().stream().map(text::of).toList();
        if (fragment.kind() == Fragment.Kind.GROUPS) {
            details.put("by", String.join(", ", keys));
        }
        List<String> values = fragment.aggregates().stream().map(text::of).toList();
        if (!values.isEmpty()) {
            details.put("values", values);
        }
        details.put("runs by", way.toString());
        String kept = kept(fragment, text, keys);
        if (kept != null) {
            details.put("keeps", kept);
        }
        List<String> columns = new ArrayList<>(keys.subList(fragment.hidden(), keys.size()));
        if (!fragment.givesRows()) {
            columns.addAll(values);
        }
        String step = "Each partition " + does(fragment) + " its "
                + tables.names().iterator().next();
        return new ExplainedPlan.Explained(new ExplainedNode(step, details, List.of()), columns);
    }

    /** Columns of 64 bits have 32 where all values of a block fit. */
    private static String bytes(Fragment fragment, MatrixTables tables) {
        Set<StoredColumn> stored = new LinkedHashSet<>();
        int least = 0;
        for (MatrixColumn column : fragment.columns()) {
            if (column instanceof MatrixColumn.Stored own) {
                stored.add(own.column());
            } else if (column instanceof MatrixColumn.Computed computed) {
                stored.addAll(ColumnValues.operands(tables.schema(), computed.column()));
            } else {
                least += column instanceof MatrixColumn.Key ? Long.BYTES : Integer.BYTES;
            }
        }
        int most = least;
        for (StoredColumn column : stored) {
            least += column.kind().isDouble() ? Long.BYTES : Integer.BYTES;
            most += column.isInt() ? Integer.BYTES : Long.BYTES;
        }
        return least == most ? String.valueOf(least) : least + " to " + most;
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
