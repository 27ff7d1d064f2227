package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventFilter;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.FilterConditions;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.sql.rows.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How an event changes a record: two flat lists of steps, made once for a model. An event walks over them once, and allocates
 * nothing. Each step changes the cells of one field in every run of the record that the event is in: those of the filters that
 * hold for it, in the windows that it lies in. A step is four numbers:
 *
 * <pre>
 * operation  the ordinal of {@link CellKind}, or one of those that do the work of three neighbours
 * start      where its first copy is in a run of ints or longs
 * length     how many copies there are
 * field      the index of the field that it takes
 * </pre>
 *
 * <p>For one thread: the runs that are chosen for an event are kept here.
 */
public final class UpdatePlan {
    private static final int START = 1;
    private static final int LENGTH = 2;
    private static final int FIELD = 3;
    private static final int STEP = 4;

    private static final int COUNT = 0;
    private static final int INT_SUM = 1;
    private static final int INT_MIN = 2;
    private static final int INT_MAX = 3;
    private static final int LONG_SUM = 4;
    private static final int LONG_MIN = 5;
    private static final int LONG_MAX = 6;
    private static final int LONG_SQUARES = 7;
    private static final int DOUBLE_SUM = 8;
    private static final int DOUBLE_MIN = 9;
    private static final int DOUBLE_MAX = 10;
    private static final int DOUBLE_SQUARES = 11;

    /** A sum, a minimum and a maximum of one field, which most models keep together. */
    private static final int INT_TRIPLE = 12;

    private static final int LONG_TRIPLE = 13;
    private static final int TRIPLE = 3;

    private final CellLayout layout;

    /** By filter; null for all events. */
    private final Condition[] conditions;

    private final int[] changes;

    /** The steps of counts and exact sums. Their length is how many copies are looked at. */
    private final int[] checks;

    /** By field, whether events may lack it. */
    private final boolean[] isOptional;

    /** Where the cells of the chosen runs begin. */
    private final int[] intRuns;

    private final int[] longRuns;
    private int runs;

    public UpdatePlan(Model model, CellLayout layout) {
        this.layout = layout;
        List<EventField> fields = model.event().fields();
        conditions = model.aggregates().filters().stream()
                .map(filter -> condition(filter, model))
                .toArray(Condition[]::new);
        intRuns = new int[conditions.length * model.aggregates().windows().size()];
        longRuns = new int[intRuns.length];
        changes = changes(layout);
        checks = checks(layout, fields);
        isOptional = new boolean[fields.size()];
        IntStream.range(0, fields.size())
                .forEach(field -> isOptional[field] = fields.get(field).isOptional());
    }

    private static Condition condition(EventFilter filter, Model model) {
        return filter.isAll() ? null : Condition.of(FilterConditions.bound(filter, model.event()));
    }

