package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.column.Block;
import dev.aimonflink.core.column.IntHandle;
import dev.aimonflink.core.kernel.HighestWhereEqual;
import dev.aimonflink.core.kernel.Kernels;
import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.names.CodeHandle;
import dev.aimonflink.core.partial.EntityExtremes;
import dev.aimonflink.core.partial.Partial;
import dev.aimonflink.core.pass.Scan;
import dev.aimonflink.core.pass.ScanContext;
import dev.aimonflink.core.query.Arguments;
import dev.aimonflink.core.query.Parameter;
import dev.aimonflink.core.query.ScanQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Query 6: who made the longest call of a country, for local and long-distance calls, this day and this week. Ties go
 * to the lowest id. Runs four times, with {@code calls} and {@code window} filled in:
 *
 * <pre>
 * SELECT subscriber_id, longest_duration_of_{calls}_calls_this_{window}
 * FROM AnalyticsMatrix a JOIN RegionInfo r ON a.zip = r.zip
 * WHERE r.country = :country AND longest_duration_of_{calls}_calls_this_{window} IS NOT NULL
 * ORDER BY 2 DESC, 1
 * LIMIT 1
 * </pre>
 */
record LongestCalls(String country) implements ScanQuery {
    static final List<Parameter> PARAMETERS = List.of(Parameter.name("country", "Switzerland"));

    private static final List<String> CALLS = List.of("local", "local", "long_distance", "long_distance");
    private static final List<String> WINDOWS = List.of("day", "week", "day", "week");
    private static final int CONTESTS = 4;

    LongestCalls(Arguments arguments) {
        this(arguments.name("country"));
    }

    private static String column(int contest) {
        return "longest_duration_of_" + CALLS.get(contest) + "_calls_this_" + WINDOWS.get(contest);
    }

    @Override
    public Set<String> columns() {
        return Set.of(column(0), column(1), column(2), column(3));
    }

    @Override
    public Scan open(ScanContext context) {
        IntHandle[] columns = new IntHandle[CONTESTS];
        for (int contest = 0; contest < CONTESTS; contest++) {
            columns[contest] = context.columns().intHandle(column(contest));
        }
        return new LongestScan(
                context.kernels(),
                columns,
                Dimension.COUNTRY.column(context.attributes()),
                Dimension.COUNTRY.code(context.attributes(), country));
    }

    private static final class LongestScan implements Scan {
        private final IntHandle[] columns;
        private final CodeHandle countryColumn;
        private final HighestWhereEqual[] longest = new HighestWhereEqual[CONTESTS];

        LongestScan(Kernels kernels, IntHandle[] columns, CodeHandle countryColumn, int country) {
            this.countryColumn = countryColumn;
            this.columns = columns;
            Arrays.setAll(longest, contest -> new HighestWhereEqual(kernels, country));
        }

        @Override
        public void scan(Block block, int rows) {
            final int[] countries = block.codes(countryColumn);
            for (int contest = 0; contest < CONTESTS; contest++) {
                longest[contest].add(block.ints(columns[contest]), countries, block.ids(), block.lowestId(), rows);
            }
        }

        @Override
        public Partial partial() {
            EntityExtremes[] states = new EntityExtremes[CONTESTS];
            for (int contest = 0; contest < CONTESTS; contest++) {
                states[contest] = new EntityExtremes();
                if (longest[contest].isNone()) {
                    states[contest].addRow();
                } else {
                    states[contest].add(longest[contest].value(), EntityId.of(longest[contest].id()));
                }
            }
            return Partial.of(states);
        }
    }

    @Override
    public List<String> answerColumns() {
        return List.of("calls", "window", "subscriberId", "durationSeconds");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> rows = new ArrayList<>();
        for (int contest = 0; contest < CONTESTS; contest++) {
            EntityExtremes longest = merged.states(contest, EntityExtremes.class);
            boolean held = !longest.isNone(0);
            rows.add(Arrays.asList(
                    CALLS.get(contest),
                    WINDOWS.get(contest),
                    held ? (Object) longest.id(0).number() : null,
                    held ? (Object) longest.value(0) : null));
        }
        return rows;
    }
}
