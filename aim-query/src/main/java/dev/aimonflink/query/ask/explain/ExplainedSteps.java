package dev.aimonflink.query.ask.explain;

import dev.aimonflink.query.ask.answer.SqlPointQuery;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.CutQuery;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.sql.explain.ExplainedDetail;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.explain.ExplainedPlan;
import dev.aimonflink.sql.explain.ExpressionText;
import dev.aimonflink.sql.plan.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Describes in words the steps of the merger, and those of the partitions before it. */
final class ExplainedSteps {
    private ExplainedSteps() {}

    /** @param asked an {@link SqlQuery} or an {@link SqlPointQuery} */
    static ExplainedNode of(Query asked) {
        if (asked instanceof SqlQuery scan) {
            List<ScanWay> ways = scan.ways();
            return ExplainedPlan.of(scan.cut().rest(), table -> CutQuery.indexOf(table)
                    .map(index -> ofFragment(scan.cut().fragments().get(index), ways.get(index), scan.tables()))
                    .orElseGet(() -> ofTable(
                            table,
                            scan.tables(),
                            "Read the same cut once more, with the values of the queries before")));
        }
        SqlPointQuery lookup = (SqlPointQuery) asked;
        String step = "Look up " + lookup.tables().entity() + " " + lookup.key() + ", whose record has all columns";
        return ExplainedPlan.of(lookup.planned(), table -> ofTable(table, lookup.tables(), step));
    }

    private static ExplainedNode ofTable(Table table, MatrixTables tables, String ofMatrix) {
        return ExplainedPlan.table(tables.isMatrix(table) ? ofMatrix : "Read table " + table.name(), table);
    }

    private static ExplainedNode ofFragment(Fragment fragment, ScanWay way, MatrixTables tables) {
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
        List<String> values = fragment.aggregates().stream().map(text::of).toList();
        details.addAll(ExplainedDetail.groups(fragment.kind() == Fragment.Kind.GROUPS ? keys : List.of(), values));
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
        return new ExplainedNode(step, details, columns, List.of());
    }

    private static String does(Fragment fragment) {
        return switch (fragment.kind()) {
            case ALL -> "aggregates";
            case GROUPS -> fragment.aggregates().isEmpty() ? "finds different rows of" : "groups";
            case ROWS -> "lists";
            case FIRST_ROWS -> "sorts";
        };
    }

    /** Which rows or groups a partition sends to the merger; null for all. */
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
