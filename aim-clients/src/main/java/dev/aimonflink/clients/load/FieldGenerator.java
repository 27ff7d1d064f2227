package dev.aimonflink.clients.load;

import dev.aimonflink.core.model.EventFaults;
import dev.aimonflink.core.model.EventField;
import dev.aimonflink.core.model.EventValues;
import dev.aimonflink.core.model.FieldType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.SplittableRandom;

/**
 * Draws the values of one field by its type:
 *
 * <ul>
 *   <li>numbers uniformly from min to max. A missing min is 0 and a missing max 1,000; or, where the other bound leaves nothing
 *       between, 1,000 away from it. Those whose sums have 32 bits are drawn from at most 10,000 numbers, from 0 on if the bounds
 *       allow that: the sums of a busy entity would overflow within seconds otherwise, and its events be dead letters.
 *   <li>booleans, of which half are true
 *   <li>values of an enumeration, the k-th of which is k times as rare as the first
 *   <li>texts uniformly from {@link #WORDS} of them: {@code merchant-1}, {@code merchant-2} and on
 *   <li>times in a span that ends with a given moment
 * </ul>
 *
 * One in {@link #NULL_ONE_IN} values of an optional field is null. Draws allocate nothing.
 */
final class FieldGenerator {
    static final int WORDS = 32;
    static final int NULL_ONE_IN = 10;

    private static final BigDecimal USUAL_SPAN = BigDecimal.valueOf(1_000);
    /** Takes 200,000 events of an entity to overflow a sum of 32 bits. */
    private static final BigDecimal NARROW_SPAN = BigDecimal.valueOf(10_000);

    private static final double LABEL_EXPONENT = 1;

    private final Kind kind;
    private final boolean isOptional;
    private final int index;
    private final long timeSpanMs;
    /** In units of the last digit; inclusive, and less than the greatest long. */
    private long minUnits;

    private long maxUnits;
    private double min;
    private double max;
    private ZipfRanks labels;
    private String[] words;

    /**
     * @param index of the field
     * @param timeSpanMs how much older than the given moment times are at most
     */
    FieldGenerator(EventField field, int index, long timeSpanMs) {
        kind = field.type().kind();
        isOptional = field.isOptional();
        this.index = index;
        this.timeSpanMs = timeSpanMs;
        switch (kind) {
            case INT, LONG, DECIMAL -> {
                minUnits = units(least(field), field);
                maxUnits = units(greatest(field), field);
            }
            case DOUBLE -> {
                min = least(field).doubleValue();
                max = greatest(field).doubleValue();
            }
            case ENUM -> labels = new ZipfRanks(field.type().labels().size(), LABEL_EXPONENT);
            case TEXT -> {
                words = new String[WORDS];
                for (int word = 0; word < WORDS; word++) {
                    words[word] = field.name() + "-" + (word + 1);
                }
            }
            case BOOLEAN, TIME -> {}
        }
    }

    private static BigDecimal least(EventField field) {
        boolean isBelowZero = field.max() != null && field.max().signum() < 0;
        if (field.hasNarrowSums() || field.min() == null) {
            BigDecimal span = field.hasNarrowSums() ? NARROW_SPAN : USUAL_SPAN;
            BigDecimal wanted = isBelowZero ? field.max().subtract(span) : BigDecimal.ZERO;
            return field.min() == null ? wanted : wanted.max(field.min());
        }
        return field.min();
    }

    private static BigDecimal greatest(EventField field) {
        BigDecimal least = least(field);
        if (field.max() != null) {
            return field.hasNarrowSums() ? field.max().min(least.add(NARROW_SPAN)) : field.max();
        }
        return least.compareTo(USUAL_SPAN) < 0 ? USUAL_SPAN : least.add(USUAL_SPAN);
    }

    /** A range that is not declared can be wider than the type. */
    private static long units(BigDecimal bound, EventField field) {
        return bound.setScale(field.type().scale(), RoundingMode.UNNECESSARY)
                .unscaledValue()
                .max(BigInteger.valueOf(field.minUnits()))
                .min(BigInteger.valueOf(field.maxUnits()))
                .longValueExact();
    }

    /**
     * Draws a value into an event whose values are null.
     *
     * @param latestMs where times end
     */
    void draw(SplittableRandom random, long latestMs, EventValues into) {
        if (isOptional && random.nextInt(NULL_ONE_IN) == 0) {
            return;
        }
        switch (kind) {
            case BOOLEAN -> into.bits(index, random.nextInt(2));
            case INT, LONG, DECIMAL -> into.bits(index, random.nextLong(minUnits, maxUnits + 1));
            case DOUBLE -> into.bits(index, Double.doubleToRawLongBits(min == max ? min : random.nextDouble(min, max)));
            case ENUM -> into.bits(index, labels.next(random) - 1);
            case TEXT -> into.text(index, words[random.nextInt(WORDS)]);
            case TIME ->
                into.bits(index, Math.max(EventFaults.MIN_TIMESTAMP_MS, latestMs - random.nextLong(timeSpanMs)));
        }
    }
}
