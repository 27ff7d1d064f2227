package dev.aimonflink.core.calls;

import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Window;
import java.io.Serializable;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The definition of a schema: its columns are {@code windows x filters x (functions + derived) x copies}, and the
 * functions that derived columns need. Filters and functions are sorted in their own order; windows keep the given one.
 *
 * @param derived computed when a subscriber is read, not stored
 */
public record SchemaDefinition(
        List<Window> windows, List<CallFilter> filters, List<Function> functions, List<Derived> derived, int copies)
        implements Serializable {
    /** The most columns, including derived ones. */
    public static final int MAX_COLUMNS = 65_535;

    /** The most windows; each event is compared with all of them. */
    public static final int MAX_WINDOWS = 64;

    /** The number of aggregates in one copy of the benchmark's schema. */
    public static final int AGGREGATES_PER_COPY = 42;

    /** The benchmark's default: thirteen copies. */
    public static final int DEFAULT_AGGREGATES = 546;

    /** The functions of the benchmark's 42 aggregates. */
    public static final List<Function> BENCHMARK_FUNCTIONS =
            Stream.of(Function.values()).filter(each -> !each.isSquares()).toList();

    public SchemaDefinition {
        windows = List.copyOf(windows);
        filters = List.copyOf(inOrder(filters, CallFilter.class));
        functions = List.copyOf(inOrder(functions, Function.class));
        derived = List.copyOf(inOrder(derived, Derived.class));
        require(!windows.isEmpty(), "A schema has no window. Give at least one, such as '1 day'.");
        require(
                windows.size() <= MAX_WINDOWS,
                "A schema has " + windows.size() + " windows, more than " + MAX_WINDOWS + ". Take some out.");
        require(!filters.isEmpty(), "A schema has no filter. Give at least one of all, local, long-distance.");
        require(
                !functions.isEmpty() || !derived.isEmpty(),
                "A schema has no aggregate. Give at least one, such as 'calls: [count]'.");
        Set<Window> seen = new HashSet<>();
        for (Window window : windows) {
            require(seen.add(window), "A schema has the window '" + window + "' twice. Take one out.");
        }
        require(copies >= 1, "A schema has copies=" + copies + ". Give at least 1.");
        long columns = (long) windows.size()
                * filters.size()
                * (stored(functions, derived).size() + derived.size())
                * copies;
        require(
                columns <= MAX_COLUMNS,
                "A schema has " + columns + " columns, more than " + MAX_COLUMNS
                        + ". Take out windows, functions or copies.");
    }

    private static <E extends Enum<E>> Set<E> inOrder(Collection<E> given, Class<E> type) {
        Set<E> sorted = EnumSet.noneOf(type);
        sorted.addAll(given);
        return sorted;
    }

    private static void require(boolean holds, String sentence) {
        if (!holds) {
            throw new InvalidInputException(sentence);
        }
    }

    /** The benchmark's schema: 42 aggregates in each of so many copies. */
    public static SchemaDefinition benchmark(int copies) {
        return new SchemaDefinition(
                List.of(Window.DAY, Window.WEEK), List.of(CallFilter.values()), BENCHMARK_FUNCTIONS, List.of(), copies);
    }

    /** The benchmark's schema with a number of aggregates that is a multiple of 42. */
    public static SchemaDefinition withAggregates(int count) {
        if (count <= 0 || count > MAX_COLUMNS || count % SchemaDefinition.AGGREGATES_PER_COPY != 0) {
            throw new InvalidInputException("aggregates=" + count + " is not a schema. Give a multiple of "
                    + SchemaDefinition.AGGREGATES_PER_COPY + " up to " + MAX_COLUMNS + ", such as 42 or 546.");
        }
        return benchmark(count / SchemaDefinition.AGGREGATES_PER_COPY);
    }

    /** The functions that are stored: the given ones, and those that derived columns need. */
    public Set<Function> stored() {
        return stored(functions, derived);
    }

    private static Set<Function> stored(Collection<Function> functions, Collection<Derived> derived) {
        Set<Function> stored = inOrder(functions, Function.class);
        derived.forEach(each -> stored.addAll(each.needs()));
        return stored;
    }
}
