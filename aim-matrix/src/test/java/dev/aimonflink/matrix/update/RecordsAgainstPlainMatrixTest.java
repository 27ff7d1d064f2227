package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import dev.aimonflink.testing.Scale;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the cells of records to what is recomputed from all events, in windows of every policy. */
class RecordsAgainstPlainMatrixTest {
    private static final int EVENTS = 80;
    private static final int EVENTS_A_COMPARISON = 4;
    private static final int RUNS_OF_ALL_OUTCOMES = 20;
    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60 * MINUTE_MS;
    private static final long DAY_MS = 24 * HOUR_MS;

    private static final Object KEY = 7L;
    private static final Object TEXT_KEY = "seven";

    /** Clocks skip an hour and show one twice; on the last days nothing happens to them. */
    private static final List<Instant> BEGINS = List.of(
            Instant.parse("2026-03-28T20:00:00Z"),
            Instant.parse("2026-10-24T20:00:00Z"),
            Instant.parse("2026-11-18T12:00:00Z"));

    /** One entity's events, and what becomes of them in records and in the oracle. */
    private static final class Run {
        private final Random random;
        private final ZoneId zone;

        /** How far the time goes from event to event. */
        private final long stepMs;

        private final String seed;
        private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        private Model model;
        private TestRecord compiled;
        private TestRecord walked;
        private PlainMatrix plain;
        private WindowClock clock;
        private WindowClock clockOfWalked;
        private long timeMs;

        Run(long seed) {
            random = new Random(seed);
            this.seed = "seed " + seed;
            model = RandomModels.nextOfEveryPolicy(random).model();
            zone = ZoneId.of(random.nextBoolean() ? "Europe/Zurich" : "UTC");
            stepMs = List.of(4 * MINUTE_MS, HOUR_MS, 7 * HOUR_MS).get(random.nextInt(3));
            timeMs = BEGINS.get(random.nextInt(BEGINS.size())).toEpochMilli();
            MatrixSchema schema = MatrixSchema.of(model);
            compiled = new TestRecord(schema, true);
            walked = new TestRecord(schema, false);
            clock = new WindowClock(schema.windows(), zone);
            clockOfWalked = new WindowClock(schema.windows(), zone);
            plain = new PlainMatrix(model, zone);
        }

        void evolveTo(Model changed) {
            model = changed;
            MatrixSchema schema = MatrixSchema.of(changed);
            compiled = compiled.evolvedTo(schema, true);
            walked = walked.evolvedTo(schema, false);
            long nowMs = clock.nowMs();
            clock = new WindowClock(schema.windows(), zone);
            clock.advance(nowMs);
            clockOfWalked = new WindowClock(schema.windows(), zone);
            clockOfWalked.advance(nowMs);
            plain = plain.evolvedTo(changed);
        }

        Object key() {
            return model.event().key().isText() ? TEXT_KEY : KEY;
        }

        /** Mostly on, often back, and now and then far on. */
        long nextTimeMs() {
            timeMs += random.nextInt(20) == 0 ? random.nextLong(4 * DAY_MS) : random.nextLong(stepMs);
            return random.nextInt(3) == 0 ? timeMs - random.nextLong(40 * stepMs) : timeMs;
        }

        void apply(int events) {
            for (int i = 0; i < events; i++) {
                apply();
                if (i % EVENTS_A_COMPARISON == 0) {
                    compare();
                }
            }
            compare();
        }

        void apply() {
            EventValues event = new EventValues(model.event().fields().size());
            RandomModels.fill(event, model, random);
            long eventMs = nextTimeMs();
            Outcome expected = plain.apply(key(), eventMs, event);
            outcomes.merge(expected, 1, Integer::sum);
            assertThat(compiled.apply(clock, eventMs, event)).as(what()).isEqualTo(expected);
            assertThat(walked.apply(clockOfWalked, eventMs, event))
                    .as("walked, %s", what())
                    .isEqualTo(expected);
            if (expected == Outcome.OVERFLOW) {
                assertThat(compiled.overflow.column().column())
                        .as(what())
                        .isEqualTo(plain.overflowing(key(), eventMs, event).orElseThrow());
                assertThat(walked.overflow).as("walked, %s", what()).isEqualTo(compiled.overflow);
            }
        }

        String what() {
            return "time " + Instant.ofEpochMilli(timeMs) + " in " + zone + ", " + seed;
        }

