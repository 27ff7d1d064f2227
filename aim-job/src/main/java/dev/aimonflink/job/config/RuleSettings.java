package dev.aimonflink.job.config;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import dev.aimonflink.rules.judge.RuleSet;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.Configuration;

/**
 * How a job reads rules, and how it writes what they do.
 *
 * @param eventTopics to which rules may write events
 * @param delay from a rule's record to the first event that it judges
 * @param alertsPerSecondOrNull null for all
 * @param maxBytesOrNull how much a partition may remember; null if the heap decides
 */
public record RuleSettings(
        boolean enabled,
        String topic,
        String alertsTopic,
        List<String> eventTopics,
        Duration delay,
        RuleSet.Engine engine,
        Delivery delivery,
        Integer alertsPerSecondOrNull,
        Long maxBytesOrNull)
        implements Serializable {
    /** The time in which all readers hear of a rule: one that has not heard of the topic's end for a second judges nothing. */
    private static final Duration LEAST_DELAY = Duration.ofSeconds(2);

    static RuleSettings of(Configuration options, List<String> otherTopics) {
        String topic = options.get(AimOptions.RULES_TOPIC);
        String alertsTopic = options.get(AimOptions.ALERTS_TOPIC);
        List<String> eventTopics =
                List.copyOf(options.getOptional(AimOptions.RULES_TOPICS).orElse(List.of()));
        List<String> own = new ArrayList<>(otherTopics);
        own.addAll(List.of(topic, alertsTopic));
        for (String each : eventTopics) {
            if (own.contains(each)) {
                throw new InvalidInputException(AimOptions.RULES_TOPICS.key() + "=" + String.join(";", eventTopics)
                        + " has the job's own topic " + each + ". Rules write to topics of others: leave it out.");
            }
        }
        return new RuleSettings(
                options.get(AimOptions.ALERTS_ENABLED),
                topic,
                alertsTopic,
                eventTopics,
                delay(options),
                engine(options.get(AimOptions.RULES_ENGINE)),
                Delivery.of(options, AimOptions.ALERTS_DELIVERY),
                CheckedOptions.perSecond(
                        options, AimOptions.ALERTS_MAX_PER_SECOND, "alerts", AimOptions.ALERTS_DELIVERY),
                CheckedOptions.memoryOrNull(options, AimOptions.RULES_MAX_MEMORY));
    }

    private static Duration delay(Configuration options) {
        Duration delay = CheckedOptions.positive(options, AimOptions.RULES_DELAY);
        if (delay.compareTo(LEAST_DELAY) < 0) {
            throw new InvalidInputException(AimOptions.RULES_DELAY.key() + "=" + ResolvedOptions.shown(delay)
                    + " is too short for all readers to hear of a rule before it judges. Give "
                    + ResolvedOptions.shown(LEAST_DELAY) + " or more.");
        }
        return delay;
    }

    private static RuleSet.Engine engine(String label) {
        return Labels.find(
                label,
                List.of(RuleSet.Engine.values()),
                each -> each.name().toLowerCase(Locale.ROOT),
                AimOptions.RULES_ENGINE.key() + "=" + label + " is no way to find rules. Use one of ");
    }
}
