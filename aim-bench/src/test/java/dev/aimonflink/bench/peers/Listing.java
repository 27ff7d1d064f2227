package dev.aimonflink.bench.peers;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.matrix.calls.Event;
import java.util.List;
import java.util.Map;

/** Keeps the calls that it is given. */
record Listing(String name, List<Event> counted) implements CallCounter {
    @Override
    public Map<String, String> parameters() {
        return Map.of();
    }

    @Override
    public String method() {
        return "kept";
    }

    @Override
    public void count(Event[] calls) {
        counted.addAll(List.of(calls));
    }

    @Override
    public long differences(CallTotals calls) {
        return 0;
    }

    @Override
    public void close() {
        // Has nothing open.
    }
}
