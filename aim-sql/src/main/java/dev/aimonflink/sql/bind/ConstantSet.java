package dev.aimonflink.sql.bind;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** A set of constants with fast look-up. */
public final class ConstantSet {
    private final Set<Object> values = new HashSet<>();
    private final boolean hasNull;

    /** @param constants of one type; may include null */
    public ConstantSet(Collection<?> constants) {
        constants.forEach(constant -> values.add(CanonicalValue.of(constant)));
        hasNull = values.remove(null);
    }

    /** Null if unknown: for null, and for a value not in the set if null is. Nothing is in an empty set, not even null. */
    public Boolean contains(Object value) {
        if (values.isEmpty() && !hasNull) {
            return false;
        }
        if (value == null) {
            return null;
        }
        return values.contains(CanonicalValue.of(value)) ? Boolean.TRUE : hasNull ? null : Boolean.FALSE;
    }

    /** The different non-null constants, in the form of {@link CanonicalValue}. */
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
