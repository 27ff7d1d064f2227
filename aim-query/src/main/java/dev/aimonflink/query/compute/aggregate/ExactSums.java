package dev.aimonflink.query.compute.aggregate;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Sums of several words of 64 bits each in two's complement, low word first. Two words hold 2^63 cells of 64 bits, three words as many
 * squares of such cells, so that no sum wraps. Sums without words are not kept: all are zero.
 */
final class ExactSums {
    private final int wordsOfSum;
    private final LongArrayList words = new LongArrayList();

    ExactSums(int wordsOfSum) {
        this.wordsOfSum = wordsOfSum;
    }

    /** Appends a zero. */
    void addRow() {
        words.size(words.size() + wordsOfSum);
    }

    void add(BigInteger sum) {
        if (wordsOfSum > 0 && sum.bitLength() >= wordsOfSum * Long.SIZE) {
            throw new IllegalArgumentException("A sum with bits=" + sum.bitLength() + " and a sign does not fit "
                    + wordsOfSum * Long.SIZE + " bits. Add up fewer numbers.");
        }
        for (int word = 0; word < wordsOfSum; word++) {
            words.add(sum.shiftRight(word * Long.SIZE).longValue());
        }
    }

    void append(ExactSums from, int row) {
        for (int word = 0; word < wordsOfSum; word++) {
            words.add(from.word(row, word));
        }
    }

    private long word(int row, int word) {
        return words.getLong(row * wordsOfSum + word);
    }

    void plus(int row, long value) {
        long carry = plusWord(row, 0, value, 0);
        for (int word = 1; word < wordsOfSum; word++) {
            carry = plusWord(row, word, signOf(value), carry);
        }
    }

    /** The square of a 64-bit number has 127 bits and no sign. */
    void plusSquare(int row, long value) {
        if (wordsOfSum == 0) {
            return;
        }
        long carry = plusWord(row, 0, value * value, 0);
        carry = plusWord(row, 1, Math.multiplyHigh(value, value), carry);
        for (int word = 2; word < wordsOfSum; word++) {
            carry = plusWord(row, word, 0, carry);
        }
    }

    void plus(int row, ExactSums from, int fromRow) {
        long carry = 0;
        for (int word = 0; word < wordsOfSum; word++) {
            carry = plusWord(row, word, from.word(fromRow, word), carry);
        }
    }

    /** Adds to one word and returns the carry: 0 or 1. */
    private long plusWord(int row, int word, long addend, long carry) {
        final int at = row * wordsOfSum + word;
        final long before = words.getLong(at);
        final long sum = before + addend;
        final long withCarry = sum + carry;
        words.set(at, withCarry);
        return Long.compareUnsigned(sum, before) < 0 || Long.compareUnsigned(withCarry, sum) < 0 ? 1 : 0;
    }

    BigInteger value(int row) {
        if (wordsOfSum == 0) {
            return BigInteger.ZERO;
        }
        if (isLong(row)) {
            return BigInteger.valueOf(word(row, 0));
        }
        ByteBuffer bytes = ByteBuffer.allocate(wordsOfSum * Long.BYTES);
        for (int word = wordsOfSum - 1; word >= 0; word--) {
            bytes.putLong(word(row, word));
        }
        return new BigInteger(bytes.array());
    }

    private boolean isLong(int row) {
        final long sign = signOf(word(row, 0));
        for (int word = 1; word < wordsOfSum; word++) {
            if (word(row, word) != sign) {
                return false;
            }
        }
        return true;
    }

    /** The higher words are mostly sign extensions, so their differences from the sign take one byte each. */
    void write(int row, ByteWriter out) {
        long lower = 0;
        for (int word = 0; word < wordsOfSum; word++) {
            out.number(word(row, word) - signOf(lower));
            lower = word(row, word);
        }
    }

    void read(ByteReader in) throws IOException {
        long lower = 0;
        for (int word = 0; word < wordsOfSum; word++) {
            lower = in.getSigned() + signOf(lower);
            words.add(lower);
        }
    }

    private static long signOf(long word) {
        return word >> (Long.SIZE - 1);
    }
}
