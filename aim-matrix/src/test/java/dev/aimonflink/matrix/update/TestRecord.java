package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CellConversion;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.OrderedDoubles;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.plain.PlainMatrix.Outcome;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;

import static org.assertj.core.api.Assertions.assertThat;

/** The cells of one entity, which events change as they change those of a stored record. */
final class TestRecord {
    private static final Offset<Double> ROUNDING = Offset.offset(1e-9);

    final MatrixSchema schema;
    final int[] ints;
    final long[] longs;
    final int[] numbers;
    private final CellLayout layout;
    private final UpdatePlan plan;
    private final OverflowSearch overflowSearch;

    /** What the last event overflowed, if it did. */
    Overflow overflow;

    TestRecord(MatrixSchema schema, boolean isCompiled) {
        this(schema, -1, isCompiled);
    }

    /** @param nextWindows the sliding windows whose values after the next turn are needed, as a set of bits */
    TestRecord(MatrixSchema schema, long nextWindows, boolean isCompiled) {
        this.schema = schema;
        layout = schema.layout();
        plan = new UpdatePlan(layout, nextWindows, isCompiled);
        overflowSearch = new OverflowSearch(schema);
        ints = new int[layout.intCount()];
        longs = new long[layout.longCount()];
        numbers = new int[schema.windows().size()];
        Arrays.fill(numbers, WindowClock.NO_WINDOW);
        for (int window = 0; window < numbers.length; window++) {
            layout.clear(window, ints, longs);
        }
    }

    /** What it holds, in another schema. */
    TestRecord evolvedTo(MatrixSchema other, boolean isCompiled) {
        TestRecord evolved = new TestRecord(other, isCompiled);
        for (int window = 0; window < evolved.numbers.length; window++) {
            int before = schema.indexOf(other.windows().get(window));
            evolved.numbers[window] = before < 0 ? WindowClock.NO_WINDOW : numbers[before];
        }
        new CellConversion(schema, other).convert(ints, longs, evolved.ints, evolved.longs);
        return evolved;
    }

    void turnTo(WindowClock clock) {
        for (int window = 0; window < numbers.length; window++) {
            if (numbers[window] < clock.number(window)) {
                layout.turn(window, numbers[window], clock.number(window), ints, longs);
                numbers[window] = clock.number(window);
            }
        }
    }

    Outcome apply(WindowClock clock, long timeMs, EventValues event) {
        clock.advance(timeMs);
        if (!clock.containsInAny(timeMs)) {
            return Outcome.LATE;
        }
        turnTo(clock);
        plan.choose(event, clock, timeMs);
        if (plan.overflows(ints, longs, event)) {
            overflow = overflowSearch.first(event, plan.chosenFilters(), clock, timeMs, ints, longs);
            return Outcome.OVERFLOW;
        }
        plan.add(ints, longs, event);
        return Outcome.APPLIED;
    }

    /** The present value of a column, as an exact number or a double; null over no events. */
    Object value(String name) {
        StoredColumn column = schema.column(name);
        return shown(column, column.cell(ints, longs));
    }

    /** The value after the next turn. */
    Object nextValue(String name) {
        StoredColumn column = schema.column(name);
        return shown(column, column.nextCell(ints, longs));
    }

    private static Object shown(StoredColumn column, long cell) {
        boolean isExtreme = column.function() == EventFunction.MIN || column.function() == EventFunction.MAX;
        if (isExtreme && cell == column.empty()) {
            return null;
        }
        return column.kind().isDouble()
                ? isExtreme ? OrderedDoubles.value(cell) : Double.longBitsToDouble(cell)
                : (Object) cell;
    }

    static void assertSame(Model model, StoredColumn column, long cell, Object expected, String what) {
        Object actual = shown(column, cell);
        boolean isDouble = column.field() != ModelColumn.NO_FIELD
                && model.event().fields().get(column.field()).type().is(Kind.DOUBLE);
        boolean isSum = List.of(EventFunction.SUM, EventFunction.SQUARES).contains(column.function());
        if (isDouble && isSum) {
            assertThat((Double) actual).as(what).isCloseTo((Double) expected, ROUNDING);
        } else if (expected instanceof BigDecimal decimal) {
            assertThat(actual).as(what).isEqualTo(decimal.unscaledValue().longValueExact());
        } else {
            assertThat(actual).as(what).isEqualTo(expected);
        }
    }
}
