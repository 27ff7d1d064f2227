package dev.aimonflink.query.ask.explain;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.explain.ExplainedDetail;
import dev.aimonflink.sql.text.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Explains another query without asking it. Each partition notes what it lacks for it; equal notes are counted. */
public record ExplainQuery(Query asked, Statement.Explain.Format format) implements ScanQuery, Explanation {
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MICROS_PER_MS = 1e3;

    private static final GroupLimit LIMIT = GroupLimit.orFail(10_000);

    /** Empty, so that columns that are not kept can be explained. */
    @Override
    public Set<String> columns() {
        return Set.of();
    }

    @Override
    public Scan open(ScanContext context) {
        Keys notes = Keys.inUsualOrder(1);
        Counts partitions = new Counts();
        Counts micros = new Counts();
        if (asked instanceof SqlQuery scan) {
            List<String> missing = scan.columns().stream()
                    .filter(column -> !context.columns().contains(column))
                    .toList();
            if (!missing.isEmpty()) {
                notes.add(ColumnSet.unkept(missing) + " for scans, so the first question reads "
                        + (missing.size() == 1 ? "it" : "them") + " from the records.");
                partitions.add(1);
                micros.add((long) (context.fillNanosOfRow() * context.rows() / NANOS_PER_MICRO));
            }
        }
        return new Scan() {
            @Override
            public void scan(Block block, int rows) {}

            @Override
            public Partial partial() {
                return Partial.ofGroups(LIMIT, notes, List.of(partitions, micros));
            }
        };
    }

    private static String expected(long micros) {
        return micros == 0
                ? ""
                : String.format(Locale.ROOT, " It may take %.1f ms of their threads together.", micros / MICROS_PER_MS);
    }

    @Override
    public List<List<Object>> answer(Partial merged, List<Part> parts) {
        Counts partitions = merged.states(0, Counts.class);
        Counts micros = merged.states(1, Counts.class);
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> notes = new ArrayList<>();
        for (int row = 0; row < merged.rows(); row++) {
            String text = merged.keys().value(row, 0) + expected(micros.count(row));
            lines.add(partitions.count(row) + " x " + text);
            Map<String, Object> note = new LinkedHashMap<>();
            note.put("partitions", partitions.count(row));
            note.put("note", text);
            notes.add(note);
        }
        return rows(lines.isEmpty() ? List.of() : List.of(new ExplainedDetail("partitions", "notes", lines, notes)));
    }
}
