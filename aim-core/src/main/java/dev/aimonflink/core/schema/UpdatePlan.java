package dev.aimonflink.core.schema;

import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventFilter;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.FilterConditions;
import dev.aimonflink.core.model.FilterFailure;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.model.ModelColumn;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.rows.Condition;
import dev.aimonflink.sql.rows.FieldIs;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * How an event changes a record, made once for a model. It counts for the filters that hold for it, in the windows
 * that it lies in. The {@linkplain FilterSteps steps} are the same for each filter. Nothing is allocated.
 *
 * <p>For one thread: what is chosen for an event is kept here.
 */
public final class UpdatePlan {
    private final List<EventFilter> filters;
    private final FilterSteps steps;

    /** By filter; null for all events. */
    private final Condition[] conditions;

    /** By filter, the field that it compares with one value, if it does nothing else; {@link ModelColumn#NO_FIELD} for the others. */
    private final int[] comparedFields;

    private final long[] comparedBits;

    /** The filters that hold for the event, and the windows that it lies in. */
    private final int[] chosen;

    /** By filter, where its cells begin in the ints and in the longs; behind the last filter, where they end. */
    private final int[] intRuns;

    private final int[] longRuns;

    private int chosenFilters;
    private long filterBits;
    private long chosenWindows;

    /** The sliding windows, and the windows of the last events. */
    private final PaneCells[] panes;

    private final RingCells[] rings;

    /** All other windows, as a set of bits. */
    private final long tumbling;

    /** By sliding window, and by window of the last events. */
    private final ShareLimits[] paneLimits;

    private final ShareLimits[] ringLimits;

    /** By sliding window, whether the values after the next turn are needed. */
    private final boolean[] keepsNext;

    /** By sliding window, the place of the event's pane, and the number of the newest one. */
    private final int[] panePlaces;

    private final int[] newestPanes;

    /** @param nextWindows the sliding windows whose values after the next turn are needed, as a set of bits */
    public UpdatePlan(Model model, CellLayout layout, long nextWindows) {
        this(model, layout, nextWindows, CompiledSteps.fits(layout));
    }

    UpdatePlan(Model model, CellLayout layout, long nextWindows, boolean isCompiled) {
        List<EventField> fields = model.event().fields();
        steps = isCompiled ? CompiledSteps.of(layout, fields) : new WalkedSteps(layout, fields);
        filters = model.aggregates().filters();
        conditions = new Condition[filters.size()];
        comparedFields = new int[filters.size()];
        comparedBits = new long[filters.size()];
        for (int filter = 0; filter < conditions.length; filter++) {
            comparedFields[filter] = ModelColumn.NO_FIELD;
            if (!filters.get(filter).isAll()) {
                Bound bound = FilterConditions.bound(filters.get(filter), model.event());
                conditions[filter] = Condition.of(bound);
                FieldIs comparison = FieldIs.of(bound);
                if (comparison != null) {
                    comparedFields[filter] = comparison.column();
                    comparedBits[filter] = comparison.bits();
                }
            }
        }
        chosen = new int[conditions.length];
        intRuns = IntStream.rangeClosed(0, conditions.length)
                .map(filter -> layout.intRun(filter, 0))
                .toArray();
        longRuns = IntStream.rangeClosed(0, conditions.length)
                .map(filter -> layout.longRun(filter, 0))
                .toArray();
        panes = IntStream.range(0, layout.windows())
                .mapToObj(layout::panes)
                .filter(Objects::nonNull)
                .toArray(PaneCells[]::new);
        rings = IntStream.range(0, layout.windows())
                .mapToObj(layout::ring)
                .filter(Objects::nonNull)
                .toArray(RingCells[]::new);
        long others = -1;
        for (PaneCells each : panes) {
            others &= ~(1L << each.window());
        }
        for (RingCells each : rings) {
            others &= ~(1L << each.window());
        }
        tumbling = others;
        paneLimits = Arrays.stream(panes)
                .map(each -> new ShareLimits(layout, fields, each.panes()))
                .toArray(ShareLimits[]::new);
        ringLimits = Arrays.stream(rings)
                .map(each -> new ShareLimits(layout, fields, each.places()))
                .toArray(ShareLimits[]::new);
        panePlaces = new int[panes.length];
        newestPanes = new int[panes.length];
        keepsNext = new boolean[panes.length];
        for (int i = 0; i < panes.length; i++) {
            keepsNext[i] = (nextWindows >> panes[i].window() & 1) != 0;
        }
    }

