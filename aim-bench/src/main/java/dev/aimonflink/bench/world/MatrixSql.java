package dev.aimonflink.bench.world;

import dev.aimonflink.core.calls.query.Dimension;
import dev.aimonflink.core.kernel.Primitives;
import dev.aimonflink.core.kernel.ScalarPrimitives;
import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.ColumnHandle;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.matrix.Scannable;
import dev.aimonflink.core.model.CodeHandle;
import dev.aimonflink.core.partial.Counts;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.schema.StoredColumn;
import dev.aimonflink.core.vector.BlockColumns;
import dev.aimonflink.core.vector.VectorColumn;
import dev.aimonflink.core.vector.VectorLimits;
import dev.aimonflink.core.vector.VectorQuery;
import dev.aimonflink.core.vector.VectorScan;
import dev.aimonflink.sql.bind.Binder;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Columns;
import dev.aimonflink.sql.bind.SqlType;
import dev.aimonflink.sql.plan.AggregateCall;
import dev.aimonflink.sql.plan.AggregateFunction;
import dev.aimonflink.sql.text.ExpressionParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A question over the matrix as expressions of SQL, which is scanned by programs over vectors. */
public final class MatrixSql implements Scannable {
    private static final VectorLimits LIMITS = new VectorLimits(100_000, 100_000);
    private static final int CENT_DIGITS = 2;
    private static final SqlType MONEY = SqlType.numeric(18, CENT_DIGITS);

    /** An aggregate of an expression. */
    public record Call(AggregateFunction function, String argument) {}

    private final String filter;
    private final List<String> keys;
    private final List<Call> calls;

    /** Null for those that the matrix runs. */
    private final Primitives primitives;

    private VectorScan last;

    /** @param filter null for all rows */
    public MatrixSql(String filter, List<String> keys, Call... calls) {
        this(filter, keys, List.of(calls), null);
    }

    private MatrixSql(String filter, List<String> keys, List<Call> calls, Primitives primitives) {
        this.filter = filter;
        this.keys = keys;
        this.calls = calls;
        this.primitives = primitives;
    }

    /** The same question, always computed by plain loops. */
    public MatrixSql scalar() {
        return new MatrixSql(filter, keys, calls, new ScalarPrimitives());
    }

    public static Call count() {
        return new Call(AggregateFunction.COUNT_ROWS, null);
    }

    public static Call sum(String argument) {
        return new Call(AggregateFunction.SUM, argument);
    }

    public static Call max(String argument) {
        return new Call(AggregateFunction.MAX, argument);
    }

    @Override
    public Set<String> columns() {
        return Set.of();
    }

    @Override
    public Scan open(ScanContext context) {
        BlockColumns columns = new BlockColumns();
        List<Column> names = new ArrayList<>();
        for (Dimension dimension : Dimension.values()) {
            CodeHandle codes = dimension.column(context.attributes());
            List<String> texts = context.attributes().names(codes);
            columns.add(names.size(), codes, VectorColumn.ofCodes(SqlType.TEXT, texts));
            names.add(Column.of(dimension.name().toLowerCase(Locale.ROOT), SqlType.TEXT, names.size()));
        }
        for (StoredColumn each : context.columns().schema().columns()) {
            if (context.columns().contains(each.name())) {
                final ColumnHandle handle = context.columns().handle(each.name());
                final SqlType type = each.isInt() ? SqlType.BIGINT : MONEY;
                columns.add(names.size(), handle, type, each.isInt() ? 0 : CENT_DIGITS);
                names.add(Column.of(each.name(), type, names.size()));
            }
        }
        VectorQuery query = query(new Binder(new Columns(names)));
        Primitives loops = primitives == null ? context.kernels().primitives() : primitives;
        last = VectorScan.open(query, columns, loops, LIMITS);
        return new Running(columns, last);
    }

    private VectorQuery query(Binder binder) {
        return new VectorQuery(
                filter == null ? null : binder.condition(ExpressionParser.parse(filter)),
                keys.stream()
                        .map(key -> binder.bind(ExpressionParser.parse(key)))
                        .toList(),
                calls.stream().map(call -> bound(call, binder)).toList());
    }

    private static AggregateCall bound(Call call, Binder binder) {
        List<Bound> arguments =
                call.argument() == null ? List.of() : List.of(binder.bind(ExpressionParser.parse(call.argument())));
        return new AggregateCall(call.function(), arguments, false, List.of(), null, SqlType.NUMERIC, 0);
    }

    private static final class Running implements Scan {
        private final BlockColumns columns;
        private final VectorScan vectors;

        /** The first row of the next vector in the present block. */
        private int from;

        Running(BlockColumns columns, VectorScan vectors) {
            this.columns = columns;
            this.vectors = vectors;
        }

        @Override
        public void scan(Block block, int rows) {
            while (!scanPart(block, rows)) {
                // The next vector.
            }
        }

        @Override
        public boolean scanPart(Block block, int rows) {
            columns.show(block);
            final int end = Math.min(rows, from + vectors.rowsAtOnce());
            if (vectors.take(from, end - from) != VectorScan.Outcome.TAKEN) {
                throw new IllegalStateException("The block has no vectors, or more groups than the limit.");
            }
            from = end == rows ? 0 : end;
            return end == rows;
        }

        @Override
        public Partial partial() {
            // Nobody reads it: the states are in the scan.
            return Partial.of(new Counts().add(0));
        }
    }

    /**
     * The result of the last scan, in the order of its groups: the keys, and for each call its count, the sum without the point or the
     * extreme. Null keys are left out, as joins do.
     */
    public List<List<Object>> rows() {
        List<List<Object>> rows = new ArrayList<>();
        for (int group : last.groups()) {
            List<Object> row = new ArrayList<>();
            for (int key = 0; key < keys.size(); key++) {
                row.add(last.key(key, group));
            }
            if (!row.contains(null)) {
                for (int call = 0; call < calls.size(); call++) {
                    row.add(
                            switch (calls.get(call).function()) {
                                case COUNT_ROWS -> last.states(call).count(group);
                                case SUM -> last.states(call).sum(group);
                                default -> last.states(call).value(group);
                            });
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