    private static int[] changes(CellLayout layout) {
        List<CellLayout.Cells> cells = layout.cells();
        List<Integer> steps = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            CellLayout.Cells each = cells.get(i);
            if (isTriple(cells, i, CellKind.INT_SUM, CellKind.INT_MIN, CellKind.INT_MAX)) {
                add(steps, INT_TRIPLE, each, layout.copies());
                i += TRIPLE - 1;
            } else if (isTriple(cells, i, CellKind.LONG_SUM, CellKind.LONG_MIN, CellKind.LONG_MAX)) {
                add(steps, LONG_TRIPLE, each, layout.copies());
                i += TRIPLE - 1;
            } else {
                add(steps, each.kind().ordinal(), each, layout.copies());
            }
        }
        return numbers(steps);
    }

    /** The cells of a field are neighbours in the list, and in a record if they are of one width. */
    private static boolean isTriple(List<CellLayout.Cells> cells, int at, CellKind... kinds) {
        if (at + kinds.length > cells.size()) {
            return false;
        }
        for (int i = 0; i < kinds.length; i++) {
            CellLayout.Cells each = cells.get(at + i);
            if (each.kind() != kinds[i] || each.field() != cells.get(at).field()) {
                return false;
            }
        }
        return true;
    }

    /**
     * All copies take the same events. One that a later model added has seen fewer, and has the smaller sum if no value is
     * negative: then the first copy, which is the oldest, stands for all.
     */
    private static int[] checks(CellLayout layout, List<EventField> fields) {
        List<Integer> steps = new ArrayList<>();
        for (CellLayout.Cells each : layout.cells()) {
            if (each.kind().isExactSum()) {
                boolean isSigned = each.kind() != CellKind.COUNT
                        && each.kind() != CellKind.LONG_SQUARES
                        && fields.get(each.field()).minUnits() < 0;
                add(steps, each.kind().ordinal(), each, isSigned ? layout.copies() : 1);
            }
        }
        return numbers(steps);
    }

    private static void add(List<Integer> steps, int operation, CellLayout.Cells cells, int length) {
        steps.addAll(List.of(operation, cells.start(), length, cells.field()));
    }

    private static int[] numbers(List<Integer> steps) {
        return steps.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Chooses the runs of cells that an event changes: those of each filter that holds for it, in some windows. Called before
     * {@link #overflows} and {@link #add}.
     *
     * @param windows a set of bits, by the index of the window
     */
    public void choose(EventValues event, long windows) {
        runs = 0;
        for (int filter = 0; filter < conditions.length; filter++) {
            if (conditions[filter] == null || conditions[filter].holds(event)) {
                for (long w = windows; w != 0; w &= w - 1) {
                    final int window = Long.numberOfTrailingZeros(w);
                    intRuns[runs] = layout.intRun(filter, window);
                    longRuns[runs] = layout.longRun(filter, window);
                    runs++;
                }
            }
        }
    }

    private boolean isLacking(EventValues event, int field) {
        return field != ModelColumn.NO_FIELD && isOptional[field] && event.isNull(field);
    }

    // ---- overflow

    /** Whether a count or a sum would overflow. Asked before anything is changed, since an event counts wholly or not at all. */
    public boolean overflows(int[] ints, long[] longs, EventValues event) {
        final int[] steps = checks;
        long signs = 0;
        for (int step = 0; step < steps.length; step += STEP) {
            final int field = steps[step + FIELD];
            if (isLacking(event, field)) {
                continue;
            }
            final int start = steps[step + START];
            final int length = steps[step + LENGTH];
            switch (steps[step]) {
                case COUNT -> signs |= signsOfSums(ints, start, length, 1);
                case INT_SUM -> signs |= signsOfSums(ints, start, length, (int) event.bits(field));
                case LONG_SUM -> signs |= signsOfSums(longs, start, length, event.bits(field));
                default -> {
                    final long value = event.bits(field);
                    // A square of more than 63 bits is refused like a sum.
                    final boolean fits = Math.multiplyHigh(value, value) == 0 && value * value >= 0;
                    signs |= fits ? signsOfSums(longs, start, length, value * value) : -runs;
                }
            }
        }
        return signs < 0;
    }

    /** Negative if a sum would overflow: then both operands have the sign that the result has not. */
    private int signsOfSums(int[] ints, int start, int length, int value) {
        int signs = 0;
        if (length == 1) {
            for (int run = 0; run < runs; run++) {
                final int cell = ints[intRuns[run] + start];
                final int sum = cell + value;
                signs |= (cell ^ sum) & (value ^ sum);
            }
            return signs;
        }
        for (int run = 0; run < runs; run++) {
            final int from = intRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                final int sum = ints[i] + value;
                signs |= (ints[i] ^ sum) & (value ^ sum);
            }
        }
        return signs;
    }

    private long signsOfSums(long[] longs, int start, int length, long value) {
        long signs = 0;
        if (length == 1) {
            for (int run = 0; run < runs; run++) {
                final long cell = longs[longRuns[run] + start];
                final long sum = cell + value;
                signs |= (cell ^ sum) & (value ^ sum);
            }
            return signs;
        }
        for (int run = 0; run < runs; run++) {
            final int from = longRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                final long sum = longs[i] + value;
                signs |= (longs[i] ^ sum) & (value ^ sum);
            }
        }
        return signs;
    }

    // ---- changes

    /** Counts an event that overflows nothing. */
    public void add(int[] ints, long[] longs, EventValues event) {
        final int[] steps = changes;
        for (int step = 0; step < steps.length; step += STEP) {
            final int field = steps[step + FIELD];
            if (isLacking(event, field)) {
                continue;
            }
            final int start = steps[step + START];
            final int length = steps[step + LENGTH];
            switch (steps[step]) {
                case COUNT -> addEach(ints, start, length, 1);
                case INT_SUM -> addEach(ints, start, length, (int) event.bits(field));
                case INT_MIN -> minEach(ints, start, length, (int) event.bits(field));
                case INT_MAX -> maxEach(ints, start, length, (int) event.bits(field));
                case INT_TRIPLE -> addTriple(ints, start, length, (int) event.bits(field));
                case LONG_SUM -> addEach(longs, start, length, event.bits(field));
                case LONG_MIN -> minEach(longs, start, length, event.bits(field));
                case LONG_MAX -> maxEach(longs, start, length, event.bits(field));
                case LONG_TRIPLE -> addTriple(longs, start, length, event.bits(field));
                case LONG_SQUARES -> {
                    final long value = event.bits(field);
                    addEach(longs, start, length, value * value);
                }
                default -> addDouble(steps[step], longs, start, length, event.bits(field));
            }
        }
    }

    private void addTriple(int[] ints, int start, int length, int value) {
        if (length > 1) {
            addEach(ints, start, length, value);
            minEach(ints, start + length, length, value);
            maxEach(ints, start + 2 * length, length, value);
            return;
        }
        // Loops of one round each would take longer than what is in them.
        for (int run = 0; run < runs; run++) {
            final int at = intRuns[run] + start;
            ints[at] += value;
            ints[at + 1] = Math.min(ints[at + 1], value);
            ints[at + 2] = Math.max(ints[at + 2], value);
        }
    }

    private void addEach(int[] ints, int start, int length, int value) {
        if (length == 1) {
            for (int run = 0; run < runs; run++) {
                ints[intRuns[run] + start] += value;
            }
            return;
        }
        for (int run = 0; run < runs; run++) {
            final int from = intRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                ints[i] += value;
            }
        }
    }

    private void minEach(int[] ints, int start, int length, int value) {
        for (int run = 0; run < runs; run++) {
            final int from = intRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                ints[i] = Math.min(ints[i], value);
            }
        }
    }

    private void maxEach(int[] ints, int start, int length, int value) {
        for (int run = 0; run < runs; run++) {
            final int from = intRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                ints[i] = Math.max(ints[i], value);
            }
        }
    }

    private void addTriple(long[] longs, int start, int length, long value) {
        if (length > 1) {
            addEach(longs, start, length, value);
            minEach(longs, start + length, length, value);
            maxEach(longs, start + 2 * length, length, value);
            return;
        }
        for (int run = 0; run < runs; run++) {
            final int at = longRuns[run] + start;
            longs[at] += value;
            longs[at + 1] = Math.min(longs[at + 1], value);
            longs[at + 2] = Math.max(longs[at + 2], value);
        }
    }

    private void addEach(long[] longs, int start, int length, long value) {
        if (length == 1) {
            for (int run = 0; run < runs; run++) {
                longs[longRuns[run] + start] += value;
            }
            return;
        }
        for (int run = 0; run < runs; run++) {
            final int from = longRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                longs[i] += value;
            }
        }
    }

    private void minEach(long[] longs, int start, int length, long value) {
        for (int run = 0; run < runs; run++) {
            final int from = longRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                longs[i] = Math.min(longs[i], value);
            }
        }
    }

    private void maxEach(long[] longs, int start, int length, long value) {
        for (int run = 0; run < runs; run++) {
            final int from = longRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                longs[i] = Math.max(longs[i], value);
            }
        }
    }

    private void addDouble(int operation, long[] longs, int start, int length, long bits) {
        final double value = Double.longBitsToDouble(bits);
        switch (operation) {
            case DOUBLE_SUM -> sumDoubles(longs, start, length, value);
            case DOUBLE_SQUARES -> sumDoubles(longs, start, length, value * value);
            case DOUBLE_MIN -> minEach(longs, start, length, OrderedDoubles.ordered(bits));
            default -> maxEach(longs, start, length, OrderedDoubles.ordered(bits));
        }
    }

    /** Neumaier's sum: what rounding loses is summed apart, behind all copies of the sum. */
    private void sumDoubles(long[] longs, int start, int length, double value) {
        for (int run = 0; run < runs; run++) {
            final int from = longRuns[run] + start;
            for (int i = from; i < from + length; i++) {
                final double before = Double.longBitsToDouble(longs[i]);
                final double sum = before + value;
                final double lost = Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
                longs[i] = Double.doubleToRawLongBits(sum);
                longs[i + length] = Double.doubleToRawLongBits(Double.longBitsToDouble(longs[i + length]) + lost);
            }
        }
    }
}
