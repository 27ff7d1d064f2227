package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.world.Matrix;
import dev.aimonflink.bench.world.MatrixSql;
import dev.aimonflink.bench.world.Population;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.query.ScanQuery;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

import static dev.aimonflink.bench.world.MatrixSql.count;
import static dev.aimonflink.bench.world.MatrixSql.max;
import static dev.aimonflink.bench.world.MatrixSql.sum;

/**
 * Measures a pass for expressions of SQL. Right before each pass for a query of the catalogue it measures one for its hand-written
 * kernel; both have to answer the same. The other questions have to answer as by plain loops.
 */
@Warmup(iterations = 100)
@Measurement(iterations = 100)
public class VectorScanBenchmark extends EngineBenchmark {
    /** The name of the secondary result. */
    static final String HAND_WRITTEN = "handWrittenMs";

    private static final int CENT_DIGITS = 2;

    @Param({"1000000", "10000000"})
    int rows;

    private Matrix matrix;
    private MatrixSql sql;

    /** Null for questions that the catalogue lacks. */
    private ScanQuery handWritten;

    private String expected;
    private double handWrittenMs;

    /** The secondary results of each sample. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Beside {
        public double handWrittenMs;
    }

    private static MatrixSql sqlOf(String question) {
        return switch (question) {
            case "q1" ->
                new MatrixSql(
                        "number_of_local_calls_this_week > 1", List.of(), sum("total_duration_this_week"), count());
            case "q2" ->
                new MatrixSql("number_of_calls_this_week > 3", List.of(), max("most_expensive_cost_this_week"));
            case "q4" ->
                new MatrixSql(
                        "number_of_local_calls_this_week > 5 and total_duration_of_local_calls_this_week > 60",
                        List.of("city"),
                        sum("number_of_local_calls_this_week"),
                        count(),
                        sum("total_duration_of_local_calls_this_week"));
            case "q5" ->
                new MatrixSql(
                        "subscription_type = 'contract' and category = 'business'",
                        List.of("region"),
                        sum("total_cost_of_local_calls_this_week"),
                        sum("total_cost_of_long_distance_calls_this_week"));
            case "q7" ->
                new MatrixSql(
                        "cell_value_type = 'gold'",
                        List.of(),
                        sum("total_cost_this_week"),
                        sum("total_duration_this_week"));
            case "wideFilter" ->
                new MatrixSql(
                        "number_of_local_calls_this_week > 2 and total_duration_this_week > 100"
                                + " and number_of_calls_this_week between 3 and 30 and city <> 'Bern'"
                                + " and total_cost_this_week < 5000.00",
                        List.of(),
                        count(),
                        sum("total_duration_this_week"));
            case "product" -> new MatrixSql(null, List.of(), sum("total_cost_this_week * number_of_calls_this_week"));
            case "threeCodes" ->
                new MatrixSql(
                        null, List.of("region", "subscription_type", "category"), count(), sum("total_cost_this_week"));
            default -> throw new IllegalArgumentException("There is no question '" + question + "'.");
        };
    }

    @Setup
    public void fill(BenchmarkParams benchmark) {
        String name = benchmark.getBenchmark();
        fill(
                name.substring(name.lastIndexOf('.') + 1),
                new Population(CallSchema.withAggregates(SchemaDefinition.AGGREGATES_PER_COPY), rows));
    }

    void fill(String question, Population population) {
        matrix = Matrix.of(population, kernelsOf(VECTOR));
        sql = sqlOf(question);
        if (question.startsWith("q")) {
            handWritten = matrix.query(question);
            expect(population.answer(AskedQuery.withDefaults(question)).toString());
        } else {
            handWritten = null;
            MatrixSql scalar = sql.scalar();
            matrix.scanTogether(List.of(scalar));
            expect(scalar.rows().toString());
        }
    }

    void expect(String answer) {
        expected = answer;
    }

    @Setup(Level.Invocation)
    public void scanByHand() {
        if (handWritten != null) {
            long startNanos = System.nanoTime();
            matrix.scanTogether(List.of(handWritten));
            handWrittenMs = (System.nanoTime() - startNanos) / 1e6;
        }
    }

    @TearDown(Level.Invocation)
    public void check() {
        expectEqual("The answer", handWritten == null ? sql.rows().toString() : answer().toString(), expected);
    }

    /** The answer of a query of the catalogue, from the sums and counts that the question gave. */
    private List<List<Object>> answer() {
        List<List<Object>> answer = new ArrayList<>();
        for (List<Object> row : sql.rows()) {
            answer.add(
                    switch (handWritten.getClass().getSimpleName()) {
                        case "AverageDuration" -> List.of(quotient(row.get(0), row.get(1)));
                        case "HighestCost" -> row;
                        case "LocalCallsByCity" -> List.of(row.get(0), quotient(row.get(1), row.get(2)), row.get(3));
                        case "CostByRegion" -> List.of(row.get(0), currency(row.get(1)), currency(row.get(2)));
                        default ->
                            List.of(((Number) row.get(0)).doubleValue() / (100 * ((Number) row.get(1)).doubleValue()));
                    });
        }
        answer.sort(Comparator.comparing(row -> row.get(0).toString()));
        return answer;
    }

    private static double quotient(Object sum, Object count) {
        return ((Number) sum).doubleValue() / ((Number) count).doubleValue();
    }

    private static BigDecimal currency(Object cents) {
        return new BigDecimal((BigInteger) cents, CENT_DIGITS);
    }

    private void scan(Allocation allocation) {
        allocation.begin();
        matrix.scanTogether(List.of(sql));
        allocation.end();
    }

    private void scan(Beside beside, Allocation allocation) {
        beside.handWrittenMs = handWrittenMs;
        scan(allocation);
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
    public void q4(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q5(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void q7(Beside beside, Allocation allocation) {
        scan(beside, allocation);
    }

    @Benchmark
    public void wideFilter(Allocation allocation) {
        scan(allocation);
    }

    @Benchmark
    public void product(Allocation allocation) {
        scan(allocation);
    }

    @Benchmark
    public void threeCodes(Allocation allocation) {
        scan(allocation);
    }
}
