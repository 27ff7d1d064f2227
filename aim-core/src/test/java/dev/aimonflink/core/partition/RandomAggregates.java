package dev.aimonflink.core.partition;

import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.plain.PlainSchema;
import dev.aimonflink.core.model.Aggregates;
import dev.aimonflink.core.model.Aggregation;
import dev.aimonflink.core.model.EventFunction;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.core.model.WindowPolicy;
import dev.aimonflink.core.plain.PlainWindow;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Draws aggregates of calls of every kind, few enough to be read often. */
public final class RandomAggregates {
    /** Those that begin on whole hours. */
    private static final List<Window.Unit> UNITS =
            List.of(Window.Unit.HOUR, Window.Unit.DAY, Window.Unit.WEEK, Window.Unit.MONTH);

    private static final int[] COUNTS = {1, 1, 1, 2, 3, 5, 6, 7, 12, 24, 36, 100};

    private static final List<EventFunction> FUNCTIONS = List.of(
            EventFunction.SUM,
            EventFunction.MIN,
            EventFunction.MAX,
            EventFunction.AVG,
            EventFunction.STDEV,
            EventFunction.VAR);

    private RandomAggregates() {}

    public static Aggregates next(Random random) {
        Set<WindowPolicy> windows = new LinkedHashSet<>();
        int wanted = 1 + random.nextInt(4);
        while (windows.size() < wanted) {
            Window.Unit unit = UNITS.get(random.nextInt(UNITS.size()));
            windows.add(new Window(unit, COUNTS[random.nextInt(COUNTS.length)]));
        }
        List<Aggregation> aggregations = new ArrayList<>();
        if (random.nextInt(4) > 0) {
            aggregations.add(Aggregation.ofEvents());
        }
        for (String field : List.of("durationSeconds", "cost")) {
            List<EventFunction> functions = some(random, FUNCTIONS);
            if (!functions.isEmpty()) {
                aggregations.add(Aggregation.of(field, functions));
            }
        }
        if (aggregations.isEmpty()) {
            aggregations.add(Aggregation.of("cost", FUNCTIONS));
        }
        List<CallFilter> filters = some(random, List.of(CallFilter.values()));
        return new Aggregates(
                (filters.isEmpty() ? List.of(CallFilter.values()) : filters)
                        .stream().map(CallFilter::filter).toList(),
                List.copyOf(windows),
                aggregations,
                1 + random.nextInt(3));
    }

    private static <T> List<T> some(Random random, List<T> all) {
        List<T> some = new ArrayList<>();
        int inFour = random.nextInt(5);
        for (T each : all) {
            if (random.nextInt(4) < inFour) {
                some.add(each);
            }
        }
        return some;
    }

    /** The same aggregates for the plain model. */
    public static PlainSchema toldPlainly(Aggregates aggregates) {
        List<PlainWindow> windows = new ArrayList<>();
        for (WindowPolicy each : aggregates.windows()) {
            Window window = (Window) each;
            windows.add(new PlainWindow(
                    window.count(),
                    switch (window.unit()) {
                        case MINUTE -> ChronoUnit.MINUTES;
                        case HOUR -> ChronoUnit.HOURS;
                        case DAY -> ChronoUnit.DAYS;
                        case WEEK -> ChronoUnit.WEEKS;
                        case MONTH -> ChronoUnit.MONTHS;
                    }));
        }
        Set<String> calls = new HashSet<>();
        aggregates.filters().forEach(filter -> calls.add(filter.name().replace('_', '-')));
        Set<String> columns = new HashSet<>();
        for (Aggregation each : aggregates.aggregations()) {
            String measure = each.isOfEvents() ? "calls" : each.field().equals("cost") ? "cost" : "duration";
            each.functions().forEach(function -> columns.add(function.label() + " " + measure));
        }
        return new PlainSchema(windows, calls, columns, aggregates.copies());
    }
}
