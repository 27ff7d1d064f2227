package dev.aimonflink.job.rule;

import dev.aimonflink.query.rule.BoundRule;
import dev.aimonflink.query.rule.RuleHistory;
import dev.aimonflink.query.rule.RuleSet;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Versions that tasks want to be suspended, until the topic has a newer one of each rule: the broker may not take a record. */
final class Suspensions {
    /** Between two records of a version. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Map<BoundRule, String> wanted = new ConcurrentHashMap<>();
    private boolean hasWritten;
    private long writtenNanos;

    /** Called by tasks. */
    void add(BoundRule rule, String why) {
        wanted.put(rule, why);
    }

    /** Called by the thread that reads the topic, which has the rules of its end. */
    void write(RuleSet newest, RulesBroker broker, long nowNanos) {
        if (wanted.isEmpty() || (hasWritten && nowNanos - writtenNanos < PAUSE.toNanos())) {
            return;
        }
        Set<Long> versions = newest.rules().stream().map(BoundRule::version).collect(Collectors.toSet());
        wanted.keySet().removeIf(each -> !versions.contains(each.version()));
        wanted.forEach((rule, why) -> broker.suspend(rule.rule(), new RuleHistory.Suspension(rule.version(), why)));
        hasWritten = !wanted.isEmpty();
        writtenNanos = nowNanos;
    }
}
