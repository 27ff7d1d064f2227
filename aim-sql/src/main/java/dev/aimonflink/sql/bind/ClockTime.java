package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.type.SqlType;
import java.util.Optional;

/** What a statement can use of the asker's clock. Passed as parameters numbered below those of a text. */
public enum ClockTime {
    /** {@code now()}. */
    NOW,
    /** {@code localtimestamp}: the same as the asker's clock shows it. */
    LOCAL_NOW,
    /** {@code current_date}. */
    TODAY,
    /** When that day began. */
    MIDNIGHT,
    ZONE;

    private SqlType type() {
        return switch (this) {
            case NOW, MIDNIGHT -> SqlType.TIMESTAMP;
            case LOCAL_NOW -> SqlType.LOCAL_TIMESTAMP;
            case TODAY -> SqlType.DATE;
            case ZONE -> SqlType.TEXT;
        };
    }

    Bound.Parameter parameter(int position) {
        return new Bound.Parameter(-ordinal(), type(), position);
    }

    public static Optional<ClockTime> of(Bound node) {
        return node instanceof Bound.Parameter parameter && parameter.number() <= 0
                ? Optional.of(values()[-parameter.number()])
                : Optional.empty();
    }
}
