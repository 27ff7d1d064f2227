package dev.aimonflink.core.explain;

import dev.aimonflink.core.answer.SqlPointQuery;
import dev.aimonflink.core.answer.SqlQuery;
import dev.aimonflink.core.cut.CutQuery;
import dev.aimonflink.core.format.JsonText;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.scan.ScanWay;
import dev.aimonflink.sql.explain.ExplainedDetail;
import dev.aimonflink.sql.explain.ExplainedNode;
import dev.aimonflink.sql.explain.ExplainedPlan;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.text.Statement;
import java.util.List;
import java.util.Map;

/** Describes how a query is answered, as lines of a text or as one text in JSON. */
public final class Explanation {
    public static final List<String> COLUMNS = List.of("QUERY PLAN");
    static final List<String> TYPES = List.of("text");

    private Explanation() {}

    /** The query for the explanation of another one. */
    public static Query of(Query asked, Statement.Explain explain) {
        if (!explain.isAnalyzed()) {
            return new ExplainQuery(asked, explain.format());
        }
        return asked instanceof SqlQuery scan
                ? new AnalyzeScan(scan, explain.format())
                : new AnalyzeLookup((SqlPointQuery) asked, explain.format());
    }

    /** The steps of the merger, and those of the partitions before it. */
    static ExplainedNode steps(Query asked) {
        if (asked instanceof SqlQuery scan) {
            List<ScanWay> ways = scan.ways();
            return ExplainedPlan.of(scan.cut().rest(), table -> CutQuery.indexOf(table)
                    .map(index ->
                            ExplainedFragment.of(scan.cut().fragments().get(index), ways.get(index), scan.tables()))
                    .orElseGet(() -> scan.tables().isMatrix(table)
                            ? ofMatrix("Read the same cut once more, with the values of the queries before", table)
                            : ExplainedPlan.table(table)));
        }
        SqlPointQuery lookup = (SqlPointQuery) asked;
        return ExplainedPlan.of(
                lookup.planned(),
                table -> lookup.tables().isMatrix(table)
                        ? ofMatrix(
                                "Look up " + lookup.tables().entity() + " " + lookup.key()
                                        + ", whose record has all columns",
                                table)
                        : ExplainedPlan.table(table));
    }

    private static ExplainedPlan.Explained ofMatrix(String step, Table table) {
        return new ExplainedPlan.Explained(
                new ExplainedNode(step, List.of(), List.of()),
                ExplainedPlan.table(table).columns());
    }

    /** @param more what is known beside the steps */
    static List<List<Object>> rows(Statement.Explain.Format format, ExplainedNode steps, List<ExplainedDetail> more) {
        if (format == Statement.Explain.Format.TEXT) {
            ExplainedNode all = new ExplainedNode("Answer", more, List.of(steps));
            return all.lines().stream().map(line -> List.<Object>of(line)).toList();
        }
        Map<String, Object> document = ExplainedDetail.toMap(more);
        document.put("plan", steps.toMap());
        return List.of(List.of(JsonText.of(document)));
    }
}
