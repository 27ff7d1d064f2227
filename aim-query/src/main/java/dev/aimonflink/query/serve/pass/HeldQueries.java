package dev.aimonflink.query.serve.pass;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The queries of a pass that have had their first round, and for whose second round its cut is held. */
final class HeldQueries {
    /** What each asks in the second round; null until known. */
    private final Map<WaitingQuery, Scannable> seconds = new LinkedHashMap<>();

    /** Windows that turned since the first round was scanned: queries that read them have lost the cut. */
    private final BitSet turned = new BitSet();

    void hold(WaitingQuery query) {
        if (!query.windows().intersects(turned)) {
            seconds.put(query, null);
        }
    }

    /** Other threads may call this and see an old number. */
    int size() {
        return seconds.size();
    }

    /** The query of a request; null if it is not held. */
    WaitingQuery of(String requestKey) {
        return seconds.keySet().stream()
                .filter(query -> query.asker().requestKey().equals(requestKey))
                .findFirst()
                .orElse(null);
    }

    void setSecondRound(WaitingQuery query, Scannable second) {
        assert seconds.containsKey(query) : "a second round needs the cut of the first";
        seconds.put(query, second);
    }

    /** Whether all second rounds are known. */
    boolean areKnown() {
        return !seconds.containsValue(null);
    }

    /** Returns the known second rounds, and releases all queries. */
    List<WaitingQuery> endHold() {
        List<WaitingQuery> known = new ArrayList<>();
        seconds.forEach((query, second) -> {
            if (second != null) {
                known.add(query.asking(second));
            }
        });
        seconds.clear();
        return known;
    }

    void turned(BitSet windows) {
        turned.or(windows);
        seconds.keySet().removeIf(query -> query.windows().intersects(windows));
    }

    List<WaitingQuery> removeMatching(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = new ArrayList<>();
        seconds.keySet().removeIf(query -> predicate.test(query) && taken.add(query));
        return taken;
    }
}
