package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.rules.format.RuleJson;
import dev.aimonflink.rules.format.RuleRecords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The topic of rules, both their state and their audit: one record for each version of each rule.
 *
 * @param readers open the topic, and are closed at its end
 */
public record RulesPublisher(Supplier<TopicReader> readers, Supplier<RecordPublisher> publishers) {
    public static RulesPublisher of(JobTopics topics) {
        return new RulesPublisher(() -> topics.reader(TopicRole.RULES), () -> topics.publisher(TopicRole.RULES));
    }

    /** Reads all present versions. */
    public RuleLog read() {
        List<RuleVersion> versions = new ArrayList<>();
        Map<String, Long> present = new HashMap<>();
        try (TopicReader reader = readers.get()) {
            while (!reader.isAtEnd()) {
                reader.nextToEnd().forEach(record -> add(RuleVersion.of(record), versions, present));
            }
        }
        return new RuleLog(List.copyOf(versions));
    }

    /** A job's suspension of a version that somebody has changed meanwhile has no effect. */
    private static void add(RuleVersion version, List<RuleVersion> versions, Map<String, Long> present) {
        if (version.suspends() != null && !version.suspends().equals(present.get(version.id()))) {
            return;
        }
        versions.add(version);
        if (version.rule() != null) {
            present.put(version.id(), version.number());
        } else if (version.fault() == null) {
            present.remove(version.id());
        }
    }

    public void write(List<RuleChange> changes, String by, String noteOrNull) {
        try (RecordPublisher publisher = publishers.get()) {
            for (RuleChange change : changes) {
                Map<String, String> headers = new TreeMap<>();
                headers.put(RuleRecords.BY, by);
                if (change.checkedFor() != null) {
                    headers.put(RuleRecords.CHECKED_FOR, change.checkedFor());
                }
                if (change.isApplied()) {
                    headers.put(RuleRecords.APPLY_NOW, "true");
                }
                if (noteOrNull != null) {
                    headers.put(RuleRecords.NOTE, noteOrNull);
                }
                publisher.publish(
                        change.id().getBytes(StandardCharsets.UTF_8),
                        change.after() == null ? null : RuleJson.write(change.after()),
                        headers);
            }
            publisher.flush();
        }
    }
}
