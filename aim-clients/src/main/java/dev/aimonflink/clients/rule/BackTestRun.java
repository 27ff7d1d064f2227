package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.clients.JobTopics;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.TopicReplay;
import dev.aimonflink.clients.TopicRole;
import dev.aimonflink.rules.judge.RuleJudge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A back-test with a job's events and profiles. */
public final class BackTestRun implements AutoCloseable {
    private final JobTopics topics;
    private final BackTestRules rules;
    private final BackTestSpan span;
    private final Duration timeout;
    private final TopicReplay events;
    private final BackTest.Settings settings;
    private final List<String> notes = new ArrayList<>();
    private BackTestReport report;

    /**
     * @param isToEnd whether the span ends where the topic ends now
     * @param timeout how long no broker may answer
     */
    public BackTestRun(
            JobTopics topics,
            BackTestRules rules,
            BackTestSpan span,
            BackTest.Settings settings,
            boolean isToEnd,
            Duration timeout) {
        this.topics = topics;
        this.rules = rules;
        this.span = span;
        this.timeout = timeout;
        this.settings = settings;
        events = topics.clients()
                .topicReplay(
                        topics.connection(),
                        topics.names().events(),
                        span.replayMs(),
                        isToEnd ? Long.MAX_VALUE : span.untilMs(),
                        timeout);
    }

    /** How many offsets are read. */
    public long size() {
        return events.size();
    }

    /**
     * @param noted gets sentences on the limits of the counts, once they are known
     * @param progress receives how many offsets have been read
     * @throws ClientException if the broker goes away meanwhile
     */
    public void run(RuleJudge.Alerts alerts, Consumer<String> noted, LongConsumer progress) {
        BackTest test = new BackTest(rules, span, settings, alerts);
        notes.addAll(rules.notes());
        notes.addAll(span.notes(events.stretches()));
        notes.forEach(noted);
        try {
            if (rules.needProfiles()) {
                try (TopicReader profiles = topics.reader(TopicRole.PROFILES)) {
                    test.readProfiles(profiles, () -> progress.accept(0));
                }
            }
            test.run(events, progress);
        } catch (ClientException lost) {
            throw new ClientException(lost(lost, test), lost);
        }
        List<String> lacking = lacking(test);
        lacking.forEach(noted);
        notes.addAll(lacking);
        report = test.report();
    }

    /** What it has found. */
    public BackTestDocument document(EntitySample sample) {
        return new BackTestDocument(report, span, rules.model().zone(), sample, List.copyOf(notes));
    }

    private String lost(ClientException why, BackTest test) {
        return why.getMessage() + "\nThe back-test had read "
                + (events.size() == 0 ? 100 : 100 * events.done() / events.size()) + "% of the events"
                + (test.reached() == null ? "" : ", up to those of " + test.reached())
                + ", and nothing was changed. Run it again; --timeout says how long no broker may answer, now "
                + Durations.text(timeout) + ".";
    }

    /** The report's limitations, in sentences. */
    private List<String> lacking(BackTest test) {
        List<String> lacking = new ArrayList<>();
        if (events.size() == 0) {
            lacking.add("Kafka has no events of this time.");
        }
        if (test.eventsBeyondEntities() > 0) {
            lacking.add(String.format(
                    Locale.ROOT,
                    "%,d events were left out: they are of more than the %,d entities for which there is room. Use --sample.",
                    test.eventsBeyondEntities(),
                    test.maxEntities()));
        }
        if (test.profilesLeftOut() > 0) {
            lacking.add(String.format(
                    Locale.ROOT,
                    "%,d profiles were left out: they are malformed, or of more than the %,d entities for which there is room.",
                    test.profilesLeftOut(),
                    test.maxEntities()));
        }
        return lacking;
    }

    @Override
    public void close() {
        events.close();
    }
}
