package dev.aimonflink.sql.bind;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Constants among which a value is found without comparing it with each. */
public final class ConstantSet {
    private final Set<Object> values = new HashSet<>();
    private final boolean hasNull;

    /** @param constants of one type; null for null */
    public ConstantSet(Collection<?> constants) {
        constants.forEach(constant -> values.add(CanonicalValue.of(constant)));
        hasNull = values.remove(null);
    }

    /**
     * Null where it is not known: for null, and for what is not there if null is. Nothing is among no constants, not even
     * null.
     */
    public Boolean contains(Object value) {
        if (values.isEmpty() && !hasNull) {
            return false;
        }
        if (value == null) {
            return null;
        }
        return values.contains(CanonicalValue.of(value)) ? Boolean.TRUE : hasNull ? null : Boolean.FALSE;
    }

    /** The constants that are not null, once each, in the form of {@link CanonicalValue}. */
    public Set<Object> values() {
        return Collections.unmodifiableSet(values);
    }

    public boolean hasNull() {
        return hasNull;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConstantSet set && hasNull == set.hasNull && values.equals(set.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values + (hasNull ? " and null" : "");
    }
}
