package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.plain.PlainWindow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns that the point query shows, and the totals that a call must fit.
 *
 * @param windows in the order of the columns
 * @param calls of {@code all}, {@code local}, {@code long-distance}
 * @param columns of {@code count calls} and {@code sum, min, max, avg, stdev, var} of {@code duration} and {@code cost}
 */
public record PlainSchema(List<PlainWindow> windows, Set<String> calls, Set<String> columns, int copies) {
    private static final List<String> STORED = List.of(
            "count calls",
            "sum duration",
            "min duration",
            "max duration",
            "sum cost",
            "min cost",
            "max cost",
            "squares duration",
            "squares cost");
    private static final List<String> DERIVED =
            List.of("avg duration", "stdev duration", "var duration", "avg cost", "stdev cost", "var cost");

    /** The benchmark's 42 aggregates in each of so many copies. */
    public static PlainSchema benchmark(int copies) {
        return new PlainSchema(
                List.of(PlainWindow.DAY, PlainWindow.WEEK),
                Set.of("all", "local", "long-distance"),
                Set.copyOf(STORED.subList(0, 7)),
                copies);
    }

    /** The stored columns: the given ones, and those that averages and the like are computed from. */
    List<String> stored() {
        Set<String> wanted = new LinkedHashSet<>(columns);
        for (String derived : derived()) {
            String measure = derived.substring(derived.indexOf(' '));
            wanted.add("count calls");
            wanted.add("sum" + measure);
            if (!derived.startsWith("avg")) {
                wanted.add("squares" + measure);
            }
        }
        List<String> stored = new ArrayList<>(STORED);
        stored.retainAll(wanted);
        return stored;
    }

    List<String> derived() {
        List<String> derived = new ArrayList<>(DERIVED);
        derived.retainAll(columns);
        return derived;
    }

    List<PlainRow.Kind> kinds() {
        List<PlainRow.Kind> kinds = new ArrayList<>();
        for (PlainRow.Kind kind : PlainRow.Kind.values()) {
            if (calls.contains(kind.name)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }
}
