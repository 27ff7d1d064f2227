package dev.aimonflink.lab.twin;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;

/** Compares decoded answers with expected ones. */
public final class RowComparison {
    /** Doubles differ in their last digits with the order of additions. */
    private static final double RELATIVE_TOLERANCE = 1e-9;

    private RowComparison() {}

    /** Whether each value of each row is the same, to the last bit. */
    public static boolean areEqual(List<List<Object>> expected, List<List<Object>> actual) {
        return areAlike(expected, actual, RowComparison::isSame);
    }

    /** The same, but doubles may be as close as sums in another order. */
    public static boolean areClose(List<List<Object>> expected, List<List<Object>> actual) {
        return areAlike(expected, actual, RowComparison::isClose);
    }

    private static boolean areAlike(
            List<List<Object>> expected, List<List<Object>> actual, BiPredicate<Object, Object> isAlike) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int row = 0; row < expected.size(); row++) {
            if (expected.get(row).size() != actual.get(row).size()) {
                return false;
            }
            for (int column = 0; column < expected.get(row).size(); column++) {
                if (!isAlike.test(expected.get(row).get(column), actual.get(row).get(column))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Numbers by value, because a number of an answer does not say whether it was a double or a decimal. */
    static boolean isSame(Object expected, Object actual) {
        if (expected instanceof Double && actual instanceof Number number) {
            return expected.equals(number.doubleValue());
        }
        if (expected instanceof Number && actual instanceof Number) {
            return new BigDecimal(expected.toString()).compareTo(new BigDecimal(actual.toString())) == 0;
        }
        return Objects.equals(expected, actual);
    }

    static boolean isClose(Object expected, Object actual) {
        boolean isDouble = expected instanceof Double || actual instanceof Double;
        if (isDouble && expected instanceof Number one && actual instanceof Number other) {
            return areClose(one.doubleValue(), other.doubleValue());
        }
        return isSame(expected, actual);
    }

    static boolean areClose(double one, double other) {
        return Math.abs(one - other) <= RELATIVE_TOLERANCE * Math.max(Math.abs(one), Math.abs(other));
    }
}
