package dev.aimonflink.rules.judge;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;

/** One partition's counts of rules while they exist, to be shared with others. For one thread. */
public final class RuleTallies {
    private final Map<BoundRule, RuleTally> tallies = new WeakHashMap<>();

    /** How many events and checks have been judged. */
    private long seen;

    void see() {
        seen++;
    }

    long seen() {
        return seen;
    }

    public RuleTally of(BoundRule rule) {
        return tallies.computeIfAbsent(rule, none -> new RuleTally());
    }

    RuleTally[] of(BoundRule... rules) {
        return Stream.of(rules).map(this::of).toArray(RuleTally[]::new);
    }
}
