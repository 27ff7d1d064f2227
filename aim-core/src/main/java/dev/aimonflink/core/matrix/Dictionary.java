package dev.aimonflink.core.matrix;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Dense codes for the values of one attribute, so that a column holds ints and a join is a table look-up. Codes are
 * given in order of arrival and mean nothing outside this partition and run; records keep the values themselves.
 */
public final class Dictionary {
    /** The code of a subscriber without a profile. */
    public static final int NONE = 0;

    private final Map<Object, Integer> codes = new HashMap<>();
    private final List<Object> values = new ArrayList<>();

    Dictionary() {
        values.add(null);
    }

    int encode(Object value) {
        Integer known = codes.get(value);
        if (known != null) {
            return known;
        }
        int code = values.size();
        codes.put(value, code);
        values.add(value);
        return code;
    }

    /** One more than the largest code. */
    public int size() {
        return values.size();
    }

    /** The value of a code; null for {@link #NONE}. */
    public Object value(int code) {
        return values.get(code);
    }
}
