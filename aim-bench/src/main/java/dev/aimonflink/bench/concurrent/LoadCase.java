package dev.aimonflink.bench.concurrent;

import dev.aimonflink.query.serve.pass.Scannable;
import java.util.List;

/**
 * What comes to a partition at one time.
 *
 * @param eventsPerSecond by a fixed schedule; {@link #SATURATED} if the next one is always there
 * @param clients each asks its queries in turn, without pauses
 * @param lookUps how many questions about single entities come at once, four times a second
 */
record LoadCase(String name, long eventsPerSecond, List<List<Scannable>> clients, int lookUps) {
    static final long SATURATED = Long.MAX_VALUE;

    LoadCase {
        clients = List.copyOf(clients);
    }

    LoadCase(String name, long eventsPerSecond, List<List<Scannable>> clients) {
        this(name, eventsPerSecond, clients, 0);
    }

    boolean isSaturated() {
        return eventsPerSecond == SATURATED;
    }
}
