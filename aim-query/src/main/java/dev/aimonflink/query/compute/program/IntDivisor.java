package dev.aimonflink.query.compute.program;

/**
 * Divides ints by a constant. Without negative numbers, a product and a shift give the quotient: the divisor's reciprocal is rounded up by
 * too little to affect a dividend of 31 bits.
 */
final class IntDivisor {
    private static final int DIVIDEND_BITS = 31;

    private final int divisor;
    private final boolean isByProduct;
    private final long reciprocal;
    private final int shift;

    private IntDivisor(int divisor, boolean isByProduct) {
        this.divisor = divisor;
        this.isByProduct = isByProduct;
        shift = isByProduct ? DIVIDEND_BITS + Integer.SIZE - Integer.numberOfLeadingZeros(divisor - 1) : 0;
        reciprocal = isByProduct ? ((1L << shift) + divisor - 1) / divisor : 0;
    }

    /** @param least lower bound of the dividends that count */
    static IntDivisor of(int divisor, long least) {
        return new IntDivisor(divisor, divisor > 0 && least >= 0);
    }

    void quotients(int[] dividends, int at, int[] into, int rows) {
        if (isByProduct) {
            divideByProduct(dividends, at, reciprocal, shift, into, rows);
        } else {
            divide(dividends, at, divisor, into, rows);
        }
    }

    void remainders(int[] dividends, int at, int[] into, int rows) {
        if (isByProduct) {
            remainByProduct(dividends, at, divisor, reciprocal, shift, into, rows);
        } else {
            remain(dividends, at, divisor, into, rows);
        }
    }

    private static void divideByProduct(int[] dividends, int at, long reciprocal, int shift, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = (int) ((dividends[at + i] * reciprocal) >>> shift);
        }
    }

    private static void remainByProduct(
            int[] dividends, int at, int divisor, long reciprocal, int shift, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            final int dividend = dividends[at + i];
            into[i] = dividend - (int) ((dividend * reciprocal) >>> shift) * divisor;
        }
    }

    private static void divide(int[] dividends, int at, int divisor, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = dividends[at + i] / divisor;
        }
    }

    private static void remain(int[] dividends, int at, int divisor, int[] into, int rows) {
        for (int i = 0; i < rows; i++) {
            into[i] = dividends[at + i] % divisor;
        }
    }
}
