package dev.aimonflink.matrix.update;

import dev.aimonflink.matrix.layout.CacheLines;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.RingCells;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How an event changes a record, made once for a model. It counts for the filters that hold for it, in the windows that contain it; the
 * {@linkplain FilterSteps steps} are the same for each filter. Nothing is allocated.
 *
 * <p>For one thread, because it holds the state chosen for an event.
 */
public final class UpdatePlan {
    /** Of runs with one window, as a set of bits. */
    private static final long ONLY_WINDOW = 1;

    private final FilterChoice filters;
    private final FilterSteps steps;

    /** By filter, where its cells begin in the ints and in the longs; behind the last filter, where they end. */
    private final int[] intRuns;

    private final int[] longRuns;

    /** The sliding windows. */
    private final PaneUpdate[] panes;

    /** The windows of the last events, and each event's share of a sum. */
    private final RingCells[] rings;

    private final ShareLimits[] ringLimits;

    /** All other windows that end, as a set of bits. */
    private final long tumbling;

    /** All windows that end, likewise. */
    private final long ending;

    /** The cells of the window without an end, or null. */
    private final CellLayout ever;

    private final FilterSteps everSteps;

    /** The filters that hold for the event, and their number. */
    private final int[] chosen;

    private int chosenFilters;

    /** The windows that contain the event, as a set of bits. */
    private long chosenWindows;

    /** @param nextWindows the sliding windows whose values after the next turn are needed, as a set of bits */
    public UpdatePlan(MatrixSchema schema, long nextWindows) {
        this(schema.layout(), nextWindows, CompiledSteps.fits(schema.layout()));
    }

    UpdatePlan(CellLayout layout, long nextWindows, boolean isCompiled) {
        Model model = layout.model();
        List<EventFilter> all = model.aggregates().filters();
        steps = isCompiled ? CompiledSteps.of(layout) : new WalkedSteps(layout);
        ever = layout.ever();
        boolean isEverCompiled = ever != null && isCompiled && CompiledSteps.fits(ever);
        everSteps = ever == null ? null : isEverCompiled ? CompiledSteps.of(ever) : new WalkedSteps(ever);
        filters = new FilterChoice(all, model.event());
        chosen = new int[all.size()];
        intRuns = IntStream.rangeClosed(0, all.size())
                .map(filter -> layout.intRun(filter, 0))
                .toArray();
        longRuns = IntStream.rangeClosed(0, all.size())
                .map(filter -> layout.longRun(filter, 0))
                .toArray();
        panes = IntStream.range(0, layout.windows())
                .mapToObj(layout::panes)
                .filter(Objects::nonNull)
                .map(each ->
                        new PaneUpdate(each, new ShareLimits(layout, each.panes()), has(nextWindows, each.window())))
                .toArray(PaneUpdate[]::new);
        rings = IntStream.range(0, layout.windows())
                .mapToObj(layout::ring)
                .filter(Objects::nonNull)
                .toArray(RingCells[]::new);
        ringLimits = Stream.of(rings)
                .map(each -> new ShareLimits(layout, each.places()))
                .toArray(ShareLimits[]::new);
        ending = layout.windowsOfRun() == 0 ? 0 : -1L >>> (Long.SIZE - layout.windowsOfRun());
        long others = ending;
        for (PaneUpdate each : panes) {
            others &= ~(1L << each.window());
        }
        for (RingCells each : rings) {
            others &= ~(1L << each.window());
        }
        tumbling = others;
    }

    private static boolean has(long windows, int window) {
        return (windows >> window & 1) != 0;
    }

    /**
     * Chooses the cells that an event changes: those of each filter that holds for it, in the windows and panes of its time. Call before
     * {@link #overflows} and {@link #add}.
     */
    public void choose(EventValues event, WindowClock clock, long timeMs) {
        choose(event, clock.windowsOf(timeMs));
        for (PaneUpdate each : panes) {
            if (has(chosenWindows, each.window())) {
                each.choose(clock, timeMs);
            }
        }
    }

    /**
     * As above, for a model without sliding windows, or for {@link #touch} alone.
     *
     * @param windows a set of bits, by index
     * @throws FilterFailure if a condition fails on the event, as in a division by zero
     */
    public void choose(EventValues event, long windows) {
        chosenWindows = windows;
        chosenFilters = filters.choose(event, chosen);
    }

