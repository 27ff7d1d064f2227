package dev.aimonflink.query.compute.program;

/** Loops that compute a value for each row; the compiler vectorizes most of them. Results of rows that are null may wrap. */
public final class MapLoops {
    private static final long INFINITY_BITS = 0x7FF0_0000_0000_0000L;
    private static final long NAN_BITS = 0x7FF8_0000_0000_0000L;

    private MapLoops() {}

    static void add(int[] a, int atA, int[] b, int atB, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] + b[atB + i];
        }
    }

    static void subtract(int[] a, int atA, int[] b, int atB, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] - b[atB + i];
        }
    }

    static void multiply(int[] a, int atA, int[] b, int atB, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] * b[atB + i];
        }
    }

    static void add(long[] a, int atA, long[] b, int atB, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] + b[atB + i];
        }
    }

    static void subtract(long[] a, int atA, long[] b, int atB, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] - b[atB + i];
        }
    }

    static void multiply(long[] a, int atA, long[] b, int atB, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] * b[atB + i];
        }
    }

    static void addWidely(int[] a, int atA, int[] b, int atB, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (long) a[atA + i] + b[atB + i];
        }
    }

    static void subtractWidely(int[] a, int atA, int[] b, int atB, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (long) a[atA + i] - b[atB + i];
        }
    }

    /** Products of ints always fit 64 bits. */
    static void multiplyWidely(int[] a, int atA, int[] b, int atB, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (long) a[atA + i] * b[atB + i];
        }
    }

    /** Value times factor plus a number: also negation, and difference from a constant. */
    public static void linear(int[] values, int at, int factor, int plus, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = values[at + i] * factor + plus;
        }
    }

    public static void linear(long[] values, int at, long factor, long plus, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = values[at + i] * factor + plus;
        }
    }

    public static void linearWidely(int[] values, int at, long factor, long plus, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = values[at + i] * factor + plus;
        }
    }

    static void divide(long[] dividends, int at, long divisor, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = dividends[at + i] / divisor;
        }
    }

    static void remainder(long[] dividends, int at, long divisor, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = dividends[at + i] % divisor;
        }
    }

    public static void widen(int[] values, int at, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = values[at + i];
        }
    }

    /** Appends a digit of some size to mixed-radix numbers; a size of 0 begins them. */
    public static void addDigit(long[] numbers, long size, long[] digits, int rows) {
        for (int i = 0; i < rows; i++) {
            numbers[i] = numbers[i] * size + digits[i];
        }
    }

    /** The sum of three values times their factors, plus a number. */
    public static void linear(
            int[] a,
            int atA,
            long factorA,
            int[] b,
            int atB,
            long factorB,
            int[] c,
            int atC,
            long factorC,
            long plus,
            long[] into,
            int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = a[atA + i] * factorA + b[atB + i] * factorB + c[atC + i] * factorC + plus;
        }
    }

    public static void addDigit(int[] numbers, int size, int[] values, int at, int least, int rows) {
        for (int i = 0; i < rows; i++) {
            numbers[i] = numbers[i] * size + (values[at + i] - least);
        }
    }

    public static void narrow(long[] values, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (int) values[i];
        }
    }

    static void lookUp(int[] codes, int at, int[] table, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = table[codes[at + i]];
        }
    }

    static void lookUp(int[] codes, int at, long[] table, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = table[codes[at + i]];
        }
    }

    public static void replace(int[] into, int[] mask, int[] by, int at, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (into[i] & ~mask[i]) | (by[at + i] & mask[i]);
        }
    }

    public static void replace(long[] into, int[] mask, long[] by, int at, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = mask[i] != 0 ? by[at + i] : into[i];
        }
    }

    public static void replace(int[] into, int[] mask, int by, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (into[i] & ~mask[i]) | (by & mask[i]);
        }
    }

    public static void replace(long[] into, int[] mask, long by, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = mask[i] != 0 ? by : into[i];
        }
    }

    /** The bits of doubles as longs in the same order: both zeros become one, and all NaNs one above the rest. */
    static void order(long[] doubles, int at, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = ordered(doubles[at + i]);
        }
    }

    /** The same for cells that are in order, except for special values. */
    static void reorder(long[] ordered, int at, long[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            final long cell = ordered[at + i];
            into[i] = ordered(cell ^ (cell >> (Long.SIZE - 1) & Long.MAX_VALUE));
        }
    }

    static long ordered(long bits) {
        final long magnitude = bits & Long.MAX_VALUE;
        if (magnitude > INFINITY_BITS) {
            return NAN_BITS;
        }
        return bits < 0 ? -magnitude : magnitude;
    }

    public static double unordered(long ordered) {
        return ordered < 0 ? -Double.longBitsToDouble(-ordered) : Double.longBitsToDouble(ordered);
    }
}
