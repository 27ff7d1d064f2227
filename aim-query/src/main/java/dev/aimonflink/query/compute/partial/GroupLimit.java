package dev.aimonflink.query.compute.partial;

/**
 * A partial's greatest number of groups, and what happens to further ones.
 *
 * @param keepsLowest true to keep the lowest keys, false to throw {@code TooManyGroupsException}
 */
public record GroupLimit(int groups, boolean keepsLowest) {
    public static final int MAX_GROUPS = 1_000_000;

    public GroupLimit {
        if (groups < 1 || groups > MAX_GROUPS) {
            throw new IllegalArgumentException("groups=" + groups + " is outside 1.." + MAX_GROUPS + ".");
        }
    }

    public static GroupLimit orFail(int groups) {
        return new GroupLimit(groups, false);
    }

    /** Keeps the lowest keys. Each partition may apply it: a group among the lowest overall is among the lowest wherever it occurs. */
    public static GroupLimit lowest(int groups) {
        return new GroupLimit(groups, true);
    }
}