        void compare() {
            if (!plain.keys().contains(key())) {
                return;
            }
            compiled.turnTo(clock);
            walked.turnTo(clock);
            assertThat(walked.ints).as("walked, %s", what()).isEqualTo(compiled.ints);
            assertThat(walked.longs).as("walked, %s", what()).isEqualTo(compiled.longs);
            for (StoredColumn column : compiled.schema.columns()) {
                TestRecord.assertSame(
                        model,
                        column,
                        column.cell(compiled.ints, compiled.longs),
                        plain.value(key(), column.column()),
                        column.name() + ", " + what());
            }
            List<WindowPolicy> windows = compiled.schema.windows();
            for (int window = 0; window < windows.size(); window++) {
                if (windows.get(window) instanceof SlidingWindow sliding) {
                    compareNext(window, sliding.pane());
                }
            }
        }

        /** If clocks do not skip the next pane, its begin shows what the next turn leaves. */
        private void compareNext(int window, Window pane) {
            int next = clock.number(window) + 1;
            if (pane.startMs(next, zone) == pane.startMs(next + 1, zone)) {
                return;
            }
            PlainMatrix later = plain.evolvedTo(model);
            later.advanceTo(pane.startMs(next, zone));
            for (StoredColumn column : compiled.schema.columns()) {
                if (column.window() == window) {
                    TestRecord.assertSame(
                            model,
                            column,
                            column.nextCell(compiled.ints, compiled.longs),
                            later.value(key(), column.column()),
                            "next " + column.name() + ", " + what());
                }
            }
        }
    }

    static LongStream seeds() {
        return Scale.seeds(8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepWhatARecomputationFinds(long seed) {
        new Run(seed).apply(EVENTS);
    }

    @Test
    void shouldMeetLateEventsAndOverflows() {
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        for (long seed = 1; seed <= RUNS_OF_ALL_OUTCOMES; seed++) {
            Run run = new Run(seed);
            for (int i = 0; i < EVENTS; i++) {
                run.apply();
            }
            run.outcomes.forEach((outcome, times) -> outcomes.merge(outcome, times, Integer::sum));
        }
        assertThat(outcomes).containsOnlyKeys(Outcome.values());
    }

    /** Columns of both models go on with their panes and last events. Others begin empty, and give nothing back that they never had. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldGoOnInAnotherModel(long seed) {
        Run run = new Run(seed);
        for (int change = 0; change < 3; change++) {
            run.apply(EVENTS / 2);
            run.evolveTo(changed(run.model, run.random));
        }
        run.apply(EVENTS);
    }

    /** Takes windows, filters, functions and copies out, adds some, and puts them into another order. */
    private static Model changed(Model model, Random random) {
        Aggregates before = model.aggregates();
        List<WindowPolicy> windows = new ArrayList<>(before.windows());
        Collections.shuffle(windows, random);
        if (windows.size() > 1 && random.nextBoolean()) {
            windows.remove(0);
        }
        for (WindowPolicy fresh : List.of(
                new LastEvents(4),
                new SlidingWindow(new Window(Window.Unit.HOUR, 6), new Window(Window.Unit.HOUR, 2)))) {
            if (!windows.contains(fresh) && random.nextInt(3) == 0) {
                windows.add(random.nextInt(windows.size() + 1), fresh);
            }
        }
        List<EventFilter> filters = new ArrayList<>(before.filters());
        if (filters.size() > 1 && random.nextBoolean()) {
            filters.remove(1 + random.nextInt(filters.size() - 1));
        }
        EventField first = model.event().fields().get(0);
        EventFilter fresh = new EventFilter("fresh", first.name() + " is not null");
        if (!filters.contains(fresh) && random.nextBoolean()) {
            filters.add(fresh);
        }
        Collections.shuffle(filters, random);
        List<Aggregation> aggregations = new ArrayList<>(List.of(Aggregation.of("", List.of(EventFunction.COUNT))));
        for (EventField field : model.event().fields()) {
            aggregations.add(Aggregation.of(field.name(), functions(before, field, random)));
        }
        aggregations.removeIf(each -> each.functions().isEmpty());
        return new Model(
                model.name(),
                model.event(),
                model.entity(),
                new Aggregates(filters, windows, aggregations, 1 + random.nextInt(3)),
                model.names());
    }

    /** Most functions of a field stay as they are. */
    private static Set<EventFunction> functions(Aggregates before, EventField field, Random random) {
        Set<EventFunction> functions = EnumSet.noneOf(EventFunction.class);
        for (Aggregation each : before.aggregations()) {
            if (each.field().equals(field.name())) {
                functions.addAll(each.functions());
            }
        }
        boolean isNumber = field.type().isNumber();
        for (EventFunction function : EventFunction.named()) {
            boolean fits =
                    switch (function) {
                        case COUNT -> field.isOptional();
                        case MIN, MAX -> isNumber || field.type().is(Kind.TIME);
                        default -> isNumber;
                    };
            if (fits && random.nextInt(4) == 0 && !functions.remove(function)) {
                functions.add(function);
            }
        }
        return functions;
    }
}
