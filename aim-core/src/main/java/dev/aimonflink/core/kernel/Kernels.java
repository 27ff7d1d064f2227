package dev.aimonflink.core.kernel;

/**
 * The loops that queries share, each over the first {@code rows} cells of a block's columns. Implementations give the
 * same bits. {@code WHERE} conditions are on an int column; {@code members} holds a flag per dictionary code.
 */
public interface Kernels {
    /** As shown in metrics. */
    String name();

    /** COUNT(*) WHERE filter &gt; threshold. */
    int countWhereGreater(int[] filter, int threshold, int rows);

    /** SUM(values) WHERE filter &gt; threshold. */
    long sumWhereGreater(int[] values, int[] filter, int threshold, int rows);

    /** MAX(values) WHERE filter &gt; threshold, or {@code Long.MIN_VALUE}. */
    long maxWhereGreater(long[] values, int[] filter, int threshold, int rows);

    /** MAX(values), or {@code Long.MIN_VALUE}. */
    long max(long[] values, int rows);

    /** MIN(values) WHERE filter &lt;= limit, or {@code Integer.MAX_VALUE}. */
    int minWhereAtMost(int[] values, int[] filter, int limit, int rows);

    /** MAX(values) WHERE filter &lt;= limit, or {@code Integer.MIN_VALUE}. */
    int maxWhereAtMost(int[] values, int[] filter, int limit, int rows);

    /** COUNT(*) WHERE filter &lt;= limit. */
    int countWhereAtMost(int[] filter, int limit, int rows);

    /** MAX(values) WHERE members[codes], or {@code Integer.MIN_VALUE}. */
    int maxWhereMember(int[] values, int[] codes, boolean[] members, int rows);

    /** SUM(values) WHERE members[codes]. */
    long sumWhereMember(int[] values, int[] codes, boolean[] members, int rows);

    /** SUM(values) WHERE members[codes]. */
    long sumWhereMember(long[] values, int[] codes, boolean[] members, int rows);
}
