package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.PooledEvents;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.lab.twin.AnswerComparison;
import dev.aimonflink.lab.twin.EventSample;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;

/**
 * The events that a matrix counts in a benchmark. On average one for each entity comes first, spread over a day, so that sliding windows
 * have something in every pane. All others are at the end of this day, equally many in each invocation.
 */
public final class ModelEvents {
    private final Model model;
    private final int entities;
    private final int eventsOfAnInvocation;
    private final ModelMatrix matrix;
    private final PooledEvents pooled;
    private final DeclaredEvent[] chunk = new DeclaredEvent[EventChunks.MAX_EVENTS];
    private long counted;

    /** Lets the matrix count the events of the day. */
    public ModelEvents(Model model, ModelMatrix matrix, int entities, int eventsOfAnInvocation) {
        this.model = model;
        this.matrix = matrix;
        this.entities = entities;
        this.eventsOfAnInvocation = eventsOfAnInvocation;
        pooled = pooled();
        while (counted < entities) {
            matrix.apply(pooled.next(timestampMs(counted)));
            counted++;
        }
    }

    private PooledEvents pooled() {
        return new PooledEvents(model, Population.SEED, entities, Distribution.uniform(), BenchTime.NOW_MS);
    }

    private long timestampMs(long number) {
        return BenchTime.NOW_MS + BenchTime.DAY_MS * Math.min(number, entities) / entities;
    }

    /** Lets the matrix count the events of one invocation, in chunks. */
    public void apply() {
        for (int from = 0; from < eventsOfAnInvocation; from += chunk.length) {
            apply(Math.min(chunk.length, eventsOfAnInvocation - from));
        }
    }

    /** Lets the matrix count one chunk of {@code count} events. */
    public void apply(int count) {
        final long timestampMs = timestampMs(entities);
        for (int i = 0; i < count; i++) {
            chunk[i] = pooled.next(timestampMs);
        }
        matrix.apply(chunk, count);
        counted += count;
    }

    public long counted() {
        return counted;
    }

    /** Compares the matrix with a recomputation: whether it has counted each event once. */
    public AnswerComparison.Outcome compare() {
        EventSample sample = new EventSample(model, entities, (double) counted / entities);
        PooledEvents again = pooled();
        for (long number = 0; number < counted; number++) {
            sample.add(again.next(timestampMs(number)));
        }
        return matrix.compare(sample);
    }
}
