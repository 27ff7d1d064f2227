package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.WindowPolicy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The events of one entity, and upper bounds of their totals. */
final class PlainHistory {
    /**
     * The totals of one function of one field, over any events: none exceeds the sum of all absolute values.
     *
     * @param column the oldest of them
     * @param limit up to which none overflows
     */
    record Bound(PlainColumn column, BigInteger limit) {
        /** One for all columns of the same function and field that can overflow. */
        static List<Bound> of(Collection<PlainColumn> columns) {
            Map<List<Object>, Bound> bounds = new HashMap<>();
            for (PlainColumn each : columns) {
                if (each.isExactTotal()) {
                    List<Object> measure = new ArrayList<>();
                    measure.add(each.function());
                    measure.add(each.field());
                    bounds.merge(measure, new Bound(each, each.limitOfAPart()), Bound::both);
                }
            }
            return List.copyOf(bounds.values());
        }

        private Bound both(Bound other) {
            return new Bound(
                    column.firstNumber() <= other.column.firstNumber() ? column : other.column, limit.min(other.limit));
        }

        private BigInteger change(PlainEvent event) {
            return event.number() >= column.firstNumber() ? column.change(event).abs() : BigInteger.ZERO;
        }
    }

    private final List<Bound> bounds;
    private final List<PlainEvent> events = new ArrayList<>();
    private final BigInteger[] most;

    /** By window, the latest time by which an event was judged not late. */
    private final Map<WindowPolicy, Long> judgedMs = new HashMap<>();

    PlainHistory(List<Bound> bounds) {
        this.bounds = bounds;
        most = new BigInteger[bounds.size()];
        Arrays.fill(most, BigInteger.ZERO);
    }

    /** The time by which a window judges an event: its Kafka partition's, or that of an earlier event. */
    long judgingMs(WindowPolicy window, long clockMs) {
        return Math.max(clockMs, judgedMs.getOrDefault(window, clockMs));
    }

    void judged(Collection<WindowPolicy> windows, long clockMs) {
        windows.forEach(window -> judgedMs.merge(window, clockMs, Math::max));
    }

    /** The same events for another model. A window that goes, and comes back later, knows no event. */
    PlainHistory evolved(List<Bound> itsBounds, Collection<WindowPolicy> itsWindows) {
        PlainHistory same = new PlainHistory(itsBounds);
        events.forEach(same::add);
        same.judgedMs.putAll(judgedMs);
        same.judgedMs.keySet().retainAll(itsWindows);
        return same;
    }

    List<PlainEvent> events() {
        return events;
    }

    void add(PlainEvent event) {
        events.add(event);
        for (int i = 0; i < most.length; i++) {
            most[i] = most[i].add(bounds.get(i).change(event));
        }
    }

    /** Whether a further event overflows no total, whatever the windows and filters are. */
    boolean surelyFits(PlainEvent next) {
        for (int i = 0; i < most.length; i++) {
            if (most[i].add(bounds.get(i).change(next)).compareTo(bounds.get(i).limit()) > 0) {
                return false;
            }
        }
        return true;
    }
}
