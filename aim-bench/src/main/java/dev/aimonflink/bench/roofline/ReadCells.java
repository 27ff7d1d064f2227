package dev.aimonflink.bench.roofline;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.column.ColumnHandle;
import dev.aimonflink.matrix.column.LongColumn;
import dev.aimonflink.matrix.names.CodeHandle;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The arrays of the matrix that a query reads, block by block in its order; valid while the matrix does not change. */
public final class ReadCells {
    private static final Map<String, List<String>> OF_TABLES = Map.of(
            "q1", List.of(),
            "q2", List.of(),
            "q3", List.of(),
            "q4", List.of("city"),
            "q5", List.of("region", "type", "category"),
            "q6", List.of("country"),
            "q7", List.of("value"),
            "flat_rate", List.of("value"));

    private record Cells(int[] cells, int rows) {}

    private final List<Cells> arrays = new ArrayList<>();

    private ReadCells() {}

    /** @param query an id of the benchmark's queries, or flat_rate */
    public static ReadCells of(Matrix matrix, String query) {
        ReadCells read = new ReadCells();
        matrix.scanTogether(List.of(read.new Collector(matrix.query(query).columns(), OF_TABLES.get(query))));
        return read;
    }

    public int sum(Sums sums) {
        int sum = 0;
        for (Cells each : arrays) {
            sum += sums.sum(each.cells, each.rows);
        }
        return sum;
    }

    private final class Collector implements Scannable {
        private final Set<String> aggregates;
        private final List<String> ofTables;

        Collector(Set<String> aggregates, List<String> ofTables) {
            this.aggregates = aggregates;
            this.ofTables = ofTables;
        }

        @Override
        public Set<String> columns() {
            return aggregates;
        }

        @Override
        public Scan open(ScanContext context) {
            List<CodeHandle> codes = ofTables.stream()
                    .flatMap(each -> context.attributes().named(each).stream().filter(CodeHandle::isOfTable))
                    .toList();
            List<ColumnHandle> columns =
                    aggregates.stream().map(context.columns()::handle).toList();
            return new Scan() {
                @Override
                public void scan(Block block, int rows) {
                    codes.forEach(each -> arrays.add(new Cells(block.codes(each), rows)));
                    columns.forEach(each -> arrays.add(new Cells(cells(block, each), rows)));
                }

                @Override
                public Partial partial() {
                    // Nobody reads it: the cells are in the arrays.
                    return Partial.of(new Counts().add(0));
                }
            };
        }

        private static int[] cells(Block block, ColumnHandle column) {
            return column.map(block::ints, costs -> narrow(block.longs(costs)), doubles -> {
                throw new IllegalStateException("The population has no doubles.");
            });
        }

        private static int[] narrow(LongColumn costs) {
            if (!costs.isNarrow()) {
                throw new IllegalStateException("A cost of the population does not fit 32 bits.");
            }
            return costs.narrow();
        }
    }
}