    /**
     * Chooses the cells that an event changes: those of each filter that holds for it, in the windows and panes of its time. Called
     * before {@link #overflows} and {@link #add}.
     *
     * @param clock at the event's time, or later
     */
    public void choose(EventValues event, WindowClock clock, long timeMs) {
        choose(event, clock.windowsOf(timeMs));
        for (int i = 0; i < panes.length; i++) {
            final int window = panes[i].window();
            if ((chosenWindows >> window & 1) != 0) {
                panePlaces[i] = panes[i].place(clock.paneNumber(window, timeMs));
                newestPanes[i] = clock.number(window);
            }
        }
    }

    /**
     * As above, for a model without sliding windows, or for {@link #touch} alone.
     *
     * @param windows a set of bits, by the index of the window
     * @throws FilterFailure if a condition fails on the event, as in a division by zero
     */
    public void choose(EventValues event, long windows) {
        chosenWindows = windows;
        chosenFilters = 0;
        filterBits = 0;
        for (int filter = 0; filter < conditions.length; filter++) {
            try {
                if (holds(filter, event)) {
                    chosen[chosenFilters++] = filter;
                    filterBits |= 1L << filter;
                }
            } catch (SqlException failed) {
                throw new FilterFailure(filters.get(filter).name(), failed.getMessage());
            }
        }
    }

    /** The chosen filters, as a set of bits by the index of the filter. */
    public long chosenFilters() {
        return filterBits;
    }

    private boolean holds(int filter, EventValues event) {
        final int field = comparedFields[filter];
        if (field != ModelColumn.NO_FIELD) {
            return event.bits(field) == comparedBits[filter] && !event.isNull(field);
        }
        return conditions[filter] == null || conditions[filter].holds(event);
    }

    /**
     * Reads each cache line that an event of the clock's time changes, for the chosen filters. Returns a number that depends on all
     * of them.
     */
    public long touch(int[] ints, long[] longs, WindowClock clock) {
        long touched = 0;
        for (int i = 0; i < chosenFilters; i++) {
            final int filter = chosen[i];
            touched += CacheLines.read(ints, intRuns[filter], intRuns[filter + 1])
                    + CacheLines.read(longs, longRuns[filter], longRuns[filter + 1]);
        }
        for (PaneCells each : panes) {
            final int place = each.place(clock.number(each.window()));
            for (int i = 0; i < chosenFilters; i++) {
                touched += each.touch(ints, longs, chosen[i], place);
            }
        }
        for (RingCells each : rings) {
            for (int i = 0; i < chosenFilters; i++) {
                touched += each.touch(ints, longs, chosen[i]);
            }
        }
        return touched;
    }

    /** Whether a count or a sum would overflow. Asked before anything is changed, since an event counts wholly or not at all. */
    public boolean overflows(int[] ints, long[] longs, EventValues event) {
        long signs = 0;
        for (int i = 0; i < chosenFilters; i++) {
            final int filter = chosen[i];
            signs |= steps.signsAfter(ints, longs, event, intRuns[filter], longRuns[filter], chosenWindows & tumbling);
        }
        if ((chosenWindows & ~tumbling) != 0) {
            signs |= signsOfShares(ints, longs, event);
        }
        return signs < 0;
    }

    private long signsOfShares(int[] ints, long[] longs, EventValues event) {
        long signs = 0;
        for (int window = 0; window < panes.length; window++) {
            for (int i = 0; i < filtersIn(panes[window].window()); i++) {
                signs |=
                        panes[window].signsAfter(ints, longs, event, chosen[i], panePlaces[window], paneLimits[window]);
            }
        }
        for (int window = 0; window < rings.length; window++) {
            if (filtersIn(rings[window].window()) > 0) {
                signs |= ringLimits[window].signsAlone(event);
            }
        }
        return signs;
    }

    /** How many filters are chosen in a window. */
    private int filtersIn(int window) {
        return (chosenWindows >> window & 1) == 0 ? 0 : chosenFilters;
    }

    /** Counts an event that overflows nothing. */
    public void add(int[] ints, long[] longs, EventValues event) {
        for (int i = 0; i < chosenFilters; i++) {
            final int filter = chosen[i];
            steps.add(ints, longs, event, intRuns[filter], longRuns[filter], chosenWindows);
        }
        if ((chosenWindows & ~tumbling) != 0) {
            addToPanesAndRings(ints, longs, event);
        }
    }

    private void addToPanesAndRings(int[] ints, long[] longs, EventValues event) {
        for (int window = 0; window < panes.length; window++) {
            for (int i = 0; i < filtersIn(panes[window].window()); i++) {
                panes[window].add(
                        ints,
                        longs,
                        event,
                        chosen[i],
                        panePlaces[window],
                        newestPanes[window],
                        keepsNext[window],
                        steps);
            }
        }
        for (RingCells ring : rings) {
            for (int i = 0; i < filtersIn(ring.window()); i++) {
                ring.add(ints, longs, event, chosen[i]);
            }
        }
    }
}
