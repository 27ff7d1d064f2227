package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.rule.BackTestReport.Count;
import dev.aimonflink.clients.rule.BackTestReport.Events;
import dev.aimonflink.clients.rule.BackTestReport.OfRule;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The report of a back-test, with what was tested.
 *
 * @param notes on the limits of the counts
 */
public record BackTestDocument(
        BackTestReport report, BackTestSpan span, ZoneId zone, EntitySample sample, List<String> notes) {
    /** How many of a hundred firings. */
    public static long percent(long count, OfRule of) {
        return of.firings() == 0 ? 0 : Math.round(100.0 * count / of.firings());
    }

    /** As JSON. */
    public Map<String, Object> map() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("from", Instant.ofEpochMilli(span.fromMs()).toString());
        document.put("to", Instant.ofEpochMilli(span.untilMs()).toString());
        document.put("readFrom", Instant.ofEpochMilli(span.replayMs()).toString());
        document.put("timeZone", zone.getId());
        document.put("sample", sample.share());
        document.put("notes", notes);
        document.put("days", report.days().stream().map(Object::toString).toList());
        document.put("rulesOfJob", report.liveRules());
        document.put("rules", report.rules().stream().map(this::document).toList());
        document.put("events", document(report.events()));
        return document;
    }

    private Map<String, Object> document(OfRule rule) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("rule", rule.id());
        document.put("firings", rule.firings());
        document.put("aboutOfAll", sample.ofAll(rule.firings()));
        document.put("firingsByDay", rule.byDay());
        document.put("resolved", rule.resolved());
        document.put("entities", rule.entities());
        document.put("suppressed", rule.suppressed());
        document.put("failures", rule.failures());
        document.put("mostFor", documents("key", rule.top(), rule));
        document.put("sameEventsAs", documents("rule", rule.same(), rule));
        document.put("alone", rule.alone());
        return document;
    }

    private static List<Map<String, Object>> documents(String name, List<Count> counts, OfRule of) {
        return counts.stream()
                .map(each -> {
                    Map<String, Object> document = new LinkedHashMap<>();
                    document.put(name, each.name());
                    document.put("firings", each.count());
                    document.put("percent", percent(each.count(), of));
                    return document;
                })
                .toList();
    }

    private static Map<String, Object> document(Events events) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("read", events.read());
        document.put("ofSample", events.ofSample());
        document.put("applied", events.applied());
        document.put("leftOut", events.leftOut());
        document.put("perSecond", events.perSecond());
        document.put("seconds", events.seconds());
        return document;
    }
}
