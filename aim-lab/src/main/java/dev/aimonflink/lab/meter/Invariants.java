package dev.aimonflink.lab.meter;

import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Checks each answer under load against the previous one: time does not go back, rows do not vanish, and sums within a window do not fall.
 * Only for questions that do not overlap. For one thread.
 */
final class Invariants {
    /**
     * The columns that only grow within a window, after those that name the row.
     *
     * @param names how many leading columns name the row
     * @param windowColumn which of them is the window, or -1 for the week
     */
    private record Growing(int names, int windowColumn, List<Integer> columns) {}

    private static final Map<String, Growing> GROWING = Map.of(
            "q2", new Growing(0, -1, List.of(0)),
            // The average may fall when a city gets one more row; sums of more rows with more calls cannot.
            "q4", new Growing(1, -1, List.of(2)),
            "q5", new Growing(1, -1, List.of(1, 2)),
            "q6", new Growing(2, 1, List.of(3)));

    /** Compares column cells with their records. */
    private static final String VERIFY = "verify";

    private final Map<AskedQuery, QueryResult> previous = new HashMap<>();
    private final List<String> broken = new ArrayList<>();
    private Long newestMs;
    private long mostRows;

    void check(AskedQuery call, QueryResult answer) {
        // A point query's answer is from one partition, and the next one perhaps from another.
        if (call.query().equals(VERIFY) || Catalogue.BENCHMARK.contains(call.query())) {
            checkMatrix(call, answer);
        }
        if (call.query().equals(VERIFY) && !answer.rows().get(0).get(1).equals(0L)) {
            broken.add(call + ": cells differ from their records: " + answer.rows());
        }
        Growing growing = GROWING.get(call.query());
        if (growing != null) {
            QueryResult before = previous.put(call, answer);
            if (before != null) {
                checkRows(call, growing, before, answer);
            }
        }
    }

    private void checkMatrix(AskedQuery call, QueryResult answer) {
        Long timeMs = answer.asOf().newestMs();
        if (newestMs != null && (timeMs == null || timeMs < newestMs)) {
            broken.add(call + ": asOf.newest went back from " + newestMs + " to " + timeMs);
        }
        newestMs = timeMs;
        if (answer.rowsScanned() < mostRows) {
            broken.add(call + ": rowsScanned fell from " + mostRows + " to " + answer.rowsScanned());
        }
        mostRows = answer.rowsScanned();
    }

    private void checkRows(AskedQuery call, Growing growing, QueryResult before, QueryResult after) {
        for (List<Object> row : before.rows()) {
            List<Object> name = row.subList(0, growing.names);
            Object window = growing.windowColumn < 0 ? "week" : row.get(growing.windowColumn);
            if (!isSameWindow(window, before.asOf(), after.asOf())) {
                continue;
            }
            List<Object> now = after.rows().stream()
                    .filter(candidate -> candidate.subList(0, growing.names).equals(name))
                    .findFirst()
                    .orElse(null);
            if (now == null) {
                broken.add(call + ": row " + row + " is gone");
                continue;
            }
            for (int column : growing.columns) {
                if (fell(row.get(column), now.get(column))) {
                    broken.add(call + ": " + after.columns().get(column) + " fell from " + row + " to " + now);
                }
            }
        }
    }

    private static boolean isSameWindow(Object window, AsOf before, AsOf after) {
        return hasSame(Window.WEEK, before, after) && (!"day".equals(window) || hasSame(Window.DAY, before, after));
    }

    private static boolean hasSame(Window window, AsOf before, AsOf after) {
        String name = window.toString();
        return Objects.equals(before.windows().get(name), after.windows().get(name));
    }

    private static boolean fell(Object before, Object after) {
        return before != null && (after == null || decimal(after).compareTo(decimal(before)) < 0);
    }

    private static BigDecimal decimal(Object number) {
        return new BigDecimal(number.toString());
    }

    /** In sentences. */
    List<String> broken() {
        return List.copyOf(broken);
    }
}
