package dev.aimonflink.matrix.plain;

import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Ever;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.WindowPolicy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A stored column: a function over the events of an entity that its filter and window take. The copies of a column are equal, because they
 * take the same events.
 *
 * @param field null for counts of events
 * @param condition of its filter; empty for all events
 * @param firstNumber the first event that it takes, because models before it had no such column
 */
record PlainColumn(EventFunction function, EventField field, String condition, WindowPolicy window, long firstNumber) {
    private static final BigInteger MAX_INT = BigInteger.valueOf(Integer.MAX_VALUE);
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    boolean continues(PlainColumn other) {
        return function == other.function
                && condition.equals(other.condition)
                && window.equals(other.window)
                && (field == null ? other.field == null : other.field != null && isSame(field, other.field));
    }

    /** Numbers may get other bounds and more digits before the point, as long as the column can hold them. */
    private boolean isSame(EventField one, EventField other) {
        return one.name().equals(other.name())
                && one.type().scale() == other.type().scale()
                && one.type().is(Kind.TIME) == other.type().is(Kind.TIME)
                && held(one).equals(held(other));
    }

    private String held(EventField of) {
        boolean isDouble = of.type().is(Kind.DOUBLE);
        boolean isInt =
                switch (function) {
                    case SUM -> isNarrow(of);
                    case MIN, MAX -> of.type().is(Kind.INT);
                    default -> false;
                };
        return function == EventFunction.COUNT ? "events" : isDouble ? "doubles" : isInt ? "ints" : "longs";
    }

    PlainColumn from(long number) {
        return new PlainColumn(function, field, condition, window, number);
    }

    Object value(List<PlainEvent> ofEntity, PlainClock clock) {
        return switch (function) {
            case MIN -> extreme(ofEntity, clock, 1);
            case MAX -> extreme(ofEntity, clock, -1);
            default -> shown(total(ofEntity, clock));
        };
    }

    private Object extreme(List<PlainEvent> ofEntity, PlainClock clock, int sign) {
        Object extreme = null;
        for (PlainEvent event : taken(ofEntity, clock)) {
            Object value = event.value(field.name());
            if (extreme == null || compare(value, extreme) * sign < 0) {
                extreme = value;
            }
        }
        return extreme == null || extreme instanceof Double ? extreme : shown(exact(extreme), 1);
    }

    /** In the order of doubles, -0.0 is less than 0.0. */
    private static int compare(Object one, Object other) {
        return one instanceof Double number
                ? Double.compare(number, (Double) other)
                : exact(one).compareTo(exact(other));
    }

    private Object shown(BigDecimal total) {
        if (function == EventFunction.COUNT) {
            return total.longValueExact();
        }
        return shown(total, function == EventFunction.SUM ? 1 : 2);
    }

    /** A value in the present type of the field, which may have been another when its events came. */
    private Object shown(BigDecimal value, int power) {
        return switch (field.type().kind()) {
            case DOUBLE -> value.doubleValue();
            case DECIMAL -> value.setScale(field.type().scale() * power);
            default -> value.longValueExact();
        };
    }

    /** The exact count, sum or sum of squares for an entity. */
    BigDecimal total(List<PlainEvent> ofEntity, PlainClock clock) {
        return total(taken(ofEntity, clock));
    }

    private BigDecimal total(List<PlainEvent> taken) {
        return taken.stream().map(this::contribution).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    private BigDecimal contribution(PlainEvent event) {
        return switch (function) {
            case COUNT -> BigDecimal.ONE;
            case SUM -> exact(event.value(field.name()));
            default -> exact(event.value(field.name())).pow(2);
        };
    }

    private static BigDecimal exact(Object value) {
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        } else if (value instanceof Double number) {
            return new BigDecimal(number);
        } else if (value instanceof Instant time) {
            return BigDecimal.valueOf(time.toEpochMilli());
        } else {
            return (BigDecimal) value;
        }
    }

    /** The events that an entity's value is over, in order of arrival. */
    private List<PlainEvent> taken(List<PlainEvent> ofEntity, PlainClock clock) {
        long startMs = clock.startMs(window);
        List<PlainEvent> inWindow = new ArrayList<>();
        for (PlainEvent event : ofEntity) {
            if (isFor(event) && event.timeMs() >= startMs) {
                inWindow.add(event);
            }
        }
        if (window instanceof LastEvents last) {
            // An event without the field is one of the last events, too.
            inWindow.subList(0, Math.max(0, inWindow.size() - last.count())).clear();
        }
        inWindow.removeIf(event -> !hasField(event));
        return inWindow;
    }

    private boolean isFor(PlainEvent event) {
        return event.number() >= firstNumber && (condition.isEmpty() || event.fulfils(condition));
    }

    private boolean hasField(PlainEvent event) {
        return field == null || event.value(field.name()) != null;
    }

    /** Whether a further event would make a count or sum too large. */
    boolean overflows(List<PlainEvent> ofEntity, PlainEvent next, PlainClock clock) {
        if (!isExactTotal() || !isFor(next) || !hasField(next) || next.timeMs() < clock.startMs(window)) {
            return false;
        }
        BigInteger change = change(next);
        if (window instanceof LastEvents) {
            return isBeyond(change);
        } else if (window.panes() > 1) {
            PlainClock.Pane pane = clock.pane(window, next.timeMs());
            List<PlainEvent> inPane = taken(ofEntity, clock).stream()
                    .filter(event -> pane.contains(event.timeMs()))
                    .toList();
            return isBeyond(units(total(inPane)).add(change));
        } else {
            BigInteger after = units(total(ofEntity, clock)).add(change);
            return after.compareTo(max()) > 0 || after.compareTo(max().not()) < 0;
        }
    }

    /** By how much an event changes the total, as a number without its point. */
    BigInteger change(PlainEvent event) {
        return hasField(event) ? units(contribution(event)) : BigInteger.ZERO;
    }

    /** Whether it is a total that can overflow, unlike one of doubles. */
    boolean isExactTotal() {
        return switch (function) {
            case COUNT -> true;
            case SUM, SQUARES -> !field.type().is(Kind.DOUBLE);
            default -> false;
        };
    }

    /** Whether the sum of such numbers, one for each part of the window, could be too large. */
    private boolean isBeyond(BigInteger number) {
        return number.abs().compareTo(limitOfAPart()) > 0;
    }

    /** The limit of each part that the window sums up. */
    BigInteger limitOfAPart() {
        int parts = window instanceof LastEvents last ? last.count() : Math.max(1, window.panes());
        return max().divide(BigInteger.valueOf(parts));
    }

    /** The greatest number of the width; its bitwise complement is the least. */
    private BigInteger max() {
        return isNarrow(field) ? MAX_INT : MAX_LONG;
    }

    private boolean isNarrow(EventField of) {
        return !(window instanceof Ever)
                && (function == EventFunction.COUNT || (function == EventFunction.SUM && of.hasNarrowSums()));
    }

    /** A number without its point. */
    private static BigInteger units(BigDecimal number) {
        return number.unscaledValue();
    }
}
