package dev.aimonflink.core.model;

import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The functions that are aggregated of one field, or of the events themselves.
 *
 * @param field empty for the events
 */
public record Aggregation(String field, Set<AggregateFunction> functions) implements Serializable {
    /** What a model calls the events themselves. */
    public static final String EVENTS = "events";

    public Aggregation {
        Set<AggregateFunction> inOrder = EnumSet.noneOf(AggregateFunction.class);
        inOrder.addAll(functions);
        functions = Collections.unmodifiableSet(inOrder);
    }

    public static Aggregation of(String field, Collection<AggregateFunction> functions) {
        return new Aggregation(field, Set.copyOf(functions));
    }

    /** The number of events that a filter holds for. */
    public static Aggregation ofEvents() {
        return new Aggregation("", EnumSet.of(AggregateFunction.COUNT));
    }

    /** The functions that are stored: the given ones, and those from which others are computed. */
    public Set<AggregateFunction> stored() {
        Set<AggregateFunction> stored = EnumSet.noneOf(AggregateFunction.class);
        functions.forEach(each -> stored.addAll(each.stored()));
        return stored;
    }

    /** The functions that are computed from stored ones. */
    public Set<AggregateFunction> derived() {
        Set<AggregateFunction> derived = EnumSet.noneOf(AggregateFunction.class);
        functions.stream().filter(each -> !each.isStored()).forEach(derived::add);
        return derived;
    }

    /** The functions for which a stored one is kept that the model does not name; none if it names it. */
    public Set<AggregateFunction> needing(AggregateFunction stored) {
        Set<AggregateFunction> needing = EnumSet.noneOf(AggregateFunction.class);
        if (!functions.contains(stored)) {
            // Each of them needs a count.
            derived().stream()
                    .filter(each ->
                            stored == AggregateFunction.COUNT || each.stored().contains(stored))
                    .forEach(needing::add);
        }
        return needing;
    }

    public boolean isOfEvents() {
        return field.isEmpty();
    }

    /** As in a model. */
    public String label() {
        return isOfEvents() ? EVENTS : field;
    }
}
