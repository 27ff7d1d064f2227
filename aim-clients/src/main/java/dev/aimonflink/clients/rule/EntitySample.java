package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.math.BigDecimal;

/**
 * A share of all entities, by a hash of their keys: always the same ones.
 *
 * @param share above 0; 1 for all
 */
public record EntitySample(double share) {
    public static final EntitySample ALL = new EntitySample(1);

    /** Bits of a hash that a double holds. */
    private static final int BITS = 53;

    /** @throws InvalidInputException if a text is not a percentage or fraction above 0 and up to all */
    public static EntitySample parse(String text) {
        boolean isPercentage = text.endsWith("%");
        try {
            BigDecimal number = new BigDecimal(isPercentage ? text.substring(0, text.length() - 1) : text);
            double share = (isPercentage ? number.movePointLeft(2) : number).doubleValue();
            if (share > 0 && share <= 1) {
                return new EntitySample(share);
            }
        } catch (NumberFormatException none) {
            // It is reported like other wrong ones.
        }
        throw new InvalidInputException("sample=" + text
                + " is no share of the entities. Give a percentage such as 1%, or a fraction such as 0.01.");
    }

    public boolean includes(DeclaredEvent event) {
        return share == 1 || includes(event.keyText() == null ? event.keyNumber() : hash(event.keyText()));
    }

    public boolean includes(EntityId key) {
        return share == 1 || includes(key.isText() ? hash(key.text()) : key.number());
    }

    private boolean includes(long key) {
        return (mixed(key) >>> (Long.SIZE - BITS)) < share * (1L << BITS);
    }

    private static long hash(String text) {
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = mixed(hash + text.charAt(i));
        }
        return hash;
    }

    /** The finalizer of SplitMix64, which makes consecutive numbers look random. */
    private static long mixed(long number) {
        long bits = number + 0x9E3779B97F4A7C15L;
        bits = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ bits >>> 27) * 0x94D049BB133111EBL;
        return bits ^ bits >>> 31;
    }

    public long ofAll(long ofSample) {
        return Math.round(ofSample / share);
    }
}
