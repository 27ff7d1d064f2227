package dev.aimonflink.query.compute.partial;

/**
 * How many groups a partial has at most, and what happens to further ones.
 *
 * @param keepsLowest true to keep the groups with the lowest keys, false to throw {@link TooManyGroupsException}
 */
public record GroupLimit(int groups, boolean keepsLowest) {
    /** The most groups of any partial. */
    public static final int MAX_GROUPS = 1_000_000;

    public GroupLimit {
        if (groups < 1 || groups > MAX_GROUPS) {
            throw new IllegalArgumentException("groups=" + groups + " is outside 1.." + MAX_GROUPS + ".");
        }
    }

    /** No more than so many groups: one more is an error. */
    public static GroupLimit orFail(int groups) {
        return new GroupLimit(groups, false);
    }

    /**
     * Those with the lowest keys. Each partition may apply it: a group among the lowest of all is among the lowest wherever it
     * occurs.
     */
    public static GroupLimit lowest(int groups) {
        return new GroupLimit(groups, true);
    }
}
