package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.Draw;
import dev.aimonflink.matrix.model.Draw.Distribution;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventValues;
import dev.aimonflink.matrix.model.FieldType.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws the values of one field, as the model says or else by type:
 *
 * <ul>
 *   <li>numbers uniformly from min to max. The default min is 0 and max 1,000; or, where the other bound leaves nothing between, 1,000 away
 *       from it. For sums of 32 bits at most 10,000 numbers, from 0 on if the bounds allow it: a busy entity's sums would overflow within
 *       seconds otherwise, and its events be dead letters.
 *   <li>booleans, half of them true
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

    private static final double LABEL_EXPONENT = 1;

    private final Kind kind;
    private final boolean isOptional;

    /** The share of missing values; negative for the usual one. */
    private final double missing;

    private final int index;
    private final long timeSpanMs;
    private NumberGenerator numbers;

    /** The share of true values; negative for the usual half. */
    private double share = -1;

    /** The labels or words by rank; null if drawn uniformly or by weights. */
    private ZipfRanks ranks;

    /** By label, its share and that of all before it; or null. */
    private double[] shares;

    private String[] words;

    /** @param timeSpanMs the greatest age of times at the given moment */
    FieldGenerator(EventField field, int index, long timeSpanMs) {
        kind = field.type().kind();
        isOptional = field.isOptional();
        BigDecimal declared = field.draw().missing();
        missing = declared == null ? -1 : declared.doubleValue();
        this.index = index;
        this.timeSpanMs = timeSpanMs;
        Draw draw = field.draw();
        switch (kind) {
            case INT, LONG, DECIMAL, DOUBLE -> numbers = new NumberGenerator(field);
            case BOOLEAN -> share = draw.is(Distribution.SHARE) ? draw.number(0) : share;
            case ENUM -> {
                if (draw.is(Distribution.WEIGHTS)) {
                    shares = shares(draw.shape().numbers());
                } else {
                    ranks = ranks(field.type().labels().size(), draw);
                }
            }
            case TEXT -> {
                words = new String[WORDS];
                for (int word = 0; word < WORDS; word++) {
                    words[word] = field.name() + "-" + (word + 1);
                }
                ranks = draw.shape() == null ? null : ranks(WORDS, draw);
            }
            case TIME -> {}
        }
    }

    private static ZipfRanks ranks(int count, Draw draw) {
        return new ZipfRanks(count, draw.is(Distribution.ZIPF) ? draw.number(0) : LABEL_EXPONENT);
    }

    private static double[] shares(List<BigDecimal> weights) {
        double total = weights.stream().mapToDouble(BigDecimal::doubleValue).sum();
        double[] shares = new double[weights.size()];
        double sum = 0;
        for (int label = 0; label < shares.length; label++) {
            sum += weights.get(label).doubleValue();
            // No draw is beyond the last label that has a weight.
            shares[label] = sum >= total ? 1 : sum / total;
        }
        return shares;
    }

    /** @param latestMs where times end */
    void draw(SplittableRandom random, long latestMs, EventValues into) {
        if (isOptional && isMissing(random)) {
            return;
        }
        switch (kind) {
            case BOOLEAN -> into.bits(index, isTrue(random) ? 1 : 0);
            case INT, LONG, DECIMAL, DOUBLE -> into.bits(index, numbers.next(random));
            case ENUM -> into.bits(index, shares == null ? ranks.next(random) - 1 : label(random));
            case TEXT -> into.text(index, words[ranks == null ? random.nextInt(WORDS) : (int) ranks.next(random) - 1]);
            case TIME ->
                into.bits(index, Math.max(EventFaults.MIN_TIMESTAMP_MS, latestMs - random.nextLong(timeSpanMs)));
        }
    }

    private boolean isMissing(SplittableRandom random) {
        return missing < 0 ? random.nextInt(NULL_ONE_IN) == 0 : random.nextDouble() < missing;
    }

    private boolean isTrue(SplittableRandom random) {
        return share < 0 ? random.nextInt(2) == 1 : random.nextDouble() < share;
    }

    private int label(SplittableRandom random) {
        final double point = random.nextDouble();
        int label = 0;
        while (point >= shares[label]) {
            label++;
        }
        return label;
    }
}
