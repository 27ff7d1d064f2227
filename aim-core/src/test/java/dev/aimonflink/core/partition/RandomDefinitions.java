package dev.aimonflink.core.partition;

import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.Derived;
import dev.aimonflink.core.calls.Function;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.calls.plain.PlainSchema;
import dev.aimonflink.core.model.Window;
import dev.aimonflink.core.plain.PlainWindow;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Draws schemas of every kind, small enough to be read often. */
public final class RandomDefinitions {
    /** Those of schema files. */
    private static final List<Window.Unit> UNITS =
            List.of(Window.Unit.HOUR, Window.Unit.DAY, Window.Unit.WEEK, Window.Unit.MONTH);

    private static final int[] COUNTS = {1, 1, 1, 2, 3, 5, 6, 7, 12, 24, 36, 100};

    private RandomDefinitions() {}

    public static SchemaDefinition next(Random random) {
        Set<Window> windows = new LinkedHashSet<>();
        int wanted = 1 + random.nextInt(4);
        while (windows.size() < wanted) {
            Window.Unit unit = UNITS.get(random.nextInt(UNITS.size()));
            windows.add(new Window(unit, COUNTS[random.nextInt(COUNTS.length)]));
        }
        List<Function> functions = some(random, SchemaDefinition.BENCHMARK_FUNCTIONS);
        List<Derived> derived = some(random, List.of(Derived.values()));
        if (functions.isEmpty() && derived.isEmpty()) {
            derived = List.of(Derived.values());
        }
        List<CallFilter> filters = some(random, List.of(CallFilter.values()));
        return new SchemaDefinition(
                List.copyOf(windows),
                filters.isEmpty() ? List.of(CallFilter.values()) : filters,
                functions,
                derived,
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

    /** The same schema for the plain model. */
    public static PlainSchema toldPlainly(SchemaDefinition definition) {
        List<PlainWindow> windows = new ArrayList<>();
        for (Window window : definition.windows()) {
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
        definition.filters().forEach(filter -> calls.add(filter.label()));
        Set<String> columns = new HashSet<>();
        definition
                .functions()
                .forEach(function ->
                        columns.add(function.label() + " " + function.measure().label()));
        definition
                .derived()
                .forEach(derived ->
                        columns.add(derived.label() + " " + derived.measure().label()));
        return new PlainSchema(windows, calls, columns, definition.copies());
    }
}
