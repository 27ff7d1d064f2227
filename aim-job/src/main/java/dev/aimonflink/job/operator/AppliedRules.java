package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.query.check.AppliedMarks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.LongPrimitiveArraySerializer;
import org.apache.flink.runtime.state.KeyGroupRange;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * For which entities a version of a rule that is applied at once has been: a mark in the state, so that a restart does not apply it again.
 * It is kept by key groups, which a rescaling moves.
 */
final class AppliedRules implements AppliedMarks {
    private static final String NAME = "applied-rules";

    private final int maxParallelism;
    private final KeyGroupRange own;

    /** Each is the number of the topic, the version, and the first and last of some key groups. Union state. */
    private final ListState<long[]> saved;

    private record Version(long topic, long number) {}

    /** The key groups, of this partition and others. */
    private final Map<Version, BitSet> done = new HashMap<>();

    AppliedRules(OperatorStateStore store, TaskInfo task) throws Exception {
        maxParallelism = task.getMaxNumberOfParallelSubtasks();
        own = KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                maxParallelism, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
        saved = store.getUnionListState(new ListStateDescriptor<>(NAME, LongPrimitiveArraySerializer.INSTANCE));
        for (long[] each : saved.get()) {
            groups(new Version(each[0], each[1])).set((int) each[2], (int) each[3] + 1);
        }
    }

    private BitSet groups(Version version) {
        return done.computeIfAbsent(version, unknown -> new BitSet());
    }

    @Override
    public boolean isDone(long topic, long version) {
        BitSet groups = done.get(new Version(topic, version));
        return groups != null && groups.nextClearBit(own.getStartKeyGroup()) > own.getEndKeyGroup();
    }

    @Override
    public boolean isDone(long topic, long version, EntityId key) {
        BitSet groups = done.get(new Version(topic, version));
        return groups != null && groups.get(KeyGroupRangeAssignment.assignToKeyGroup(key.value(), maxParallelism));
    }

    @Override
    public void done(long topic, long version) {
        groups(new Version(topic, version)).set(own.getStartKeyGroup(), own.getEndKeyGroup() + 1);
    }

    void snapshot() throws Exception {
        List<long[]> ranges = new ArrayList<>();
        done.forEach((version, groups) -> addRanges(version, groups, ranges));
        saved.update(ranges);
    }

    private void addRanges(Version version, BitSet groups, List<long[]> ranges) {
        int first = groups.nextSetBit(own.getStartKeyGroup());
        while (first >= 0 && first <= own.getEndKeyGroup()) {
            final int end = groups.nextClearBit(first);
            final int last = Math.min(end - 1, own.getEndKeyGroup());
            ranges.add(new long[] {version.topic, version.number, first, last});
            first = groups.nextSetBit(end);
        }
    }
}
