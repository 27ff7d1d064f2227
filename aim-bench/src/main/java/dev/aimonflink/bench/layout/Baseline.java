package dev.aimonflink.bench.layout;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.layout.CellLayout;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * The common part of the plain layouts: finds the row of a subscriber, and the runs of cells that a call changes. Slots are
 * those of {@link CellLayout}, and one more int for the cell value type, which q7 needs.
 */
abstract class Baseline implements Layout {
    /** The default parameter of q1. */
    static final int ALPHA = 1;

    /** The id of the cell value type in the benchmark's tables. */
    static final int GOLD = 2;

    /** The filter of all calls. */
    private static final int ALL = CallFilter.ALL.ordinal();

    /** In a unit of currency. */
    private static final double CENTS = 100;

    final CellLayout layout;
    final int copies;
    final int subscribers;

    /** The value of a cell without calls, by slot. */
    final int[] noInts;

    final long[] noLongs;

    /** The int after the aggregates. */
    final int valueSlot;

    final int localCallsSlot;
    final int durationSlot;
    final int costSlot;

    private final MatrixSchema schema;
    private final Long2IntOpenHashMap rowOfSubscriber;

    Baseline(MatrixSchema schema, int subscribers) {
        this.schema = schema;
        this.subscribers = subscribers;
        layout = schema.layout();
        copies = schema.copies();
        noInts = new int[layout.intCount()];
        noLongs = new long[layout.longCount()];
        for (int window = 0; window < schema.windows().size(); window++) {
            layout.clear(window, noInts, noLongs);
        }
        valueSlot = layout.intCount();
        localCallsSlot = slot("number_of_local_calls_this_week");
        durationSlot = slot("total_duration_this_week");
        costSlot = slot("total_cost_this_week");
        rowOfSubscriber = new Long2IntOpenHashMap(subscribers);
        for (int row = 0; row < subscribers; row++) {
            rowOfSubscriber.put(row, row);
        }
    }

    private int slot(String name) {
        return schema.column(name).slot();
    }

    /** Constructors call it once they have made their cells. */
    final void fillIn() {
        clear();
        ModelProfileGenerator profiles = RecordStore.profiles();
        for (int row = 0; row < subscribers; row++) {
            value(
                    row,
                    CallModel.profile(row, profiles.profile(row).attributes()).cellValueType());
        }
    }

    @Override
    public final void apply(Event[] calls) {
        for (Event call : calls) {
            apply(call);
        }
    }

    private void apply(Event call) {
        final int row = rowOfSubscriber.get(call.subscriberId());
        final int seconds = call.durationSeconds();
        final long cents = call.costCents();
        final int week = schema.windows().size() - 1;
        if (wouldOverflow(row, layout.intRun(ALL, week), layout.longRun(ALL, week), call)) {
            throw new IllegalStateException("Not counted: " + call);
        }
        final int kind = (call.longDistance() ? CallFilter.LONG_DISTANCE : CallFilter.LOCAL).ordinal();
        for (int window = 0; window <= week; window++) {
            addToInts(row, layout.intRun(ALL, window), seconds);
            addToLongs(row, layout.longRun(ALL, window), cents);
            addToInts(row, layout.intRun(kind, window), seconds);
            addToLongs(row, layout.longRun(kind, window), cents);
        }
    }

    private boolean wouldOverflow(int row, int intRun, int longRun, Event call) {
        return intCell(row, intRun) == Integer.MAX_VALUE
                || intCell(row, intRun + copies) > Integer.MAX_VALUE - call.durationSeconds()
                || longCell(row, longRun) > Long.MAX_VALUE - call.costCents();
    }

    @Override
    public final List<List<Object>> answer(String query) {
        return switch (query) {
            case "q1" -> quotient(secondsAndRows(), 1);
            case "q7" -> quotient(centsAndSecondsOfGold(), CENTS);
            default -> throw new IllegalArgumentException("Layouts are not asked " + query + ".");
        };
    }

    private static List<List<Object>> quotient(long[] dividendAndDivisor, double unit) {
        double divisor = unit * dividendAndDivisor[1];
        return List.of(Arrays.asList(divisor == 0 ? null : (Double) (dividendAndDivisor[0] / divisor)));
    }

    @Override
    public final long differences(CallTotals calls) {
        List<StoredColumn> aggregates = schema.columns();
        int[] slots = aggregates.stream().mapToInt(StoredColumn::slot).toArray();
        return calls.differences(
                aggregates,
                slots,
                (id, aggregate, slot) -> !aggregate.isInt() ? longCell(id, slot) : intCell(id, slot));
    }

    /** Counts a call in a run of counts, sums, minima and maxima. */
    abstract void addToInts(int row, int run, int seconds);

    /** Counts a call in a run of sums, minima and maxima. */
    abstract void addToLongs(int row, int run, long cents);

    abstract int intCell(int row, int slot);

    abstract long longCell(int row, int slot);

    abstract void value(int row, int cellValueType);

    /** The seconds and the number of the rows with more than {@link #ALPHA} local calls. */
    abstract long[] secondsAndRows();

    /** The cents and the seconds of the rows whose cell value type is gold. */
    abstract long[] centsAndSecondsOfGold();
}