    /** As a set of bits, by index. */
    public long chosenFilters() {
        long bits = 0;
        for (int i = 0; i < chosenFilters; i++) {
            bits |= 1L << chosen[i];
        }
        return bits;
    }

    /** Reads each cache line that an event at the clock's time changes for the chosen filters; the result depends on all of them. */
    public long touch(int[] ints, long[] longs, WindowClock clock) {
        long touched = 0;
        for (int i = 0; i < chosenFilters; i++) {
            final int filter = chosen[i];
            touched += CacheLines.read(ints, intRuns[filter], intRuns[filter + 1])
                    + CacheLines.read(longs, longRuns[filter], longRuns[filter + 1]);
        }
        for (int i = 0; i < chosenFilters && ever != null; i++) {
            final int filter = chosen[i];
            touched += CacheLines.read(ints, ever.intRun(filter, 0), ever.intRun(filter + 1, 0))
                    + CacheLines.read(longs, ever.longRun(filter, 0), ever.longRun(filter + 1, 0));
        }
        for (PaneUpdate each : panes) {
            final int place = each.newestPlace(clock);
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

    /** Whether a count or a sum would overflow. Call before anything is changed, because an event counts wholly or not at all. */
    public boolean overflows(int[] ints, long[] longs, EventValues event) {
        long signs = 0;
        for (int i = 0; i < chosenFilters; i++) {
            final int filter = chosen[i];
            signs |= steps.signsAfter(ints, longs, event, intRuns[filter], longRuns[filter], chosenWindows & tumbling);
        }
        if ((chosenWindows & ~tumbling) != 0) {
            signs |= signsOfShares(ints, longs, event) | signsOfEver(ints, longs, event);
        }
        return signs < 0;
    }

    private long signsOfShares(int[] ints, long[] longs, EventValues event) {
        long signs = 0;
        for (PaneUpdate each : panes) {
            for (int i = 0; i < filtersIn(each.window()); i++) {
                signs |= each.signsAfter(ints, longs, event, chosen[i]);
            }
        }
        for (int ring = 0; ring < rings.length; ring++) {
            if (filtersIn(rings[ring].window()) > 0) {
                signs |= ringLimits[ring].signsAlone(event);
            }
        }
        return signs;
    }

    private long signsOfEver(int[] ints, long[] longs, EventValues event) {
        long signs = 0;
        for (int i = 0; i < chosenFiltersOfEver(); i++) {
            final int filter = chosen[i];
            signs |= everSteps.signsAfter(
                    ints, longs, event, ever.intRun(filter, 0), ever.longRun(filter, 0), ONLY_WINDOW);
        }
        return signs;
    }

    private int chosenFiltersOfEver() {
        return (chosenWindows & ~ending) == 0 || ever == null ? 0 : chosenFilters;
    }

    private int filtersIn(int window) {
        return has(chosenWindows, window) ? chosenFilters : 0;
    }

    /** Counts an event that overflows nothing. */
    public void add(int[] ints, long[] longs, EventValues event) {
        for (int i = 0; i < chosenFilters; i++) {
            final int filter = chosen[i];
            steps.add(ints, longs, event, intRuns[filter], longRuns[filter], chosenWindows & ending);
        }
        if ((chosenWindows & ~tumbling) != 0) {
            addToPanesAndRings(ints, longs, event);
            for (int i = 0; i < chosenFiltersOfEver(); i++) {
                final int filter = chosen[i];
                everSteps.add(ints, longs, event, ever.intRun(filter, 0), ever.longRun(filter, 0), ONLY_WINDOW);
            }
        }
    }

    private void addToPanesAndRings(int[] ints, long[] longs, EventValues event) {
        for (PaneUpdate each : panes) {
            for (int i = 0; i < filtersIn(each.window()); i++) {
                each.add(ints, longs, event, chosen[i], steps);
            }
        }
        for (RingCells each : rings) {
            for (int i = 0; i < filtersIn(each.window()); i++) {
                each.add(ints, longs, event, chosen[i]);
            }
        }
    }
}
