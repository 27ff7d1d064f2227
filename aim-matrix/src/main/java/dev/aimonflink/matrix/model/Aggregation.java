package dev.aimonflink.matrix.model;

import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The functions aggregated of one field, or of the events themselves.
 *
 * @param field empty for the events
 */
public record Aggregation(String field, Set<EventFunction> functions) implements Serializable {
    /** The model's word for the events themselves. */
    public static final String EVENTS = "events";

    public Aggregation {
        Set<EventFunction> inOrder = EnumSet.noneOf(EventFunction.class);
        inOrder.addAll(functions);
        functions = Collections.unmodifiableSet(inOrder);
    }

    public static Aggregation of(String field, Collection<EventFunction> functions) {
        return new Aggregation(field, Set.copyOf(functions));
    }

    /** The stored functions: the given ones, and those from which others are computed. */
    public Set<EventFunction> stored() {
        Set<EventFunction> stored = EnumSet.noneOf(EventFunction.class);
        functions.forEach(each -> stored.addAll(each.stored()));
        return stored;
    }

    public Set<EventFunction> derived() {
        Set<EventFunction> derived = EnumSet.noneOf(EventFunction.class);
        functions.stream().filter(each -> !each.isStored()).forEach(derived::add);
        return derived;
    }

    /** The functions that need a stored one that the model does not name; empty if it names it. */
    public Set<EventFunction> needing(EventFunction stored) {
        Set<EventFunction> needing = EnumSet.noneOf(EventFunction.class);
        if (!functions.contains(stored)) {
            // Each of them needs a count.
            derived().stream()
                    .filter(each ->
                            stored == EventFunction.COUNT || each.stored().contains(stored))
                    .forEach(needing::add);
        }
        return needing;
    }

    public boolean isOfEvents() {
        return field.isEmpty();
    }

    public String label() {
        return isOfEvents() ? EVENTS : field;
    }
}
