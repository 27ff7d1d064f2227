package dev.aimonflink.sql.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rows of a query that are looked up by their leading columns, the keys; each has one value behind these. */
public final class RowsByKey {
    private final int keys;
    private final boolean haveSets;
    private final Map<List<Object>, Object> values = new HashMap<>();

    /**
     * @param haveSets whether a key has the set of all its rows' values, instead of the value of its only row
     * @param rows those with a null key are never found
     */
    public RowsByKey(int keys, boolean haveSets, List<Object[]> rows) {
        this.keys = keys;
        this.haveSets = haveSets;
        Map<List<Object>, List<Object>> byKey = new HashMap<>();
        for (Object[] row : rows) {
            List<Object> key = key(row);
            if (!key.contains(null)) {
                byKey.computeIfAbsent(key, fresh -> new ArrayList<>(1)).add(row[row.length - 1]);
            }
        }
        byKey.forEach((key, ofKey) -> values.put(key, haveSets ? new ConstantSet(ofKey) : ofKey.get(0)));
    }

    /** All but the last of some values, in the form of {@link CanonicalValue}. */
    private static List<Object> key(Object[] row) {
        List<Object> key = new ArrayList<>(row.length - 1);
        for (int i = 0; i < row.length - 1; i++) {
            key.add(CanonicalValue.of(row[i]));
        }
        return key;
    }

    /** @param operands the keys, which may be null, then the default or the value to look for in the set */
    public Object valueOf(Object... operands) {
        Object last = operands[operands.length - 1];
        List<Object> key = key(operands);
        Object found = values.get(key);
        if (haveSets) {
            return found == null ? Boolean.FALSE : ((ConstantSet) found).contains(last);
        }
        return found == null && !values.containsKey(key) ? last : found;
    }

    public int keys() {
        return keys;
    }

    public boolean haveSets() {
        return haveSets;
    }

    /** Each with its keys and a value, which may be null. */
    public List<Object[]> rows() {
        List<Object[]> rows = new ArrayList<>();
        values.forEach((key, value) -> {
            if (haveSets) {
                Set<Object> all = ((ConstantSet) value).values();
                all.forEach(each -> rows.add(row(key, each)));
                if (((ConstantSet) value).hasNull()) {
                    rows.add(row(key, null));
                }
            } else {
                rows.add(row(key, value));
            }
        });
        return rows;
    }

    private static Object[] row(List<Object> key, Object value) {
        Object[] row = key.toArray(new Object[key.size() + 1]);
        row[key.size()] = value;
        return row;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowsByKey that && haveSets == that.haveSets && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
