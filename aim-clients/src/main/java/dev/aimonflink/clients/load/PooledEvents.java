package dev.aimonflink.clients.load;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import java.util.SplittableRandom;

/**
 * Draws events of a model in nanoseconds, to measure their receiver. Each event's entity is drawn anew; its values are those of one of
 * {@value #POOL} events that a {@link ModelEventGenerator} drew beforehand. The same seed gives the same events, in the same order. For one
 * thread.
 */
public final class PooledEvents {
    /** Enough for both outcomes of every filter, and few enough for the processor's cache. */
    static final int POOL = 1 << 12;

    private final SplittableRandom random;
    private final EntityNumbers entities;
    private final EntityKeys keys;
    private final DeclaredEvent[] pool = new DeclaredEvent[POOL];
    private final int share;
    private final int shares;
    private int next;

    /** @param latestMs where time fields end */
    public PooledEvents(Model model, long seed, long entities, Distribution distribution, long latestMs) {
        this(model, seed, entities, distribution, latestMs, 0, 1);
    }

    /**
     * The events of one of several concurrent makers; no two have the same entity, because the order of its events would be unknown.
     *
     * @param share which of how many: entities whose number has this remainder
     */
    public PooledEvents(
            Model model, long seed, long entities, Distribution distribution, long latestMs, int share, int shares) {
        this.share = share;
        this.shares = shares;
        random = new SplittableRandom(seed);
        keys = new EntityKeys(model);
        this.entities = new EntityNumbers((entities - share + shares - 1) / shares, distribution);
        ModelEventGenerator generator = new ModelEventGenerator(model, random.nextLong(), entities, distribution);
        for (int i = 0; i < POOL; i++) {
            pool[i] = new DeclaredEvent(model.event());
            generator.next(0, latestMs, pool[i]);
        }
    }

    /** The next event, valid until {@value #POOL} more are drawn. */
    public DeclaredEvent next(long timestampMs) {
        return next(share + shares * entities.next(random), timestampMs);
    }

    public DeclaredEvent next(long entity, long timestampMs) {
        DeclaredEvent event = pool[next];
        next = (next + 1) % POOL;
        keys.set(entity, event);
        event.timestampMs(timestampMs);
        return event;
    }
}
