package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.partial.Partials;
import dev.aimonflink.core.query.Query;
import dev.aimonflink.core.query.ScanQuery;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.canonical.Canonical;
import dev.aimonflink.sql.plan.PlannedQuery;
import dev.aimonflink.sql.rows.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An SQL query that every partition answers by a scan. Two are equal if they ask the same, however they are written, so that a pass
 * runs one of them.
 *
 * <p>All its fragments run in one scan, and see the same cut. The partial has that of each fragment as a state.
 */
public final class SqlQuery implements ScanQuery {
    private final PlannedQuery planned;
    private final MatrixTables tables;
    private final AnswerLimits limits;
    private final CutQuery cut;
    private final PlannedQuery canonical;
    private final ScanWay.Kind fastest;
    private final int hashCode;

    private SqlQuery(PlannedQuery planned, MatrixTables tables, AnswerLimits limits, ScanWay.Kind fastest) {
        this.planned = planned;
        this.fastest = fastest;
        this.tables = tables;
        this.limits = limits;
        cut = PlanCutter.cut(planned, tables, limits);
        canonical = Canonical.of(planned);
        hashCode = 31 * canonical.hashCode() + limits.hashCode();
    }

    /**
     * The query of a plan without parameters: of one entity if it asks for no other, else a scan.
     *
     * @throws dev.aimonflink.core.matrix.QueryFailure if the plan needs what scans cannot do
     */
    public static Query of(PlannedQuery planned, MatrixTables tables, AnswerLimits limits) {
        try {
            return PointKey.of(planned, tables)
                    .<Query>map(key -> new SqlPointQuery(planned, tables, limits, key))
                    .orElseGet(() -> new SqlQuery(planned, tables, limits, ScanWay.Kind.KERNEL));
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
    }

    /** The query of a plan as a scan, also if it asks for one entity. */
    static SqlQuery scanOf(PlannedQuery planned, MatrixTables tables, AnswerLimits limits) {
        try {
            return new SqlQuery(planned, tables, limits, ScanWay.Kind.KERNEL);
        } catch (SqlException failure) {
            throw SqlFailures.of(failure);
        }
    }

    /** The same query without the ways that are faster than one: what these are compared with. */
    public SqlQuery atBestBy(ScanWay.Kind way) {
        return new SqlQuery(planned, tables, limits, way);
    }

    /**
     * How partitions compute each of its fragments. One whose texts are other than those that the model and its tables have may do it
     * in a slower way.
     */
    public List<ScanWay> ways() {
        return scans(new ModelContext(tables)).stream().map(FragmentScan::way).toList();
    }

    List<FragmentScan> scans(ScanContext context) {
        FragmentScans scans = new FragmentScans(tables, limits, context, fastest);
        return cut.fragments().stream().map(scans::open).toList();
    }

    CutQuery cut() {
        return cut;
    }

    MatrixTables tables() {
        return tables;
    }

    @Override
    public Set<String> columns() {
        Set<String> columns = new TreeSet<>();
        for (Fragment fragment : cut.fragments()) {
            for (MatrixColumn column : fragment.columns()) {
                if (column instanceof MatrixColumn.Stored stored) {
                    columns.add(stored.column().name());
                } else if (column instanceof MatrixColumn.Computed computed) {
                    ColumnValues.operands(tables.schema(), computed.column())
                            .forEach(operand -> columns.add(operand.name()));
                }
            }
        }
        return columns;
    }

    @Override
    public Scan open(ScanContext context) {
        return new FragmentsScan(scans(context), limits);
    }

    @Override
    public List<String> answerColumns() {
        return AnswerRows.names(planned);
    }

    @Override
    public List<String> answerTypes() {
        return AnswerRows.types(planned);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return answer(merged, 0);
    }

    /** @param first the place of the first of its fragments in the partial */
    List<List<Object>> answer(Partial merged, int first) {
        Map<String, Iterable<Row>> rows = new HashMap<>();
        List<Fragment> fragments = cut.fragments();
        for (int i = 0; i < fragments.size(); i++) {
            Partial ofFragment = merged.states(first + i, Partials.class).partial(0);
            rows.put(CutQuery.nameOf(i), new FragmentRows(fragments.get(i), ofFragment, limits));
        }
        return AnswerRows.of(cut.rest(), new ModelRelations(tables, rows), limits);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SqlQuery that
                && hashCode == that.hashCode
                && fastest == that.fastest
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
