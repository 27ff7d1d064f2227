package dev.aimonflink.core.query;

import dev.aimonflink.core.kernel.PairTotals;
import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.QueryError;
import dev.aimonflink.core.matrix.QueryFailure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sums by group, sorted by the group's name: the partial of queries that group by a column of a dimension table.
 *
 * @param sums by group: the number of rows, then the totals, the same number in each group
 */
record GroupSums(TreeMap<String, long[]> sums) implements Partial {
    /** The most groups: as many as fit a record of the results topic with names of usual length. */
    static final int MAX_GROUPS = 20_000;

    /** Collects the groups that have rows; {@code groups[0]} is the name of group 1. */
    static GroupSums of(String[] groups, PairTotals totals) {
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (int group = 1; group <= groups.length; group++) {
            if (totals.count(group) > 0) {
                sums.put(groups[group - 1], new long[] {totals.count(group), totals.a(group), totals.b(group)});
            }
        }
        return bounded(sums);
    }

    private static GroupSums bounded(TreeMap<String, long[]> sums) {
        if (sums.size() > MAX_GROUPS) {
            throw new QueryFailure(new QueryError(
                    QueryError.Code.TOO_MANY_GROUPS,
                    "The answer has more than " + MAX_GROUPS + " groups. Ask with a narrower filter."));
        }
        return new GroupSums(sums);
    }

    @Override
    public Partial merge(Partial other) {
        TreeMap<String, long[]> merged = new TreeMap<>(sums);
        ((GroupSums) other).sums.forEach((group, theirs) -> merged.merge(group, theirs, GroupSums::add));
        return bounded(merged);
    }

    private static long[] add(long[] ours, long[] theirs) {
        long[] sum = ours.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += theirs[i];
        }
        return sum;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeInt(sums.size());
        for (Map.Entry<String, long[]> group : sums.entrySet()) {
            writeText(group.getKey(), out);
            for (long value : group.getValue()) {
                out.writeLong(value);
            }
        }
    }

    static GroupSums read(DataInput in, int totals) throws IOException {
        TreeMap<String, long[]> sums = new TreeMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            String group = readText(in);
            long[] values = new long[1 + totals];
            for (int i = 0; i < values.length; i++) {
                values[i] = in.readLong();
            }
            sums.put(group, values);
        }
        return new GroupSums(sums);
    }

    /** Names come from a user's file; {@link DataOutput#writeUTF} would throw above 64 KiB. */
    private static void writeText(String text, DataOutput out) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readText(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
