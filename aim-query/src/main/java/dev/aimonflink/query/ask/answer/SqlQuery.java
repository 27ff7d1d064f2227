package dev.aimonflink.query.ask.answer;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.ColumnPlaces;
import dev.aimonflink.query.ask.cut.CutQuery;
import dev.aimonflink.query.ask.cut.FirstRound;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.cut.KeptValues;
import dev.aimonflink.query.ask.cut.MergeWork;
import dev.aimonflink.query.ask.cut.PlanCutter;
import dev.aimonflink.query.ask.cut.PointKey;
import dev.aimonflink.query.ask.cut.SentValues;
import dev.aimonflink.query.ask.cut.SqlFailures;
import dev.aimonflink.query.ask.cut.TableValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.compute.scan.FragmentScan;
import dev.aimonflink.query.compute.scan.FragmentScans;
import dev.aimonflink.query.compute.scan.FragmentsScan;
import dev.aimonflink.query.compute.scan.MeasuredScan;
import dev.aimonflink.query.compute.scan.ScanReport;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.canonical.Canonical;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.StopCheck;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * An SQL query that every partition answers by a scan. Two are equal if they ask the same, however they are written, so a pass runs one of
 * them.
 *
 * <p>All its fragments run in one scan on the same cut; the partial has a state for each.
 */
public final class SqlQuery implements ScanQuery, SqlAnswer {
    private final PlannedQuery planned;
    private final MatrixTables tables;
    private final AnswerLimits limits;
    private final CutQuery cut;

    /** Null if there are none. */
    private final Partial tableValues;

    /** Null if there is one round. */
    private final FirstRound first;

    private final PlannedQuery canonical;
    private final ScanWay.Kind fastest;
    private final int hashCode;

    // Computed when the query is planned, because the thread of events asks for it.
    private final int shapeHash;
    private final Set<String> columns;

    private SqlQuery(
            PlannedQuery planned,
            MatrixTables tables,
            AnswerLimits limits,
            ScanWay.Kind fastest,
            boolean mayHaveTwoRounds,
            Partial tableValuesOrNull,
            StopCheck check) {
        this.planned = planned;
        this.fastest = fastest;
        this.tables = tables;
        TableValues knownTables = TableValues.of(planned, tableValuesOrNull, tables, limits, check);
        tableValues = knownTables.sent();
        PlannedQuery known = knownTables.query();
        CutQuery narrow = PlanCutter.cut(known, tables, limits);
        this.limits = limits.with(KeptValues.of(narrow));
        cut = this.limits.equals(limits) ? narrow : PlanCutter.cut(known, tables, this.limits);
        first = mayHaveTwoRounds ? FirstRound.of(known, cut, tables, this.limits) : null;
        canonical = Canonical.of(planned);
        hashCode = 31 * canonical.hashCode() + this.limits.hashCode();
        shapeHash = Canonical.shapeHash(canonical);
        columns = Collections.unmodifiableSet(columnsOf(cut, tables));
    }

    /**
     * The query of a plan without parameters: a look-up if it asks for one entity only, else a scan.
     *
     * @param tableValuesOrNull null to compute them here
     * @param check stops the evaluation over tables
     * @throws SqlException if the plan needs what scans cannot do
     */
    public static Query of(
            PlannedQuery planned,
            MatrixTables tables,
            AnswerLimits limits,
            Partial tableValuesOrNull,
            StopCheck check) {
        Optional<EntityId> key = PointKey.of(planned, tables);
        return key.isPresent()
                ? new SqlPointQuery(planned, tables, limits, key.get())
                : new SqlQuery(planned, tables, limits, ScanWay.Kind.KERNEL, true, tableValuesOrNull, check);
    }

    /**
     * The query of a plan as a scan, even if it asks for one entity.
     *
     * @param tableValuesOrNull null to compute them here
     * @param check stops the evaluation over tables at once
     */
    public static SqlQuery scanOf(
            PlannedQuery planned,
            MatrixTables tables,
            AnswerLimits limits,
            Partial tableValuesOrNull,
            StopCheck check) {
        return new SqlQuery(planned, tables, limits, ScanWay.Kind.KERNEL, false, tableValuesOrNull, check);
    }

