package dev.aimonflink.job.rule;

import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.rules.judge.RuleSet;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Versions that tasks want to suspend, until the topic has a newer one of each rule: the broker may not take a record. */
final class Suspensions {
    private static final Logger LOG = LoggerFactory.getLogger(Suspensions.class);

    /** Between two records of a version. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final Map<BoundRule, String> wanted = new ConcurrentHashMap<>();
    private final Map<BoundRule, Long> writtenNanos = new HashMap<>();

    /** Called by tasks. */
    void add(BoundRule rule, String why) {
        wanted.put(rule, why);
    }

    /** Called by the thread that reads the topic, with the rules at its end. */
    void write(RuleSet newest, RulesBroker broker, long nowNanos) {
        if (wanted.isEmpty()) {
            return;
        }
        Set<Long> versions = newest.rules().stream().map(BoundRule::version).collect(Collectors.toSet());
        wanted.keySet().removeIf(each -> !versions.contains(each.version()));
        writtenNanos.keySet().retainAll(wanted.keySet());
        // One at a time, since each may wait for the broker, and the end of the topic must be looked at again.
        wanted.keySet().stream()
                .filter(each -> isDue(each, nowNanos))
                .findFirst()
                .ifPresent(rule -> {
                    writtenNanos.put(rule, nowNanos);
                    try {
                        broker.suspend(rule.rule(), new RuleHistory.Suspension(rule.version(), wanted.get(rule)));
                    } catch (KafkaException failed) {
                        LOG.warn(
                                "Rule {} could not be suspended, and is again soon.",
                                rule.rule().id(),
                                failed);
                    }
                });
    }

    private boolean isDue(BoundRule rule, long nowNanos) {
        return !writtenNanos.containsKey(rule) || nowNanos - writtenNanos.get(rule) >= PAUSE.toNanos();
    }
}
