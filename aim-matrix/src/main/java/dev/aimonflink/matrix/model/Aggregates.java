package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The aggregates of a model: {@code windows x filters x functions x copies}.
 *
 * @param windows the one without an end last, because its cells are apart from the others
 * @param copies how often each column is kept. The benchmark's 546 columns are thirteen copies of 42
 */
public record Aggregates(
        List<EventFilter> filters, List<WindowPolicy> windows, List<Aggregation> aggregations, int copies)
        implements Serializable {
    /** Each event is compared with all windows. */
    public static final int MAX_WINDOWS = 64;

    /** Each event is tested by all filters. */
    public static final int MAX_FILTERS = 64;

    /** Includes columns computed from others. */
    public static final int MAX_COLUMNS = 65_535;

    public Aggregates {
        filters = List.copyOf(filters);
        aggregations = List.copyOf(aggregations);
        requireFilters(filters);
        requireWindows(windows);
        windows = windows.stream()
                .sorted(Comparator.comparing(Ever.class::isInstance))
                .toList();
        requireAggregations(aggregations);
        if (copies < 1) {
            throw new ModelException("copies=" + copies + " is impossible. Give at least 1.", "copies");
        }
        // In two steps, so that no product overflows.
        long ofACopy = (long) windows.size() * filters.size() * columnsOfAWindow(aggregations);
        if (ofACopy > MAX_COLUMNS) {
            throw tooMany(ofACopy, "aggregates");
        }
        requireColumns(ofACopy * copies, copies);
    }

    /** Checked again once all columns are known, because fields add some. */
    static void requireColumns(long columns, int copies) {
        if (columns > MAX_COLUMNS) {
            throw tooMany(columns, copies > 1 ? "copies" : "aggregates");
        }
    }

    private static ModelException tooMany(long columns, String key) {
        return new ModelException(
                "The model has " + columns + " columns, more than " + MAX_COLUMNS
                        + ". Take out windows, filters, functions or copies.",
                key);
    }

    private static void requireFilters(List<EventFilter> filters) {
        ModelException.requireAtMost(MAX_FILTERS, filters.size(), "filters");
        Set<String> seen = new HashSet<>();
        for (EventFilter filter : filters) {
            Names.require("filter", filter.name(), "filters", filter.name());
            if (!filter.isAll() && Names.folded(filter.name()).equals(EventFilter.ALL.name())) {
                throw ModelException.ofName(
                        "filter 'all' is always there and takes all events. Rename this one.",
                        "filters",
                        filter.name());
            }
            if (!seen.add(Names.folded(filter.name()))) {
                throw ModelException.ofName(
                        "filter '" + filter.name() + "' has the same name as another one. Rename one of them.",
                        "filters",
                        filter.name());
            }
        }
    }

    private static void requireWindows(List<WindowPolicy> windows) {
        if (windows.isEmpty()) {
            throw new ModelException("The model has no window. Give at least one, such as '1 day'.", "windows");
        }
        ModelException.requireAtMost(MAX_WINDOWS, windows.size(), "windows");
        Map<String, WindowPolicy> seen = new HashMap<>();
        for (int window = 0; window < windows.size(); window++) {
            WindowPolicy present = windows.get(window);
            WindowPolicy earlier = seen.put(present.columnName(), present);
            if (earlier != null) {
                String what = earlier.equals(present)
                        ? "The window '" + present + "' is given twice"
                        : "The windows '" + earlier + "' and '" + present + "' have the same name in columns, "
                                + present.columnName();
                throw new ModelException(what + ". Take one out.", "windows", Integer.toString(window));
            }
        }
    }

    private static void requireAggregations(List<Aggregation> aggregations) {
        Set<String> seen = new HashSet<>();
        for (Aggregation aggregation : aggregations) {
            if (!seen.add(aggregation.field())) {
                throw new ModelException(
                        "'" + aggregation.label() + "' is aggregated twice. Write one list.",
                        "aggregates",
                        aggregation.label());
            }
        }
        if (aggregations.stream().allMatch(each -> each.functions().isEmpty())) {
            throw new ModelException(
                    "The model has no aggregate. Give at least one, such as 'events: [count]'.", "aggregates");
        }
    }

    private static long columnsOfAWindow(List<Aggregation> aggregations) {
        long columns = needsCount(aggregations) ? 1 : 0;
        for (Aggregation each : aggregations) {
            columns += each.isOfEvents()
                    ? 0
                    : each.stored().size() + each.derived().size();
        }
        return columns;
    }

    private static boolean needsCount(List<Aggregation> aggregations) {
        return aggregations.stream()
                .anyMatch(each -> !each.functions().isEmpty()
                        && (each.isOfEvents() || !each.derived().isEmpty()));
    }

    /** How many windows end: all, or all but the last. */
    public int ending() {
        return (int) windows.stream().filter(each -> !(each instanceof Ever)).count();
    }

    /** Whether the number of events is kept: for itself, or for an average or deviation. */
    public boolean hasCount() {
        return needsCount(aggregations);
    }

    public List<Aggregation> ofFields() {
        return aggregations.stream().filter(each -> !each.isOfEvents()).toList();
    }
}
