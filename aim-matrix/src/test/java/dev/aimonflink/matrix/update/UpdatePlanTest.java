package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.OrderedDoubles;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.RandomModels;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import dev.aimonflink.testing.Scale;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** Applies random events of random models, and recomputes every cell from the events that were applied. */
class UpdatePlanTest {
    private static final int EVENTS = 60;
    private static final long MAX_STEP_MS = 3_600_000;

    /** More than a day, so that some events are late for some windows. */
    private static final long MAX_LATENESS_MS = 100_000_000;

    /** An event that was applied, with the windows that it lies in. */
    private record Applied(EventValues event, long filters, long windows) {}

    @Test
    void shouldNameTheFilterThatFailsOnAnEvent() {
        Model model = ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: cardId
                time: timestamp
                fields: {items: int, parcels: int}
                filters: {bulky: items > 3, heaped: items / parcels > 3}
                windows: [1 day]
                aggregates: {events: [count]}
                """, "payments.yaml");
        UpdatePlan plan = new UpdatePlan(MatrixSchema.of(model), 0);
        EventValues event = new EventValues(2);
        event.bits(0, 8);
        event.bits(1, 2);
        plan.choose(event, 1);
        assertThat(plan.chosenFilters()).isEqualTo(0b111);
        event.bits(1, 0);
        assertFails(FilterFailure.class, () -> plan.choose(event, 1))
                .hasMessage("filter 'heaped' fails: A number is divided by zero. Use NULLIF(divisor, 0).");
    }

    static LongStream seeds() {
        return Scale.seeds(40);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void shouldKeepWhatARecomputationFinds(long seed) {
        Random random = new Random(seed);
        RandomModels.Drawn drawn = RandomModels.next(random);
        Model model = drawn.model();
        CellLayout layout = new CellLayout(model);
        UpdatePlan plan = new UpdatePlan(layout, 0, true);
        UpdatePlan walked = new UpdatePlan(layout, 0, false);
        int[] ints = new int[layout.intCount()];
        long[] longs = new long[layout.longCount()];
        int windowCount = model.aggregates().windows().size();
        for (int window = 0; window < windowCount; window++) {
            layout.clear(window, ints, longs);
        }
        int[] walkedInts = ints.clone();
        long[] walkedLongs = longs.clone();
        List<Applied> applied = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            EventValues event = new EventValues(model.event().fields().size());
            RandomModels.fill(event, model, random);
            long windows = random.nextLong(1L << windowCount);
            Applied next = new Applied(event, holding(drawn.filters(), event), windows);
            plan.choose(event, windows);
            boolean overflows = plan.overflows(ints, longs, event);
            assertThat(overflows)
                    .as("overflow by event %d, seed %d", i, seed)
                    .isEqualTo(overflows(model, applied, next));
            walked.choose(event, windows);
            assertThat(walked.overflows(walkedInts, walkedLongs, event))
                    .as("overflow of a walk by event %d, seed %d", i, seed)
                    .isEqualTo(overflows);
            if (!overflows) {
                plan.add(ints, longs, event);
                walked.add(walkedInts, walkedLongs, event);
                applied.add(next);
            }
        }
        assertThat(walkedInts).as("seed %d", seed).isEqualTo(ints);
        assertThat(walkedLongs).as("seed %d", seed).isEqualTo(longs);
        for (StoredColumn column : MatrixSchema.of(model).columns()) {
            int slot = column.slot();
            assertCell(model, column.column(), column.isInt() ? ints[slot] : longs[slot], applied, seed);
        }
    }

    /** Panes and last events have steps of their own, and panes may lack the values after the next turn. */
    @ParameterizedTest
    @MethodSource("seeds")
    void shouldChangeTheSameCompiledAndWalkedInWindowsOfEveryPolicy(long seed) {
        Random random = new Random(seed);
        Model model = RandomModels.nextOfEveryPolicy(random).model();
        MatrixSchema schema = MatrixSchema.of(model);
        long nextWindows = random.nextLong();
        TestRecord compiled = new TestRecord(schema, nextWindows, true);
        TestRecord walked = new TestRecord(schema, nextWindows, false);
        WindowClock clock = new WindowClock(schema.windows(), ZoneOffset.UTC);
        long timeMs = Sales.at("10:00");
        for (int i = 0; i < EVENTS; i++) {
            EventValues event = new EventValues(model.event().fields().size());
            RandomModels.fill(event, model, random);
            timeMs += random.nextLong(MAX_STEP_MS);
            long eventMs = timeMs - (random.nextBoolean() ? 0 : random.nextLong(MAX_LATENESS_MS));
            Outcome outcome = compiled.apply(clock, eventMs, event);
            assertThat(walked.apply(clock, eventMs, event))
                    .as("event %d, seed %d", i, seed)
                    .isEqualTo(outcome);
            assertThat(walked.overflow).as("event %d, seed %d", i, seed).isEqualTo(compiled.overflow);
            assertThat(walked.ints).as("event %d, seed %d", i, seed).isEqualTo(compiled.ints);
            assertThat(walked.longs).as("event %d, seed %d", i, seed).isEqualTo(compiled.longs);
        }
    }

    private static long holding(List<Predicate<EventValues>> filters, EventValues event) {
        long holding = 0;
        for (int filter = 0; filter < filters.size(); filter++) {
            holding |= filters.get(filter).test(event) ? 1L << filter : 0;
        }
        return holding;
    }

    private static boolean overflows(Model model, List<Applied> applied, Applied next) {
        List<Applied> all = new ArrayList<>(applied);
        all.add(next);
        return model.columns().stream()
                .filter(column -> column.copy() == 0 && isExactSum(model, column))
                .anyMatch(column -> {
                    boolean isEver = model.aggregates().windows().get(column.window()) instanceof Ever;
                    boolean isNarrow = !isEver
                            && (column.function() == EventFunction.SUM
                                    ? fieldOf(model, column).hasNarrowSums()
                                    : column.function() == EventFunction.COUNT);
                    return sum(column, all).bitLength() >= (isNarrow ? Integer.SIZE : Long.SIZE);
                });
    }

    private static boolean isExactSum(Model model, ModelColumn column) {
        return switch (column.function()) {
            case COUNT -> true;
            case SUM, SQUARES -> !fieldOf(model, column).type().is(Kind.DOUBLE);
            default -> false;
        };
    }

    private static EventField fieldOf(Model model, ModelColumn column) {
        return model.event().fields().get(column.field());
    }

    private static void assertCell(Model model, ModelColumn column, long cell, List<Applied> applied, long seed) {
        String what = column.name() + ", seed " + seed;
        boolean isExtreme = column.function() == EventFunction.MIN || column.function() == EventFunction.MAX;
        if (isExactSum(model, column)) {
            assertThat(BigInteger.valueOf(cell)).as(what).isEqualTo(sum(column, applied));
        } else if (isExtreme) {
            assertThat(cell).as(what).isEqualTo(extreme(model, column, applied));
        } else {
            assertThat(Double.longBitsToDouble(cell)).as(what).isCloseTo(doubles(column, applied), Offset.offset(1e-9));
        }
    }

    private static List<EventValues> counted(ModelColumn column, List<Applied> applied) {
        return applied.stream()
                .filter(each ->
                        (each.filters() >> column.filter() & 1) == 1 && (each.windows() >> column.window() & 1) == 1)
                .map(Applied::event)
                .filter(event -> column.field() == ModelColumn.NO_FIELD || !event.isNull(column.field()))
                .toList();
    }

    private static BigInteger sum(ModelColumn column, List<Applied> applied) {
        List<EventValues> events = counted(column, applied);
        if (column.function() == EventFunction.COUNT) {
            return BigInteger.valueOf(events.size());
        }
        int power = column.function() == EventFunction.SUM ? 1 : 2;
        return events.stream()
                .map(event -> BigInteger.valueOf(event.bits(column.field())).pow(power))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    private static long extreme(Model model, ModelColumn column, List<Applied> applied) {
        EventField field = fieldOf(model, column);
        boolean isMin = column.function() == EventFunction.MIN;
        boolean isDouble = field.type().is(Kind.DOUBLE);
        List<Long> values = counted(column, applied).stream()
                .map(event -> event.bits(column.field()))
                .sorted((one, other) -> isDouble
                        ? Double.compare(Double.longBitsToDouble(one), Double.longBitsToDouble(other))
                        : Long.compare(one, other))
                .toList();
        if (values.isEmpty()) {
            boolean isInt = field.type().is(Kind.INT);
            return isMin ? isInt ? Integer.MAX_VALUE : Long.MAX_VALUE : isInt ? Integer.MIN_VALUE : Long.MIN_VALUE;
        }
        long value = isMin ? values.get(0) : values.get(values.size() - 1);
        return isDouble ? OrderedDoubles.ordered(value) : value;
    }

    private static double doubles(ModelColumn column, List<Applied> applied) {
        int power = column.function() == EventFunction.SUM ? 1 : 2;
        return counted(column, applied).stream()
                .map(event -> new BigDecimal(Double.longBitsToDouble(event.bits(column.field()))).pow(power))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .doubleValue();
    }
}
