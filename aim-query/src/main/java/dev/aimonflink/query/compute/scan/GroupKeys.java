package dev.aimonflink.query.compute.scan;

import dev.aimonflink.query.compute.aggregate.Argument;
import dev.aimonflink.query.compute.aggregate.KeyTable;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import dev.aimonflink.query.compute.aggregate.VectorStates;
import dev.aimonflink.query.compute.program.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The keys of groups, which are numbers from 0 on:
 *
 * <ul>
 *   <li>If the keys together have few values, a group is a number with a digit for each key. The key with the most values has the first
 *       digit, so that its small values make small numbers.
 *   <li>If that number fits 64 bits, groups are numbered as they come.
 *   <li>Else a group has a long for each key, and one more for each that may be null.
 * </ul>
 */
final class GroupKeys {
    private static final int FEW_GROUPS = 4_096;
    private static final int MAX_BITS = 62;

    /** @param size number of values from the least on, plus one for null behind them */
    private record Part(VectorStates.Decoder decoder, long least, long size, boolean mayBeNull) {}

    private final List<Part> parts = new ArrayList<>();

    private final int[] digits;

    private final BigInteger combinations;
    private final boolean isFew;
    private final boolean isPacked;
    private final int maxGroups;

    private final KeyTable table;

    /** @param keys compiled with all columns wide, so that all programs number groups alike */
    GroupKeys(List<Argument> keys, int maxGroups) {
        BigInteger product = BigInteger.ONE;
        int longs = 0;
        for (Argument key : keys) {
            final Value value = key.value();
            final boolean mayBeNull = value == null || value.mayBeNull();
            final BigInteger least = BigInteger.valueOf(value == null ? 0 : value.min());
            final BigInteger values = BigInteger.valueOf(value == null ? 0 : value.max())
                    .subtract(least)
                    .add(mayBeNull ? BigInteger.TWO : BigInteger.ONE);
            // A size of more bits is never used: such keys are not packed.
            parts.add(new Part(key.decoder(), least.longValue(), values.longValue(), mayBeNull));
            product = product.multiply(values);
            longs += mayBeNull ? 2 : 1;
        }
        digits = IntStream.range(0, parts.size())
                .boxed()
                .sorted(Comparator.comparingLong((Integer key) -> parts.get(key).size)
                        .reversed())
                .mapToInt(key -> key)
                .toArray();
        combinations = product;
        this.maxGroups = maxGroups;
        isFew = product.compareTo(BigInteger.valueOf(FEW_GROUPS)) <= 0;
        isPacked = product.bitLength() <= MAX_BITS;
        table = isFew ? null : new KeyTable(isPacked ? 1 : longs, maxGroups, TooManyGroupsException::new);
    }

    int[] digits() {
        return digits;
    }

    boolean isFew() {
        return isFew;
    }

    /** Whether there may be more groups than the limit without a table to notice. */
    boolean areUnchecked() {
        return isFew && groups() > maxGroups;
    }

    boolean isPacked() {
        return isPacked;
    }

    KeyTable table() {
        return table;
    }

    long least(int key) {
        return parts.get(key).least;
    }

    long size(int key) {
        return parts.get(key).size;
    }

    boolean mayBeNull(int key) {
        return parts.get(key).mayBeNull;
    }

    /** The groups so far, or the possible ones. */
    int groups() {
        return isFew() ? combinations.intValue() : table.size();
    }

    void forget() {
        if (table != null) {
            table.clear();
        }
    }

    Object value(int key, int group) {
        return isPacked() ? digit(key, isFew() ? group : table.part(group, 0)) : part(key, group);
    }

    private Object digit(int key, long packed) {
        long left = packed;
        for (int behind = digits.length - 1; digits[behind] != key; behind--) {
            left /= size(digits[behind]);
        }
        final Part part = parts.get(key);
        final long digit = left % size(key);
        return part.mayBeNull && digit == size(key) - 1 ? null : part.decoder.apply(digit + least(key));
    }

    private Object part(int key, int group) {
        int at = 0;
        for (int before = 0; before < key; before++) {
            at += parts.get(before).mayBeNull ? 2 : 1;
        }
        final Part part = parts.get(key);
        return part.mayBeNull && table.part(group, at + 1) != 0 ? null : part.decoder.apply(table.part(group, at));
    }
}
