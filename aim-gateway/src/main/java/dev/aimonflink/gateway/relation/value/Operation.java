package dev.aimonflink.gateway.relation.value;

import dev.aimonflink.sql.type.PgType;

/**
 * An operator for operands of two types.
 *
 * @param code what it computes of operands that are not null
 */
public record Operation(PgType left, PgType right, PgType result, Code code) {
    /** Computes a value of two. */
    @FunctionalInterface
    public interface Code {
        Object apply(Object left, Object right);
    }
}
