package dev.aimonflink.core.partial;

import dev.aimonflink.sql.evaluate.Order;
import java.io.IOException;

/** The kinds of states. The order is part of the binary form: append only. */
enum StateKind {
    COUNT,
    SUM,
    MIN_LONG,
    MAX_LONG,
    MIN_DOUBLE,
    MAX_DOUBLE,
    MIN_TEXT,
    MAX_TEXT,
    ARG_MIN_LONG,
    ARG_MAX_LONG,
    ARG_MIN_DOUBLE,
    ARG_MAX_DOUBLE,
    MOMENTS,
    RATIO,
    ARG_MIN_RATIO,
    LOWEST_LONGS,
    HIGHEST_LONGS,
    LOWEST_DOUBLES,
    HIGHEST_DOUBLES,
    RECORD,
    MIN_VALUE,
    MAX_VALUE,
    ARG_MIN_VALUE,
    ARG_MAX_VALUE,
    DECIMAL_SUM,
    DECIMAL_MOMENTS,
    VALUE_COUNTS,
    PARTIAL;

    private static final StateKind[] KINDS = values();

    private boolean isHighest() {
        return switch (this) {
            case MAX_LONG,
                    MAX_DOUBLE,
                    MAX_TEXT,
                    ARG_MAX_LONG,
                    ARG_MAX_DOUBLE,
                    HIGHEST_LONGS,
                    HIGHEST_DOUBLES,
                    MAX_VALUE,
                    ARG_MAX_VALUE -> true;
            default -> false;
        };
    }

    boolean isDouble() {
        return switch (this) {
            case MIN_DOUBLE, MAX_DOUBLE, ARG_MIN_DOUBLE, ARG_MAX_DOUBLE, LOWEST_DOUBLES, HIGHEST_DOUBLES -> true;
            default -> false;
        };
    }

    /** Negative if the first value comes before the second. Both are longs, or the bits of doubles. */
    int order(long first, long second) {
        int order = isDouble()
                ? Double.compare(Double.longBitsToDouble(first), Double.longBitsToDouble(second))
                : Long.compare(first, second);
        return isHighest() ? -order : order;
    }

    /** Negative if the first text comes before the second. */
    int order(String first, String second) {
        return isHighest() ? Order.compareTexts(second, first) : Order.compareTexts(first, second);
    }

    /** Negative if the first value of any SQL type comes before the second. Neither is null. */
    int order(Object first, Object second) {
        return isHighest() ? Values.compare(second, first) : Values.compare(first, second);
    }

    /** Returns the value, or throws if this kind has doubles: the long would be taken for the bits of one. */
    long requireLong(long value) {
        if (isDouble()) {
            throw new IllegalStateException("The state " + this + " has doubles.");
        }
        return value;
    }

    long requireDouble(long bits) {
        if (!isDouble()) {
            throw new IllegalStateException("The state " + this + " has longs.");
        }
        return bits;
    }

    static void write(States states, PartialWriter out) {
        out.number(states.kind().ordinal());
        states.writeForm(out);
    }

    /** Reads of which kind a column is, and makes it. */
    static States read(PartialReader in) throws IOException {
        StateKind kind = KINDS[(int) in.number("kind", 0, KINDS.length - 1)];
        return switch (kind) {
            case COUNT -> new Counts();
            case SUM -> new Sums();
            case MIN_LONG, MAX_LONG, MIN_DOUBLE, MAX_DOUBLE -> new Extremes(kind);
            case MIN_TEXT, MAX_TEXT -> new TextExtremes(kind);
            case ARG_MIN_LONG, ARG_MAX_LONG, ARG_MIN_DOUBLE, ARG_MAX_DOUBLE -> new EntityExtremes(kind);
            case MOMENTS -> new MomentSums();
            case RATIO -> new Ratios();
            case ARG_MIN_RATIO -> new LowestRatios();
            case LOWEST_LONGS, HIGHEST_LONGS, LOWEST_DOUBLES, HIGHEST_DOUBLES ->
                new TopEntities(kind, (int) in.number("most", 1, TopEntities.MAX_ENTITIES));
            case RECORD -> new Records();
            case MIN_VALUE, MAX_VALUE -> new ValueExtremes(kind);
            case ARG_MIN_VALUE, ARG_MAX_VALUE -> new ArgExtremes(kind);
            case DECIMAL_SUM, DECIMAL_MOMENTS -> new DecimalSums(kind);
            case VALUE_COUNTS -> new ValueCounts((int) in.number("most", 1, ValueCounts.MAX_VALUES));
            case PARTIAL -> in.mayHavePartials() ? new Partials() : refusePartials();
        };
    }

    /** Each level of partials in partials would take a level of the stack to read. */
    private static States refusePartials() throws IOException {
        throw PartialReader.damaged("a partial in a partial has partials");
    }
}
