package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.query.answer.SqlQuery;
import dev.aimonflink.query.cut.AnswerLimits;
import dev.aimonflink.query.partial.Partial;
import dev.aimonflink.query.request.ScanQuery;
import dev.aimonflink.query.scan.ScanWay;
import dev.aimonflink.query.statement.SqlText;
import dev.aimonflink.query.tables.MatrixTables;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Measures a pass for a query of the catalogue that is asked in SQL. Right before each pass it measures one for the query itself. The
 * answer in SQL has to be that of the row interpreter, which is asked once.
 */
@Warmup(iterations = 100)
@Measurement(iterations = 100)
public class SqlScanBenchmark extends EngineBenchmark {
    /** The name of the secondary result. */
    static final String HAND_WRITTEN = "handWrittenMs";

    static final String KERNELS = "kernels";
    static final String VECTORS = "vectors";

    static final Map<String, String> TEXTS = Map.of(
            "q1",
            "SELECT avg(total_duration_this_week) FROM AnalyticsMatrix WHERE number_of_local_calls_this_week > 1",
            "q2",
            "SELECT max(most_expensive_call_this_week) FROM AnalyticsMatrix WHERE total_number_of_calls_this_week > 3",
            "q3",
            // Not the papers' text: that one fails with 22012 where the group of subscribers without calls divides by
            // zero.
            "SELECT sum(total_cost_this_week) / nullif(sum(total_duration_this_week), 0) AS cost_ratio FROM AnalyticsMatrix"
                    + " GROUP BY number_of_calls_this_week LIMIT 100",
            "q4",
            "SELECT city, avg(number_of_local_calls_this_week), sum(total_duration_of_local_calls_this_week)"
                    + " FROM AnalyticsMatrix, RegionInfo WHERE number_of_local_calls_this_week > 5"
                    + " AND total_duration_of_local_calls_this_week > 60 AND AnalyticsMatrix.zip = RegionInfo.zip"
                    + " GROUP BY city",
            "q5",
            "SELECT region, sum(total_cost_of_local_calls_this_week) AS local,"
                    + " sum(total_cost_of_long_distance_calls_this_week) AS long_distance"
                    + " FROM AnalyticsMatrix a, SubscriptionType t, Category c, RegionInfo r WHERE t.type = 'contract'"
                    + " AND c.category = 'business' AND a.subscription_type = t.id AND a.category = c.id"
                    + " AND a.zip = r.zip GROUP BY region",
            "q6",
            "SELECT arg_max(subscriber_id, longest_duration_of_local_calls_this_day),"
                    + " max(longest_duration_of_local_calls_this_day),"
                    + " arg_max(subscriber_id, longest_duration_of_local_calls_this_week),"
                    + " max(longest_duration_of_local_calls_this_week),"
                    + " arg_max(subscriber_id, longest_duration_of_long_distance_calls_this_day),"
                    + " max(longest_duration_of_long_distance_calls_this_day),"
                    + " arg_max(subscriber_id, longest_duration_of_long_distance_calls_this_week),"
                    + " max(longest_duration_of_long_distance_calls_this_week)"
                    + " FROM AnalyticsMatrix a, RegionInfo r WHERE a.zip = r.zip AND r.country = 'Switzerland'",
            "q7",
            "SELECT sum(total_cost_this_week) / sum(total_duration_this_week) FROM AnalyticsMatrix"
                    + " WHERE CellValueType = 'gold'");

    /** The seven queries in SQL. */
    public static Collection<String> texts() {
        return TEXTS.values();
    }

    /** One of the seven queries in SQL, with its default parameters. */
    public static String text(String query) {
        return TEXTS.get(query);
    }

    @Param({"1000000", "10000000"})
    int rows;

    @Param({KERNELS, VECTORS})
    String best;

    private Matrix matrix;
    private SqlQuery sql;
    private ScanQuery handWritten;
    private List<List<Object>> expected;
    private Partial last;
    private double handWrittenMs;

    /** The secondary results of each sample. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double handWrittenMs;
    }

    @Setup
    public void fill(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        fill(
                name.substring(name.lastIndexOf('.') + 1),
                new Population(CallModel.schema(CallModel.AGGREGATES_PER_COPY), rows));
    }

    void fill(String question, Population population) {
        matrix = Matrix.of(population, kernelsOf(VECTOR));
        MatrixTables tables = new MatrixTables(population.schema(), PresetModels.tables(), CallModel.tableAliases());
        SqlQuery query = (SqlQuery) new SqlText(tables, AnswerLimits.USUAL).query(TEXTS.get(question), List.of());
        SqlQuery byRows = query.atBestBy(ScanWay.Kind.ROWS);
        expect(byRows.answer(matrix.scan(byRows)));
        sql = best.equals(KERNELS) ? query : query.atBestBy(ScanWay.Kind.VECTORS);
        handWritten = matrix.query(question);
    }

    void expect(List<List<Object>> answer) {
        expected = answer;
    }

    @Setup(Level.Invocation)
    public void scanByHand() {
        long startNanos = System.nanoTime();
        matrix.scanTogether(List.of(handWritten));
        handWrittenMs = (System.nanoTime() - startNanos) / 1e6;
    }

    @TearDown(Level.Invocation)
    public void check() {
        expectEqual("The answer", sql.answer(last), expected);
    }

    private void scan(Beside beside, Allocation allocation) {
        beside.handWrittenMs = handWrittenMs;
        allocation.begin();
        last = matrix.scan(sql);
        allocation.end();
    }

    @Benchmark
    public void q1(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q2(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q3(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q4(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q5(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q6(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q7(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }
}
