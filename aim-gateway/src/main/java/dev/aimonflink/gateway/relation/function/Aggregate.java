package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.function.Supplier;

/**
 * An aggregate for arguments of some types.
 *
 * @param takesNulls whether it sees rows in which its first argument is null
 */
public record Aggregate(String name, boolean takesNulls, Supplier<State> start) {
    /** The rows of one group so far. */
    public interface State {
        void add(Object[] arguments);

        /** Whether its result has all arguments that were added. */
        default boolean keepsArguments() {
            return false;
        }

        Object result();
    }

    /** @param arguments what the given ones are converted to */
    public record Match(Aggregate aggregate, List<PgType> arguments, PgType result) {}
}
