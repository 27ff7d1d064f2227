package dev.aimonflink.local.load;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/** Compares decoded answers with expected ones. */
public final class RowComparison {
    private RowComparison() {}

    /** Whether each value of each row is the same, to the last bit. */
    public static boolean areEqual(List<List<Object>> expected, List<List<Object>> actual) {
        if (expected.size() != actual.size()) {
            return false;
        }
        for (int row = 0; row < expected.size(); row++) {
            if (expected.get(row).size() != actual.get(row).size()) {
                return false;
            }
            for (int column = 0; column < expected.get(row).size(); column++) {
                if (!isSame(expected.get(row).get(column), actual.get(row).get(column))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Numbers by value, since a number of an answer does not say whether it was a double or a decimal. */
    static boolean isSame(Object expected, Object actual) {
        if (expected instanceof Double && actual instanceof Number number) {
            return expected.equals(number.doubleValue());
        }
        if (expected instanceof Number && actual instanceof Number) {
            return new BigDecimal(expected.toString()).compareTo(new BigDecimal(actual.toString())) == 0;
        }
        return Objects.equals(expected, actual);
    }
}
