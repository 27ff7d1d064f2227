package dev.aimonflink.core.kernel;

/**
 * The loops that queries are made of. Each runs over the first {@code rows} cells of a block's columns, few enough to
 * stay in the cache, so that a query which needs two results asks twice.
 *
 * <p>Implementations give the same bits. None keeps state, so one instance serves all.
 *
 * <p>{@code codes} are dimension codes, never negative. A <em>selection</em> is a column of the query's own: for each
 * row its group, a positive number, or 0 where the row does not count.
 */
public interface Kernels {
    /** The most rows that a kernel takes at once: what its sums of halves, and of small values, are safe for. */
    int MAX_ROWS = 16_384;

    /** As shown in logs and metrics. */
    String name();

    /** COUNT(*) WHERE filter &gt; threshold. */
    int countWhereGreater(int[] filter, int threshold, int rows);

    /** SUM(values) WHERE filter &gt; threshold. */
    long sumWhereGreater(int[] values, int[] filter, int threshold, int rows);

    /** MAX(values) WHERE filter &gt; threshold, or {@code Integer.MIN_VALUE}. */
    int maxWhereGreater(int[] values, int[] filter, int threshold, int rows);

    /** MAX(values) WHERE filter &gt; threshold, or {@code Long.MIN_VALUE}. */
    long maxWhereGreater(long[] values, int[] filter, int threshold, int rows);

    /** MAX(values), or {@code Integer.MIN_VALUE}. */
    int max(int[] values, int rows);

    /** MAX(values), or {@code Long.MIN_VALUE}. */
    long max(long[] values, int rows);

    /** MIN(values) WHERE filter &lt;= limit, or {@code Integer.MAX_VALUE}. */
    int minWhereAtMost(int[] values, int[] filter, int limit, int rows);

    /** MAX(values) WHERE filter &lt;= limit, or {@code Integer.MIN_VALUE}. */
    int maxWhereAtMost(int[] values, int[] filter, int limit, int rows);

    /** MAX(values) WHERE codes = code, or {@code Integer.MIN_VALUE}. */
    int maxWhereEqual(int[] values, int[] codes, int code, int rows);

    /** MIN(ids) WHERE values = value AND codes = code, or {@code Long.MAX_VALUE}. */
    long lowestIdWhereEqual(int[] values, int value, int[] codes, int code, long[] ids, int rows);

    /** SUM(values) WHERE codes = code. */
    long sumWhereEqual(int[] values, int[] codes, int code, int rows);

    /** SUM(values) WHERE codes = code. */
    long sumWhereEqual(long[] values, int[] codes, int code, int rows);

    /** Selects groups WHERE a &gt; thresholdA AND b &gt; thresholdB. Returns whether any row is selected. */
    boolean selectWhereGreater(
            int[] groups, int[] a, int thresholdA, int[] b, int thresholdB, int[] selection, int rows);

    /** Selects groups WHERE a = codeA AND b = codeB. Returns whether any row is selected. */
    boolean selectWhereEqual(int[] groups, int[] a, int codeA, int[] b, int codeB, int[] selection, int rows);

    /**
     * COUNT(*) GROUP BY selection, added to the totals by group.
     *
     * @param totals by group from 1 to {@code groups}; element 0 is scratch
     */
    void countByGroup(int[] selection, int groups, long[] totals, int rows);

    /**
     * SUM(values) GROUP BY selection, added to the totals by group.
     *
     * @param totals by group from 1 to {@code groups}; element 0 is scratch
     */
    void sumByGroup(int[] values, int[] selection, int groups, long[] totals, int rows);
}
