package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds definitions that overlap together: for random events of random models, their values must agree. */
class PlainMatrixPropertyTest {
    private static final int EVENTS = 60;
    private static final int ENTITIES = 3;
    private static final long HOUR_MS = 3_600_000;

    private static final Window HOUR = new Window(Window.Unit.HOUR, 1);
    private static final SlidingWindow LAST_DAY = new SlidingWindow(Window.DAY, new Window(Window.Unit.HOUR, 6));
    private static final LastEvents ALL_EVENTS = new LastEvents(LastEvents.MAX_COUNT);

    /** A Wednesday. */
    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();

    private static Model with(Model model, List<EventFilter> filters, List<WindowPolicy> windows) {
        Aggregates before = model.aggregates();
        return new Model(
                model.name(),
                model.event(),
                model.entity(),
                new Aggregates(filters, windows, before.aggregations(), before.copies()),
                model.names());
    }

    private static Model withWindows(Model model, WindowPolicy... windows) {
        return with(model, model.aggregates().filters(), List.of(windows));
    }

    private static Object key(Model model, Random random) {
        long number = random.nextInt(ENTITIES);
        return model.event().key().isText() ? "key " + number : (Object) number;
    }

    private static EventValues values(Model model, Random random) {
        EventValues values = new DeclaredEvent(model.event()).values();
        RandomModels.fill(values, model, random);
        return values;
    }

    /** The columns of a model by what they are, because names are made anew whenever a model is asked for its columns. */
    private static final class Columns {
        private final List<ModelColumn> all;
        private final Map<ModelColumn, ModelColumn> byPlace = new HashMap<>();

        Columns(Model model) {
            all = model.columns();
            all.forEach(each -> byPlace.put(place(each, each.filter(), each.window()), each));
        }

        /** The column of another filter or window that is the same otherwise. */
        ModelColumn beside(ModelColumn column, int filter, int window) {
            return byPlace.get(place(column, filter, window));
        }

        private static ModelColumn place(ModelColumn column, int filter, int window) {
            return new ModelColumn(column.function(), column.field(), filter, window, column.copy(), "");
        }
    }

