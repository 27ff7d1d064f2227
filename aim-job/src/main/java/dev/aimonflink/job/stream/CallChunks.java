package dev.aimonflink.job.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Collects calls into chunks, so that the matrix pays for a message, an iteration of its loop and a serializer call once a chunk.
 *
 * <p>The calls of a chunk share a key group. So a chunk reaches the partition that owns all of its subscribers, with any
 * number of partitions, also when it is restored from an unaligned checkpoint into a job of another parallelism.
 *
 * <p>Calls of one subscriber keep their order. Calls of different subscribers may change places between two {@linkplain #flush
 * flushes}.
 */
public final class CallChunks {
    /** The most calls of a chunk: the cost of a message is shared by enough, and slices of scans come between chunks. */
    public static final int MAX_CALLS = 32;

    private final int keyGroups;
    private final Consumer<MatrixInput> output;
    private final List<List<MatrixInput.Call>> byKeyGroup = new ArrayList<>();

    /** The key groups that have calls. */
    private final int[] occupied;

    private int occupiedCount;

    /** @param keyGroups the job's maximum parallelism */
    public CallChunks(int keyGroups, Consumer<MatrixInput> output) {
        this.keyGroups = keyGroups;
        this.output = output;
        occupied = new int[keyGroups];
        for (int group = 0; group < keyGroups; group++) {
            byKeyGroup.add(new ArrayList<>(MAX_CALLS));
        }
    }

    /** Collects a call, and sends all calls if its chunk is full: no call waits for its own chunk to fill. */
    public void add(MatrixInput.Call call) {
        final int group = KeyGroupRangeAssignment.assignToKeyGroup(call.subscriberId(), keyGroups);
        final List<MatrixInput.Call> calls = byKeyGroup.get(group);
        if (calls.isEmpty()) {
            occupied[occupiedCount++] = group;
        }
        calls.add(call);
        if (calls.size() == MAX_CALLS) {
            flush();
        }
    }

    /** Sends all calls. */
    public void flush() {
        for (int i = 0; i < occupiedCount; i++) {
            final List<MatrixInput.Call> calls = byKeyGroup.get(occupied[i]);
            output.accept(calls.size() == 1 ? calls.get(0) : new MatrixInput.Calls(List.copyOf(calls)));
            calls.clear();
        }
        occupiedCount = 0;
    }
}
