package dev.aimonflink.job.message;

import dev.aimonflink.matrix.format.event.EventWriter;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.rules.judge.RuleHistory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Collects events into chunks, so that the matrix pays for a message, an iteration of its loop and a serializer call once a chunk.
 *
 * <p>The events of a chunk share a key group, so it reaches the partition that owns all its entities, with any number of partitions, even
 * if restored from an unaligned checkpoint into another parallelism.
 *
 * <p>Events of one entity keep their order. Events of different entities may be reordered between two {@linkplain #flush flushes}. All
 * chunks of a flush have the time of its first event: one reading of the clock for many events.
 */
public final class EventChunks {
    /** Enough to share the cost of a message, and few enough for slices of scans to come between chunks. */
    public static final int MAX_EVENTS = 32;

    private final int keyGroups;
    private final LongSupplier nowMicros;
    private final Consumer<MatrixInput> output;
    private final Chunk[] byKeyGroup;

    /** The key groups that have events. */
    private final int[] occupied;

    private int occupiedCount;
    private long rulesTopic = RuleHistory.NO_TOPIC;
    private long rules = RuleHistory.NONE;

    private long firstMicros;

    private static final class Chunk {
        private final EventWriter writer;
        private final long attempt;
        private final long layout;
        private EntityId key;
        private int count;
        private long newestMs;

        Chunk(EventType type, long attempt, long layout) {
            writer = new EventWriter(type);
            this.attempt = attempt;
            this.layout = layout;
        }

        void add(DeclaredEvent event) {
            if (count == 0) {
                key = event.key();
                newestMs = event.timestampMs();
            }
            writer.writeWithPosition(event);
            newestMs = Math.max(newestMs, event.timestampMs());
            count++;
        }

        MatrixInput.Events take(long firstMicros, long rulesTopic, long rules) {
            MatrixInput.Events events = new MatrixInput.Events(
                    key, count, newestMs, attempt, firstMicros, layout, rulesTopic, rules, writer.take());
            count = 0;
            return events;
        }
    }

    /**
     * @param keyGroups the job's maximum parallelism
     * @param attempt the checkpoint from which the reader was restored
     * @param nowMicros {@link MatrixInput#nowMicros}, or a test's clock
     */
    public EventChunks(
            EventType type, int keyGroups, long attempt, LongSupplier nowMicros, Consumer<MatrixInput> output) {
        this.keyGroups = keyGroups;
        this.nowMicros = nowMicros;
        this.output = output;
        occupied = new int[keyGroups];
        byKeyGroup = new Chunk[keyGroups];
        final long layout = MessageLayout.ofEvents(type);
        for (int group = 0; group < keyGroups; group++) {
            byKeyGroup[group] = new Chunk(type, attempt, layout);
        }
    }

    /** Sets the version of a topic's rules that judges further events; a chunk has one version. */
    public void rules(long topic, long version) {
        if (version != rules || topic != rulesTopic) {
            flush();
            rulesTopic = topic;
            rules = version;
        }
    }

    /** Collects an event, and sends all if its chunk is full: none waits for its own chunk to fill. */
    public void add(DeclaredEvent event) {
        final int group = keyGroupOf(event);
        final Chunk chunk = byKeyGroup[group];
        if (occupiedCount == 0) {
            firstMicros = nowMicros.getAsLong();
        }
        if (chunk.count == 0) {
            occupied[occupiedCount++] = group;
        }
        chunk.add(event);
        if (chunk.count == MAX_EVENTS) {
            flush();
        }
    }

    private int keyGroupOf(DeclaredEvent event) {
        int hash = event.keyText() == null
                ? Long.hashCode(event.keyNumber())
                : event.keyText().hashCode();
        return KeyGroupRangeAssignment.computeKeyGroupForKeyHash(hash, keyGroups);
    }

    public void flush() {
        for (int i = 0; i < occupiedCount; i++) {
            output.accept(byKeyGroup[occupied[i]].take(firstMicros, rulesTopic, rules));
        }
        occupiedCount = 0;
    }
}
