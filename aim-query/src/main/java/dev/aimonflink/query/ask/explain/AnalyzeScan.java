package dev.aimonflink.query.ask.explain;

import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.NestedPartials;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.scan.ScanReport;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.text.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Runs a scan and answers with its measurements instead of the rows. */
public record AnalyzeScan(SqlQuery asked, Statement.Explain.Format format) implements ScanQuery, Explanation {
    @Override
    public Set<String> columns() {
        return asked.columns();
    }

    @Override
    public int positionOf(String column) {
        return asked.positionOf(column);
    }

    @Override
    public int shapeHash() {
        return asked.shapeHash();
    }

    @Override
    public boolean isWrittenAs(Scannable equal) {
        return equal instanceof AnalyzeScan that && asked.isWrittenAs(that.asked);
    }

    @Override
    public Scan open(ScanContext context) {
        return asked.openMeasured(context);
    }

    @Override
    public QueryError error(TooManyGroupsException tooMany) {
        return asked.error(tooMany);
    }

    @Override
    public boolean hasSecondRound() {
        return asked.hasSecondRound();
    }

    /** It reports what one thread measured. */
    @Override
    public boolean isDivisible() {
        return false;
    }

    @Override
    public long rowsToMerge(long sentRows) {
        return asked.rowsToMerge(sentRows);
    }

    @Override
    public Partial between(Partial merged) {
        return asked.between(merged);
    }

    /** Only the second round is shown; its text contains the values of the first. */
    @Override
    public AnalyzeScan second(Partial values) {
        return new AnalyzeScan(asked.second(values), format);
    }

    @Override
    public List<List<Object>> answer(Partial merged, List<Part> parts) {
        Set<MatrixColumn> columns = new HashSet<>();
        asked.cut().fragments().forEach(fragment -> columns.addAll(fragment.columns()));
        ReadBytes ofRow = ReadBytes.ofRow(columns, asked.tables());
        return measured(merged, parts, part -> run(part, ofRow));
    }

    private PartitionRun run(Part part, ReadBytes ofRow) {
        List<Fragment> fragments = asked.cut().fragments();
        Partial sent = part.readPartial();
        ScanReport report = ScanReport.of(sent, Math.max(1, fragments.size()));
        return new PartitionRun(
                part,
                report.openedMs(),
                new PartitionRun.OfScan(report, ofRow.times(part.rowsScanned()), made(fragments, sent)));
    }

    private static List<PartitionRun.RowsMade> made(List<Fragment> fragments, Partial sent) {
        List<PartitionRun.RowsMade> made = new ArrayList<>();
        for (int i = 0; i < fragments.size(); i++) {
            Partial ofFragment = sent.states(i, NestedPartials.class).partial(0);
            made.add(
                    fragments.get(i).givesRows()
                            ? new PartitionRun.RowsMade("row", rows(fragments.get(i), ofFragment))
                            : new PartitionRun.RowsMade("group", ofFragment.rows()));
        }
        return made;
    }

    /** Equal rows are one group that counts them. */
    private static long rows(Fragment fragment, Partial ofFragment) {
        Counts counts = ofFragment.states(fragment.rowCounts(), Counts.class);
        return IntStream.range(0, counts.rows()).mapToLong(counts::count).sum();
    }
}
