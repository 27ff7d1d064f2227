package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Block;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.Scan;
import dev.aimonflink.core.matrix.ScanContext;
import dev.aimonflink.core.model.Attribute;
import dev.aimonflink.core.model.Dimensions.RegionInfo;
import java.io.DataInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Query 4.
 *
 * <pre>
 * SELECT city, AVG(number_of_local_calls_this_week), SUM(total_duration_of_local_calls_this_week)
 * FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip
 * WHERE number_of_local_calls_this_week &gt; gamma AND total_duration_of_local_calls_this_week &gt; delta
 * GROUP BY city
 * ORDER BY city
 * </pre>
 */
record LocalCallsByCity(int gamma, int delta) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.number("gamma", 5), Parameter.number("delta", 60));

    private static final String CALLS = "number_of_local_calls_this_week";
    private static final String DURATION = "total_duration_of_local_calls_this_week";

    LocalCallsByCity(Arguments arguments) {
        this(arguments.threshold("gamma"), arguments.threshold("delta"));
    }

    @Override
    public Set<String> columns() {
        return Set.of(CALLS, DURATION);
    }

    @Override
    public Scan open(ScanContext context) {
        Join.ByRegion cities = Join.byRegion(context, RegionInfo::city);
        return new CityScan(context.columns().index(CALLS), context.columns().index(DURATION), cities);
    }

    private final class CityScan implements Scan {
        private final int calls;
        private final int duration;
        private final Join.ByRegion cities;
        private final long[] rowsOf;
        private final long[] callsOf;
        private final long[] secondsOf;

        CityScan(int calls, int duration, Join.ByRegion cities) {
            this.calls = calls;
            this.duration = duration;
            this.cities = cities;
            rowsOf = new long[cities.groups().length];
            callsOf = new long[cities.groups().length];
            secondsOf = new long[cities.groups().length];
        }

        @Override
        public void scan(Block block, int rows) {
            final int[] localCalls = block.ints(calls);
            final int[] durations = block.ints(duration);
            final int[] zips = block.keys(Attribute.ZIP);
            final int[] cityOf = cities.groupOfCode();
            for (int i = 0; i < rows; i++) {
                if (localCalls[i] > gamma && durations[i] > delta) {
                    final int city = cityOf[zips[i]];
                    if (city != Join.NO_GROUP) {
                        rowsOf[city]++;
                        callsOf[city] += localCalls[i];
                        secondsOf[city] += durations[i];
                    }
                }
            }
        }

        @Override
        public Partial partial() {
            return GroupSums.of(cities.groups(), rowsOf, rowsOf, callsOf, secondsOf);
        }
    }

    @Override
    public List<String> answerColumns() {
        return List.of("city", "avg_" + CALLS, "sum_" + DURATION);
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        ((GroupSums) merged)
                .sums()
                .forEach((city, sums) -> rows.add(Arrays.asList(city, Amounts.average(sums[1], sums[0]), sums[2])));
        return rows;
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        return GroupSums.read(in, 3);
    }
}
