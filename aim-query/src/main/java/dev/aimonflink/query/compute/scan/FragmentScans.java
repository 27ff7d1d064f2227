package dev.aimonflink.query.compute.scan;

import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.cut.Fragment;
import dev.aimonflink.query.ask.cut.KnownKeys;
import dev.aimonflink.query.ask.tables.ColumnValues;
import dev.aimonflink.query.ask.tables.MatrixColumn;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.compute.aggregate.Aggregate;
import dev.aimonflink.query.compute.handwritten.HandwrittenQueries;
import dev.aimonflink.query.compute.handwritten.HandwrittenQuery;
import dev.aimonflink.query.compute.program.NoVectorsException;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.plan.AggregateCall;
import java.util.List;
import java.util.function.Supplier;

/** Opens the fastest scan that a fragment has. */
public final class FragmentScans {
    /** Vectors keep some more groups than wanted, so that they seldom have to look for the lowest ones. */
    private static final int MORE_GROUPS = 1 << 14;

    private final MatrixTables tables;
    private final AnswerLimits limits;
    private final ScanContext context;
    private final ScanWay.Kind fastest;

    /** Null if rows are sent. */
    private final String export;

    public FragmentScans(MatrixTables tables, AnswerLimits limits, ScanContext context, ScanWay.Kind fastest) {
        this(tables, limits, context, fastest, null);
    }

    private FragmentScans(
            MatrixTables tables, AnswerLimits limits, ScanContext context, ScanWay.Kind fastest, String exportOrNull) {
        this.tables = tables;
        this.limits = limits;
        this.context = context;
        this.fastest = fastest;
        export = exportOrNull;
    }

    /** They copy rows for an export instead of sending them. */
    public static FragmentScans ofCopies(MatrixTables tables, AnswerLimits limits, ScanContext context, String export) {
        return new FragmentScans(tables, limits, context, ScanWay.Kind.FILTER_BY_VECTORS, export);
    }

    public FragmentScan open(Fragment fragment) {
        fragment.columns().forEach(each -> requireTexts(each, context));
        return new OpeningScan(this, fragment);
    }

    BlockColumns columns(Fragment fragment) {
        return FragmentColumns.of(fragment, tables, context);
    }

    /** @throws dev.aimonflink.query.compute.program.UnfinishedException if another part should go on with the same columns */
    public FragmentScan open(Fragment fragment, BlockColumns columns) {
        if (export != null) {
            return filtered(copy(fragment, columns), filter(fragment, columns), columns);
        }
        if (fastest == ScanWay.Kind.ROWS) {
            return rowScan(fragment, ScanWay.rows("it was asked for"));
        }
        if (fastest == ScanWay.Kind.KERNEL) {
            HandwrittenQuery query = HandwrittenQueries.of(fragment, columns, context.kernels());
            if (query != null) {
                return new HandwrittenScan(fragment, columns, query);
            }
        }
        if (fragment.givesRows()) {
            return filtered(fragment, columns, "it asks for rows");
        }
        try {
            return byVectors(fragment, columns);
        } catch (NoVectorsException noVectors) {
            return filtered(fragment, columns, noVectors.getMessage());
        }
    }

    static void requireTexts(MatrixColumn column, ScanContext context) {
        AttributeColumns attributes = context.attributes();
        for (CodeHandle codes : attributes.columns()) {
            if (!codes.isOfTable()
                    && attributes.lacksTexts(codes)
                    && column instanceof MatrixColumn.OfAttribute read
                    && read.index() == codes.attribute()) {
                throw new QueryFailure(new QueryError(
                        QueryError.Code.COLUMN_NOT_KEPT,
                        "The attribute '" + codes.name() + "' has more than " + AttributeColumns.MAX_TEXTS
                                + " different texts in a partition beside the keys of its table, so scans would leave"
                                + " some out. Ask without it, or give it a table with them."));
            }
        }
    }

    /**
     * Whether vectors may exceed the group limit. They compute values for all groups, and for those that rows would leave out some may
     * fail, or be too many different ones.
     */
    private static boolean mayHaveMoreGroups(Fragment fragment) {
        return fragment.limit().keepsLowest()
                && fragment.states().stream().noneMatch(Aggregate::keepsValues)
                && fragment.aggregates().stream().allMatch(FragmentScans::neverFails);
    }

    private static boolean neverFails(AggregateCall aggregate) {
        return aggregate.arguments().stream().allMatch(NeverFails::is)
                && (aggregate.filter() == null || NeverFails.is(aggregate.filter()));
    }

    FragmentScan byRows(Fragment fragment) {
        return export == null ? rowScan(fragment, ScanWay.rows("there are none")) : copy(fragment, columns(fragment));
    }

    private RowCopy copy(Fragment fragment, BlockColumns columns) {
        return new RowCopy(export, fragment, new ColumnValues(tables.schema()), columns, context);
    }

    private RowScan rowScan(Fragment fragment, ScanWay way) {
        return new RowScan(fragment, tables, limits, context, way);
    }

    private FragmentScan byVectors(Fragment fragment, BlockColumns columns) {
        VectorQuery query = VectorQuery.of(filter(fragment), fragment.keys(), fragment.aggregates());
        int groups = fragment.limit().groups() + (mayHaveMoreGroups(fragment) ? MORE_GROUPS : 0);
        VectorScan vectors =
                new VectorScan(query, columns, context.kernels(), new VectorLimits(groups, limits.values()));
        return new VectorFragmentScan(
                fragment,
                limits,
                columns,
                vectors,
                mayHaveMoreGroups(fragment),
                rowScan(fragment, ScanWay.rows("vectors refuse some")));
    }

    private static Bound filter(Fragment fragment) {
        List<Bound> conditions = KnownKeys.conditions(fragment);
        return conditions.isEmpty() ? null : Conjuncts.all(conditions);
    }

    private FragmentScan filtered(Fragment fragment, BlockColumns columns, String reason) {
        VectorFilter filter = null;
        // Otherwise a row must be computed to know whether it is among the first, or fails.
        if (fragment.kind() == Fragment.Kind.FIRST_ROWS
                && fragment.conditions().stream().allMatch(NeverFails::is)) {
            VectorFilter.FirstRows first = new VectorFilter.FirstRows(
                    fragment.keys(), fragment.orders(), fragment.limit().groups());
            filter = orNull(() -> VectorFilter.ofFirstRows(filter(fragment), first, columns, context.kernels()));
        }
        if (filter == null) {
            filter = filter(fragment, columns);
        }
        ScanWay way = filter == null ? ScanWay.rows(reason) : new ScanWay(ScanWay.Kind.FILTER_BY_VECTORS, reason);
        return filtered(rowScan(fragment, way), filter, columns);
    }

    private VectorFilter filter(Fragment fragment, BlockColumns columns) {
        return fragment.conditions().isEmpty()
                ? null
                : orNull(() -> VectorFilter.open(filter(fragment), columns, context.kernels()));
    }

    private static FragmentScan filtered(RowTaker rows, VectorFilter filterOrNull, BlockColumns columns) {
        return filterOrNull == null ? rows : new FilteredRowScan(rows, columns, filterOrNull);
    }

    private static VectorFilter orNull(Supplier<VectorFilter> opening) {
        try {
            return opening.get();
        } catch (NoVectorsException none) {
            return null;
        }
    }
}
