package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FilterConditions;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.sql.bind.Bound;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Computes every value of any model from the events themselves, as simply as possible. Keeps all events, and aggregates only when a value
 * is asked for, or the next event could overflow it. Not thread-safe.
 *
 * <p>Events must be {@linkplain dev.aimonflink.matrix.model.EventFaults without fault}. Keys are {@link Long} or {@link String}, as in the
 * model.
 */
public final class PlainMatrix {
    public enum Outcome {
        APPLIED,
        /** The event is older than all windows. */
        LATE,
        /** A count or a sum would be too large. */
        OVERFLOW
    }

    private final Model model;
    private final PlainClock clock;

    /** By window, the time by which the last event was judged. */
    private final Map<WindowPolicy, PlainClock> judging = new HashMap<>();

    private final PlainEvent.Reader reader;
    private final Map<ModelColumn, PlainColumn> stored = new LinkedHashMap<>();
    private final Map<ModelColumn, PlainDerived> derived = new HashMap<>();

    /** The stored columns without their copies, which are equal. */
    private final Set<PlainColumn> distinct;

    private final List<PlainHistory.Bound> bounds;
    private final Map<Object, PlainHistory> histories = new LinkedHashMap<>();
    private long nextNumber;

    /** A matrix without events, whose clock has no time. */
    public PlainMatrix(Model model, ZoneId zone) {
        this(model, new PlainClock(zone), 0, Map.of());
    }

    private PlainMatrix(Model model, PlainClock clock, long nextNumber, Map<String, PlainColumn> before) {
        this.model = model;
        this.clock = clock;
        this.nextNumber = nextNumber;
        Map<String, Bound> conditions = new HashMap<>();
        for (EventFilter filter : model.aggregates().filters()) {
            if (!filter.isAll()) {
                conditions.put(filter.condition(), FilterConditions.bound(filter, model.event()));
            }
        }
        reader = new PlainEvent.Reader(model.event(), conditions);
        for (ModelColumn column : model.columns()) {
            if (column.function().isStored()) {
                PlainColumn fresh = plain(column);
                PlainColumn old = before.get(column.name());
                boolean isKept = old != null && fresh.continues(old);
                stored.put(column, isKept ? fresh.from(old.firstNumber()) : fresh);
            } else {
                // Stored columns come first.
                derived.put(column, derived(column));
            }
        }
        distinct = new HashSet<>(stored.values());
        bounds = PlainHistory.Bound.of(distinct);
    }

    private PlainColumn plain(ModelColumn column) {
        Aggregates aggregates = model.aggregates();
        return new PlainColumn(
                column.function(),
                column.field() == ModelColumn.NO_FIELD
                        ? null
                        : model.event().fields().get(column.field()),
                aggregates.filters().get(column.filter()).condition(),
                aggregates.windows().get(column.window()),
                nextNumber);
    }

    private PlainDerived derived(ModelColumn column) {
        // An average of a field that events may lack counts those that have it.
        boolean isOptional = model.event().fields().get(column.field()).isOptional();
        boolean isAverage = column.function() == EventFunction.AVG;
        return new PlainDerived(
                column.function(),
                beside(column, EventFunction.COUNT, isOptional ? column.field() : ModelColumn.NO_FIELD),
                beside(column, EventFunction.SUM, column.field()),
                isAverage ? null : beside(column, EventFunction.SQUARES, column.field()));
    }

