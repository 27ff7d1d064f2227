package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.world.CallAggregate;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The queries as loops over the cells of subscribers, for a store that can only list what it has. */
final class CellQueries {
    private static final int MOST_GROUPS = 100;

    private static final double CENTS = 100;

    private CellQueries() {}

    /**
     * @param cells of each subscriber with a call
     * @param subscribers with and without calls
     */
    static List<List<Object>> answer(AskedQuery call, Iterator<long[]> cells, long subscribers) {
        return switch (call.query()) {
            case "q1" -> averageDuration(cells, (long) call.params().get("alpha"));
            case "q2" -> highestCost(cells, (long) call.params().get("beta"));
            case "q3" -> costPerSecond(cells, subscribers);
            default ->
                throw new IllegalArgumentException(call.query() + " is not among the queries of the experiment.");
        };
    }

    private static List<List<Object>> averageDuration(Iterator<long[]> cells, long alpha) {
        long seconds = 0;
        long counted = 0;
        while (cells.hasNext()) {
            final long[] each = cells.next();
            if (CallCells.localCallsOfWeek(each) > alpha) {
                seconds += CallCells.ofWeek(each, CallAggregate.SUM_DURATION);
                counted++;
            }
        }
        return one(counted == 0 ? null : (Object) ((double) seconds / counted));
    }

    private static List<List<Object>> highestCost(Iterator<long[]> cells, long beta) {
        long cents = Long.MIN_VALUE;
        while (cells.hasNext()) {
            final long[] each = cells.next();
            if (CallCells.ofWeek(each, CallAggregate.COUNT) > beta) {
                cents = Math.max(cents, CallCells.ofWeek(each, CallAggregate.MAX_COST));
            }
        }
        return one(cents == Long.MIN_VALUE ? null : BigDecimal.valueOf(cents, 2));
    }

    private static List<List<Object>> one(Object value) {
        return List.of(Arrays.asList(value));
    }

    private static final class Sums {
        private long cents;
        private long seconds;

        private Object costPerSecond() {
            return seconds == 0 ? null : (Object) (cents / (CENTS * seconds));
        }
    }

    private static List<List<Object>> costPerSecond(Iterator<long[]> cells, long subscribers) {
        Map<Long, Sums> groups = new TreeMap<>();
        long counted = 0;
        while (cells.hasNext()) {
            final long[] each = cells.next();
            Sums sums = groups.computeIfAbsent(CallCells.ofWeek(each, CallAggregate.COUNT), any -> new Sums());
            sums.cents += CallCells.ofWeek(each, CallAggregate.SUM_COST);
            sums.seconds += CallCells.ofWeek(each, CallAggregate.SUM_DURATION);
            counted++;
        }
        if (counted < subscribers) {
            groups.put(0L, new Sums());
        }
        List<List<Object>> rows = new ArrayList<>();
        groups.entrySet().stream()
                .limit(MOST_GROUPS)
                .forEach(each ->
                        rows.add(Arrays.asList(each.getKey(), each.getValue().costPerSecond())));
        return rows;
    }
}
