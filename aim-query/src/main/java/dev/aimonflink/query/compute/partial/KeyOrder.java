package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.Values;

/** How one value of {@link Keys} is sorted. */
public record KeyOrder(boolean isDescending, boolean nullsFirst) {
    /** SQL's default order. */
    public static final KeyOrder USUAL = new KeyOrder(false, false);

    public int compare(Object first, Object second) {
        if (first == null || second == null) {
            int order = Boolean.compare(first == null, second == null);
            return nullsFirst ? -order : order;
        }
        int order = Values.compare(first, second);
        return isDescending ? -order : order;
    }
}