    /** The same query restricted to slower ways, for comparison. */
    public SqlQuery atBestBy(ScanWay.Kind way) {
        return new SqlQuery(planned, tables, limits, way, first != null, tableValues, limits.mergeCheck());
    }

    /**
     * How partitions compute each fragment of the first scan. A partition with texts that neither the model nor its tables have may
     * use a slower way.
     */
    public List<ScanWay> ways() {
        return scans(tables.contextOfAll()).stream().map(FragmentScan::way).toList();
    }

    List<FragmentScan> scans(ScanContext context) {
        FragmentScans scans = new FragmentScans(tables, limits, context, fastest);
        return cut().fragments().stream().map(scans::open).toList();
    }

    /** What the first scan computes, and the rest. */
    public CutQuery cut() {
        return first == null ? cut : first.explained();
    }

    @Override
    public PlannedQuery planned() {
        return planned;
    }

    public List<PlannedQuery> kept() {
        return first == null
                ? List.of(planned, canonical, cut.rest())
                : List.of(planned, canonical, cut.rest(), first.cut().rest());
    }

    public MatrixTables tables() {
        return tables;
    }

    /** The values of tables that it was planned with, or null. */
    Partial valuesOfTables() {
        return tableValues;
    }

    @Override
    public byte[] tableValues() {
        return SentValues.toBytes(Collections.singletonList(tableValues));
    }

    @Override
    public Set<String> columns() {
        return columns;
    }

    private static Set<String> columnsOf(CutQuery cut, MatrixTables tables) {
        Set<String> columns = new TreeSet<>();
        for (Fragment fragment : cut.fragments()) {
            for (MatrixColumn column : fragment.columns()) {
                column.aggregates(tables.schema()).forEach(aggregate -> columns.add(aggregate.name()));
            }
        }
        return columns;
    }

    @Override
    public int shapeHash() {
        return shapeHash;
    }

    @Override
    public boolean isWrittenAs(Scannable equal) {
        return equal instanceof SqlQuery that && planned.equals(that.planned);
    }

    @Override
    public int positionOf(String column) {
        return ColumnPlaces.first(column, cut.fragments(), tables);
    }

    @Override
    public Scan open(ScanContext context) {
        return new FragmentsScan(scans(context), limits);
    }

    /** The same scan, with a {@link ScanReport} behind the states of the answer. */
    public Scan openMeasured(ScanContext context) {
        return new MeasuredScan(scans(context), limits);
    }

    /** A scan that copies rows for an export, of a query that {@linkplain #hasOnlyRows has only rows}. */
    Scan openCopy(ScanContext context, String export) {
        return new FragmentsScan(
                List.of(FragmentScans.ofCopies(tables, limits, context, export)
                        .open(cut.fragments().get(0))),
                limits.ofExport());
    }

    /** Whether each row of the answer is a row of the matrix, in any order. */
    boolean hasOnlyRows() {
        return first == null && planned.initials().isEmpty() && cut.isOfRows();
    }

    @Override
    public QueryError error(TooManyGroupsException tooMany) {
        return SqlFailures.tooMany(tooMany);
    }

    @Override
    public long rowsToMerge(long sentRows) {
        return MergeWork.rows(first == null ? cut.rest() : first.cut().rest(), tables, sentRows);
    }

    @Override
    public boolean isReusable() {
        return !hasSecondRound();
    }

    @Override
    public boolean hasSecondRound() {
        return first != null;
    }

    @Override
    public Partial between(Partial merged) {
        return first.values(merged);
    }

    @Override
    public SqlQuery second(Partial values) {
        try {
            return new SqlQuery(first.second(values), tables, limits, fastest, false, null, limits.mergeCheck());
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return answer(merged, 0, limits.mergeCheck());
    }

    /** @param place index of its first fragment in the partial */
    List<List<Object>> answer(Partial merged, int place, StopCheck check) {
        return SqlAnswer.rows(cut.rest(), FirstRound.relations(cut, tables, limits, merged, place), limits, check);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SqlQuery that
                && hashCode == that.hashCode
                && fastest == that.fastest
                && (first == null) == (that.first == null)
                && limits.equals(that.limits)
                && canonical.equals(that.canonical);
    }

    @Override
    public int hashCode() {
        return hashCode;
    }

    @Override
    public String toString() {
        return "SQL query of " + new ArrayList<>(columns());
    }
}
