package dev.aimonflink.job.rule;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.scan.AppliedMarks;
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
 * For which entities a version of a rule that is applied at once has been applied: a mark in the state, so that a restart does not repeat
 * it. It is kept by key groups, which a rescaling moves.
 */
public final class AppliedRules implements AppliedMarks {
    private static final String NAME = "applied-rules";

    /** In place of key groups, if it has been for none. */
    private static final long NONE = -1;

    private final int maxParallelism;
    private final KeyGroupRange own;

    /** Each has the number of the topic, the version, when it began, and the first and last of some key groups. Union state. */
    private final ListState<long[]> saved;

    private record Version(long topic, long number) {}

    private static final class Mark {
        /** The key groups for which it is done, of all partitions. */
        private final BitSet groups = new BitSet();

        /** In the partition that was first. */
        private long begunMs = Long.MAX_VALUE;
    }

    private final Map<Version, Mark> marks = new HashMap<>();

    public AppliedRules(OperatorStateStore store, TaskInfo task) throws Exception {
        maxParallelism = task.getMaxNumberOfParallelSubtasks();
        own = KeyGroupRangeAssignment.computeKeyGroupRangeForOperatorIndex(
                maxParallelism, task.getNumberOfParallelSubtasks(), task.getIndexOfThisSubtask());
        saved = store.getUnionListState(new ListStateDescriptor<>(NAME, LongPrimitiveArraySerializer.INSTANCE));
        for (long[] each : saved.get()) {
            Mark mark = mark(new Version(each[0], each[1]));
            mark.begunMs = Math.min(mark.begunMs, each[2]);
            if (each[3] != NONE) {
                mark.groups.set((int) each[3], (int) each[4] + 1);
            }
        }
    }

    private Mark mark(Version version) {
        return marks.computeIfAbsent(version, unknown -> new Mark());
    }

    @Override
    public boolean isDone(long topic, long version) {
        Mark mark = marks.get(new Version(topic, version));
        return mark != null && mark.groups.nextClearBit(own.getStartKeyGroup()) > own.getEndKeyGroup();
    }

    @Override
    public boolean isDone(long topic, long version, EntityId key) {
        Mark mark = marks.get(new Version(topic, version));
        return mark != null && mark.groups.get(KeyGroupRangeAssignment.assignToKeyGroup(key.value(), maxParallelism));
    }

    @Override
    public long begunMs(long topic, long version, long nowMs) {
        Mark mark = mark(new Version(topic, version));
        mark.begunMs = Math.min(mark.begunMs, nowMs);
        return mark.begunMs;
    }

    @Override
    public void done(long topic, long version) {
        mark(new Version(topic, version)).groups.set(own.getStartKeyGroup(), own.getEndKeyGroup() + 1);
    }

    @Override
    public void keepOf(RuleSet rules) {
        if (rules.topic() != RuleHistory.NO_TOPIC) {
            marks.keySet()
                    .removeIf(each -> each.topic != rules.topic()
                            || (each.number <= rules.version()
                                    && !rules.applied().containsKey(each.number)));
        }
    }

    public void snapshot() throws Exception {
        List<long[]> ranges = new ArrayList<>();
        marks.forEach((version, mark) -> addRanges(version, mark, ranges));
        saved.update(ranges);
    }

    private void addRanges(Version version, Mark mark, List<long[]> ranges) {
        int first = mark.groups.nextSetBit(own.getStartKeyGroup());
        if (first < 0 || first > own.getEndKeyGroup()) {
            ranges.add(new long[] {version.topic, version.number, mark.begunMs, NONE, NONE});
        }
        while (first >= 0 && first <= own.getEndKeyGroup()) {
            final int end = mark.groups.nextClearBit(first);
            final int last = Math.min(end - 1, own.getEndKeyGroup());
            ranges.add(new long[] {version.topic, version.number, mark.begunMs, first, last});
            first = mark.groups.nextSetBit(end);
        }
    }
}