    /** The value over two sets of events, from its values over each. */
    private static Object combined(EventFunction function, Object one, Object other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        boolean isLess = new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString())) < 0;
        return switch (function) {
            case MIN -> isLess ? one : other;
            case MAX -> isLess ? other : one;
            default -> sum(one, other);
        };
    }

    private static Object sum(Object one, Object other) {
        if (one instanceof Long number) {
            return Math.addExact(number, (Long) other);
        }
        return one instanceof Double number
                ? (Object) (number + (Double) other)
                : ((BigDecimal) one).add((BigDecimal) other);
    }

    private static void assertSame(Object value, Object expected, String what) {
        if (value instanceof Double number && expected instanceof Double other) {
            // Sums of sums are rounded more than once.
            assertThat(number).as(what).isCloseTo(other, Offset.offset(1e-9));
        } else {
            assertThat(value).as(what).isEqualTo(expected);
        }
    }

    @RepeatedTest(30)
    void shouldSplitEventsByAFilterAndItsComplement(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model drawn = RandomModels.nextOfEveryPolicy(random).model();
        List<EventFilter> filters = new ArrayList<>(drawn.aggregates().filters());
        int drawnFilters = filters.size();
        for (EventFilter filter : List.copyOf(filters)) {
            String condition = filter.isAll() ? "true" : "(" + filter.condition() + ")";
            filters.add(new EventFilter("not_" + filter.name(), condition + " is not true"));
        }
        List<WindowPolicy> windows = new ArrayList<>(drawn.aggregates().windows());
        windows.removeIf(window -> window instanceof LastEvents last && last.count() < EVENTS);
        windows.add(LAST_DAY);
        Model model = with(drawn, filters, windows);
        Columns columns = new Columns(model);
        PlainMatrix matrix = new PlainMatrix(model, ZoneOffset.UTC);
        for (int i = 0; i < EVENTS; i++) {
            matrix.apply(key(model, random), NOON_MS + random.nextLong(40) * HOUR_MS, values(model, random));
        }
        for (Object key : matrix.keys()) {
            for (ModelColumn whole : columns.all) {
                if (whole.filter() == 0 && whole.function().isStored()) {
                    for (int filter = 0; filter < drawnFilters; filter++) {
                        ModelColumn part = columns.beside(whole, filter, whole.window());
                        ModelColumn rest = columns.beside(whole, filter + drawnFilters, whole.window());
                        assertSame(
                                combined(whole.function(), matrix.value(key, part), matrix.value(key, rest)),
                                matrix.value(key, whole),
                                part.name() + " of " + key + ", seed " + seed);
                    }
                }
            }
        }
    }

    @RepeatedTest(30)
    void shouldAgreeInAllWindowsThatBeganTogether(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = withWindows(
                RandomModels.next(random).model(),
                Window.DAY,
                LAST_DAY,
                new Window(Window.Unit.MONTH, 1),
                SlidingWindow.of(new Window(Window.Unit.HOUR, 25)),
                ALL_EVENTS);
        ZoneId zone = ZoneId.of("Europe/Zurich");
        // An ordinary day, one of 25 hours, and one of 23; there are no events before.
        LocalDate day = List.of(LocalDate.of(2026, 6, 3), LocalDate.of(2026, 10, 25), LocalDate.of(2026, 3, 29))
                .get(random.nextInt(3));
        long startMs = day.atStartOfDay(zone).toInstant().toEpochMilli();
        long endMs = day.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
        Columns columns = new Columns(model);
        PlainMatrix matrix = new PlainMatrix(model, zone);
        for (int i = 0; i < EVENTS; i++) {
            matrix.apply(key(model, random), random.nextLong(startMs, endMs), values(model, random));
        }
        for (Object key : matrix.keys()) {
            for (ModelColumn column : columns.all) {
                ModelColumn ofDay = columns.beside(column, column.filter(), 0);
                assertThat(matrix.value(key, column))
                        .as("%s of %s, seed %d", column.name(), key, seed)
                        .isEqualTo(matrix.value(key, ofDay));
            }
        }
    }

    @RepeatedTest(30)
    void shouldSlideOverWhatTheHoursHeldWhenTheyEnded(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        int panes = 2 + random.nextInt(5);
        Model model = withWindows(
                RandomModels.next(random).model(), HOUR, SlidingWindow.of(new Window(Window.Unit.HOUR, panes)));
        Columns columns = new Columns(model);
        PlainMatrix matrix = new PlainMatrix(model, ZoneOffset.UTC);
        Map<ModelColumn, Map<Long, Object>> valuesByHour = new HashMap<>();
        Object key = key(model, random);
        long timeMs = NOON_MS;
        for (int i = 0; i < EVENTS; i++) {
            timeMs += random.nextLong(HOUR_MS);
            matrix.apply(key, timeMs, values(model, random));
            long hour = timeMs / HOUR_MS;
            for (ModelColumn column : columns.all) {
                if (column.window() == 0 && column.function().isStored()) {
                    Map<Long, Object> hours = valuesByHour.computeIfAbsent(column, fresh -> new HashMap<>());
                    hours.put(hour, matrix.value(key, column));
                    Object expected = null;
                    for (long pane = hour - panes + 1; pane <= hour; pane++) {
                        expected = combined(column.function(), expected, hours.get(pane));
                    }
                    ModelColumn sliding = columns.beside(column, column.filter(), 1);
                    assertSame(
                            matrix.value(key, sliding), expected, sliding.name() + ", event " + i + ", seed " + seed);
                }
            }
        }
    }

    @RepeatedTest(30)
    void shouldCountTheLastEventsThatASecondOpinionFinds(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        RandomModels.Drawn drawn = RandomModels.next(random);
        int last = 1 + random.nextInt(10);
        Model model = withWindows(drawn.model(), new LastEvents(last), Window.DAY);
        Columns columns = new Columns(model);
        PlainMatrix matrix = new PlainMatrix(model, ZoneOffset.UTC);
        Map<Object, List<EventValues>> applied = new HashMap<>();
        for (int i = 0; i < EVENTS; i++) {
            Object key = key(model, random);
            EventValues event = values(model, random);
            Outcome outcome = matrix.apply(key, random.nextLong(NOON_MS), event);
            assertThat(outcome).as("event %d, seed %d", i, seed).isNotEqualTo(Outcome.LATE);
            if (outcome == Outcome.APPLIED) {
                applied.computeIfAbsent(key, fresh -> new ArrayList<>()).add(event);
            }
        }
        assertThat(matrix.keys()).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(applied.keySet());
        applied.forEach((key, events) -> {
            for (ModelColumn column : columns.all) {
                if (column.window() == 0 && isExactTotal(model, column)) {
                    List<EventValues> passed = events.stream()
                            .filter(drawn.filters().get(column.filter()))
                            .toList();
                    List<EventValues> newest = passed.subList(Math.max(0, passed.size() - last), passed.size());
                    assertThat(new BigDecimal(matrix.value(key, column).toString()).unscaledValue())
                            .as("%s of %s, seed %d", column.name(), key, seed)
                            .isEqualTo(total(column, newest).toBigIntegerExact());
                }
            }
        });
    }

    private static boolean isExactTotal(Model model, ModelColumn column) {
        return switch (column.function()) {
            case COUNT -> true;
            case SUM, SQUARES ->
                !model.event().fields().get(column.field()).type().is(Kind.DOUBLE);
            default -> false;
        };
    }

    /** The total without its point. */
    private static BigDecimal total(ModelColumn column, List<EventValues> events) {
        BigDecimal total = BigDecimal.ZERO;
        for (EventValues event : events) {
            if (column.field() == ModelColumn.NO_FIELD || !event.isNull(column.field())) {
                total = switch (column.function()) {
                    case COUNT -> total.add(BigDecimal.ONE);
                    case SUM -> total.add(BigDecimal.valueOf(event.bits(column.field())));
                    default ->
                        total.add(BigDecimal.valueOf(event.bits(column.field())).pow(2));
                };
            }
        }
        return total;
    }

    @RepeatedTest(30)
    void shouldKeepColumnsThroughAChangeOfTheModel(RepetitionInfo repetition) {
        long seed = repetition.getCurrentRepetition();
        Random random = new Random(seed);
        Model model = RandomModels.nextOfEveryPolicy(random).model();
        Model changed = changed(model, random);
        PlainMatrix unchanged = new PlainMatrix(model, ZoneOffset.UTC);
        long timeMs = NOON_MS;
        for (int i = 0; i < EVENTS; i++) {
            timeMs += random.nextLong(HOUR_MS);
            unchanged.apply(key(model, random), timeMs, smallValues(model, random));
        }
        PlainMatrix evolved = unchanged.evolvedTo(changed);
        PlainMatrix fresh = new PlainMatrix(changed, ZoneOffset.UTC);
        fresh.advanceTo(timeMs);
        for (int i = 0; i < EVENTS; i++) {
            timeMs += random.nextLong(HOUR_MS);
            long eventMs = timeMs - random.nextLong(30 * HOUR_MS);
            Object key = key(model, random);
            EventValues values = smallValues(model, random);
            unchanged.apply(key, eventMs, values);
            evolved.apply(key, eventMs, values);
            fresh.apply(key, eventMs, values);
        }
        Map<String, ModelColumn> kept = new HashMap<>();
        model.columns().forEach(column -> kept.put(column.name(), column));
        List<ModelColumn> columns = changed.columns();
        for (Object key : fresh.keys()) {
            for (ModelColumn column : columns) {
                ModelColumn before = kept.get(column.name());
                assertThat(evolved.value(key, column))
                        .as("%s of %s, seed %d", column.name(), key, seed)
                        .isEqualTo(before == null ? fresh.value(key, column) : unchanged.value(key, before));
            }
        }
    }

    /** Takes windows and filters out, adds some, and puts them into another order. */
    private static Model changed(Model model, Random random) {
        List<WindowPolicy> windows = new ArrayList<>(model.aggregates().windows());
        Collections.shuffle(windows, random);
        windows.subList(random.nextInt(windows.size()), windows.size()).clear();
        windows.add(random.nextInt(windows.size() + 1), new Window(Window.Unit.HOUR, 100));
        windows.add(random.nextInt(windows.size() + 1), new LastEvents(4));
        List<EventFilter> filters = new ArrayList<>(model.aggregates().filters());
        if (filters.size() > 1) {
            filters.remove(1 + random.nextInt(filters.size() - 1));
        }
        EventField first = model.event().fields().get(0);
        filters.add(new EventFilter("fresh", first.name() + " is not null"));
        Collections.shuffle(filters, random);
        return with(model, filters, windows);
    }

    /** Values that overflow nothing, so that each event is counted in all matrices. */
    private static EventValues smallValues(Model model, Random random) {
        EventValues values = values(model, random);
        List<EventField> fields = model.event().fields();
        IntStream.range(0, fields.size())
                .filter(field -> fields.get(field).type().isNumber()
                        && !fields.get(field).type().is(Kind.DOUBLE)
                        && !values.isNull(field))
                .forEach(field -> values.bits(field, values.bits(field) % 10));
        return values;
    }
}
