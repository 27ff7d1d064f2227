package dev.aimonflink.core.explain;

import dev.aimonflink.core.layout.WindowClock;
import dev.aimonflink.core.pass.Part;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How a partition answered a statement, as EXPLAIN ANALYZE shows it. */
interface PartitionRun {
    double NANOS_PER_MS = 1e6;

    Part part();

    /** The time from the partition's cut to the answer, by the clocks of both. */
    long ageMs();

    /** For people. */
    List<String> lines();

    /** For programs. */
    Map<String, Object> toMap();

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MS);
    }

    static String counted(long count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    default String cutLine() {
        Long newestMs = newestMsOrNull();
        return "   cut: " + ageMs() + " ms before this answer"
                + (newestMs == null ? "" : ", newest event " + Instant.ofEpochMilli(newestMs));
    }

    /** What every partition has for programs. */
    default Map<String, Object> commonMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("partition", part().source().partition());
        map.put("rowsRead", part().rowsScanned());
        map.put("bytesSent", part().partial().length);
        map.put("cutAgeMs", ageMs());
        map.put("newestEventMs", newestMsOrNull());
        return map;
    }

    /** The time of the newest event; null if there was none. */
    default Long newestMsOrNull() {
        long newestMs = part().cut().newestMs();
        return newestMs == WindowClock.NO_TIME ? null : newestMs;
    }
}
