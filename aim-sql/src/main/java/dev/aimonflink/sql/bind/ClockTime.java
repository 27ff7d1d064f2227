package dev.aimonflink.sql.bind;

import java.util.Optional;

/** What a statement can have of the clock of who asks. It is a parameter that has a number below those of a text. */
public enum ClockTime {
    /** {@code now()}. */
    NOW(SqlType.TIMESTAMP),
    /** {@code localtimestamp}: the same as the clock of who asks shows it. */
    LOCAL_NOW(SqlType.LOCAL_TIMESTAMP),
    /** {@code current_date}. */
    TODAY(SqlType.DATE),
    /** When that day began. */
    MIDNIGHT(SqlType.TIMESTAMP);

    private final SqlType type;

    ClockTime(SqlType type) {
        this.type = type;
    }

    Bound.Parameter parameter(int position) {
        return new Bound.Parameter(-ordinal(), type, position);
    }

    /** The time that a node stands for; empty if it is another one. */
    public static Optional<ClockTime> of(Bound node) {
        return node instanceof Bound.Parameter parameter && parameter.number() <= 0
                ? Optional.of(values()[-parameter.number()])
                : Optional.empty();
    }
}