    /** The stored column of the same filter, window and copy. */
    private PlainColumn beside(ModelColumn column, EventFunction function, int field) {
        return stored.entrySet().stream()
                .filter(each -> each.getKey().function() == function
                        && each.getKey().field() == field
                        && each.getKey().filter() == column.filter()
                        && each.getKey().window() == column.window()
                        && each.getKey().copy() == column.copy())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** As below, if all events come from one Kafka partition whose clock is the matrix's. */
    public Outcome apply(Object key, long timeMs, EventValues values) {
        clock.advanceTo(timeMs);
        return apply(key, clock.nowMs(), timeMs, values);
    }

    /**
     * A late or overflowing event changes nothing else.
     *
     * @param clockMs the newest event time in its Kafka partition, by which it is judged
     * @throws dev.aimonflink.sql.SqlException if a filter has no value for it, as in a division by zero
     */
    public Outcome apply(Object key, long clockMs, long timeMs, EventValues values) {
        clock.advanceTo(clockMs);
        PlainHistory known = histories.get(key);
        PlainHistory history = known == null ? new PlainHistory(bounds) : known;
        List<WindowPolicy> windows = model.aggregates().windows();
        judging.clear();
        windows.forEach(each -> judging.put(each, clock.at(history.judgingMs(each, clockMs))));
        if (windows.stream().allMatch(window -> timeMs < judging.get(window).startMs(window))) {
            return Outcome.LATE;
        }
        PlainEvent event = reader.event(nextNumber, timeMs, values);
        history.judged(windows, clockMs);
        if (!history.surelyFits(event)
                && distinct.stream().anyMatch(each -> overflows(each, history.events(), event))) {
            return Outcome.OVERFLOW;
        }
        history.add(event);
        histories.put(key, history);
        nextNumber++;
        return Outcome.APPLIED;
    }

    /** The first column, in the model's order, that the event just applied overflowed. */
    public Optional<ModelColumn> overflowing(Object key, long timeMs, EventValues values) {
        PlainEvent event = reader.event(nextNumber, timeMs, values);
        return stored.entrySet().stream()
                .filter(each -> overflows(each.getValue(), events(key), event))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private boolean overflows(PlainColumn column, List<PlainEvent> ofEntity, PlainEvent event) {
        return column.overflows(ofEntity, event, judging.getOrDefault(column.window(), clock));
    }

    public void advanceTo(long timeMs) {
        clock.advanceTo(timeMs);
    }

    public void forget(Object key) {
        histories.remove(key);
    }

    /** The entities with an applied event, in the order of their first one. */
    public List<Object> keys() {
        return List.copyOf(histories.keySet());
    }

    /**
     * The value of a model's column for an entity; an unknown entity has no events.
     *
     * <ul>
     *   <li>{@link Long} for counts, for sums, extremes and squares of whole numbers, and for times in epoch milliseconds,
     *   <li>{@link java.math.BigDecimal} for those of decimals, with the field's scale, or twice that for squares,
     *   <li>{@link Double} for those of doubles, and for averages, variances and deviations of a population.
     * </ul>
     *
     * Over no events, counts, sums and squares are 0, and all others null.
     */
    public Object value(Object key, ModelColumn column) {
        PlainColumn ofEvents = stored.get(column);
        if (ofEvents != null) {
            return ofEvents.value(events(key), clock);
        }
        PlainDerived computed = derived.get(column);
        if (computed == null) {
            throw new IllegalArgumentException("column=" + column.name() + " is not one of the model " + model.name()
                    + ". Give one of its columns().");
        }
        return computed.value(events(key), clock);
    }

    private List<PlainEvent> events(Object key) {
        PlainHistory known = histories.get(key);
        return known == null ? List.of() : known.events();
    }

    /**
     * A matrix of another model that continues with the same entities at the same time, leaving this one as it is.
     *
     * <p>A stored column keeps its content if one here has its name, function, field, condition and window. A field is the same if it has
     * the same name and digits behind the point, and the column holds its values in as many bits. All other columns begin empty. Averages
     * and the like are computed from the stored columns, even if these differ in age.
     */
    public PlainMatrix evolvedTo(Model other) {
        Map<String, PlainColumn> byName = new HashMap<>();
        stored.forEach((column, plain) -> byName.put(column.name(), plain));
        PlainMatrix evolved = new PlainMatrix(other, clock.copy(), nextNumber, byName);
        List<WindowPolicy> windows = other.aggregates().windows();
        histories.forEach((key, history) -> evolved.histories.put(key, history.evolved(evolved.bounds, windows)));
        return evolved;
    }

    /**
     * A column computed from stored ones: an average, or the variance or deviation of a population.
     *
     * @param squares null for an average
     */
    private record PlainDerived(EventFunction function, PlainColumn count, PlainColumn sum, PlainColumn squares) {
        /**
         * Enough to round to the nearest double. Quotients of exact fields have a denominator of at most count squared times 10^36, so they
         * are far from the middle of two doubles, or exactly there with fewer digits. The same goes for their roots.
         */
        private static final MathContext PRECISION = new MathContext(120);

        /** Null over no events. */
        Double value(List<PlainEvent> ofEntity, PlainClock clock) {
            BigDecimal events = count.total(ofEntity, clock);
            if (events.signum() == 0) {
                return null;
            }
            BigDecimal total = sum.total(ofEntity, clock);
            if (function == EventFunction.AVG) {
                return total.divide(events, PRECISION).doubleValue();
            }
            BigDecimal spread = events.multiply(squares.total(ofEntity, clock)).subtract(total.pow(2));
            if (spread.signum() < 0) {
                // A column added by a later model takes fewer events than the others, so they belong to no common
                // population.
                return null;
            }
            BigDecimal variance = spread.divide(events.pow(2), PRECISION);
            return (function == EventFunction.VAR ? variance : variance.sqrt(PRECISION)).doubleValue();
        }
    }
}
