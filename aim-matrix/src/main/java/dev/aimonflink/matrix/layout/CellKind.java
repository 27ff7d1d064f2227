package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType.Kind;

/** What a cell of a record holds, and how an event changes it. */
public enum CellKind {
    COUNT(true, 0),
    INT_SUM(true, 0),
    INT_MIN(true, Integer.MAX_VALUE),
    INT_MAX(true, Integer.MIN_VALUE),
    /** In a window without an end. */
    LONG_COUNT(false, 0),
    LONG_SUM(false, 0),
    LONG_MIN(false, Long.MAX_VALUE),
    LONG_MAX(false, Long.MIN_VALUE),
    LONG_SQUARES(false, 0),
    /** A sum of doubles, and behind all its copies the rounding errors. */
    DOUBLE_SUM(false, 0),
    /** In the order of longs, so that it is compared like one. */
    DOUBLE_MIN(false, Long.MAX_VALUE),
    DOUBLE_MAX(false, Long.MIN_VALUE),
    DOUBLE_SQUARES(false, 0);

    private final boolean isInt;
    private final long empty;

    CellKind(boolean isInt, long empty) {
        this.isInt = isInt;
        this.empty = empty;
    }

    public boolean isInt() {
        return isInt;
    }

    /** The value over no events. */
    public long empty() {
        return empty;
    }

    public boolean isCount() {
        return this == COUNT || this == LONG_COUNT;
    }

    /** Whether the value grows with each event, so that it could overflow. */
    public boolean isExactSum() {
        return isCount() || this == INT_SUM || this == LONG_SUM || this == LONG_SQUARES;
    }

    /** Whether the value is a double, as bits. */
    public boolean isDouble() {
        return compareTo(DOUBLE_SUM) >= 0;
    }

    /** How many cells a copy takes. */
    int cells() {
        return this == DOUBLE_SUM || this == DOUBLE_SQUARES ? 2 : 1;
    }

    /** The kind with room for the events of all time. */
    CellKind wide() {
        return switch (this) {
            case COUNT -> LONG_COUNT;
            case INT_SUM -> LONG_SUM;
            default -> this;
        };
    }

    /** @param field null for the events themselves */
    static CellKind of(EventFunction function, EventField field) {
        if (function == EventFunction.COUNT) {
            return COUNT;
        }
        boolean isDouble = field.type().is(Kind.DOUBLE);
        boolean isInt = field.type().is(Kind.INT);
        return switch (function) {
            case SUM -> isDouble ? DOUBLE_SUM : field.hasNarrowSums() ? INT_SUM : LONG_SUM;
            case MIN -> isDouble ? DOUBLE_MIN : isInt ? INT_MIN : LONG_MIN;
            case MAX -> isDouble ? DOUBLE_MAX : isInt ? INT_MAX : LONG_MAX;
            case SQUARES -> isDouble ? DOUBLE_SQUARES : LONG_SQUARES;
            default -> throw new IllegalArgumentException(function.label() + " is computed, not stored.");
        };
    }
}
