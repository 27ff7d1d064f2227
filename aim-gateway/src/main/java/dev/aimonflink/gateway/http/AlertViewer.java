package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.ask.Failure;
import dev.aimonflink.gateway.topics.AlertFeed;
import dev.aimonflink.gateway.topics.AlertFeed.Alert;
import dev.aimonflink.gateway.topics.AlertFilter;
import dev.aimonflink.sql.SqlState;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Sees alerts as they come. The {@code id} of each says up to where the topic has been seen, by Kafka partition: who comes back with it misses
 * none, unless it is too late.
 */
final class AlertViewer extends Viewer {
    /** Written at a time. */
    private static final int MOST_AT_ONCE = 100;

    private final AlertFeed feed;
    private final AlertFilter filter;

    /** By Kafka partition, the offset behind the last alert that was passed. */
    private final Map<Integer, Long> passed;

    private long next;
    private String shownFault;

    private AlertViewer(
            Call call,
            Viewers viewers,
            AlertFeed feed,
            AlertFilter filter,
            long next,
            Map<Integer, Long> passed,
            BooleanSupplier isStillKnown)
            throws IOException {
        super(call, viewers, isStillKnown);
        this.feed = feed;
        this.filter = filter;
        this.next = next;
        this.passed = passed;
    }

    /** @param before what it has passed already; null to begin with the next alert */
    static AlertViewer begin(
            Call call,
            Viewers viewers,
            AlertFeed feed,
            AlertFilter filter,
            Map<Integer, Long> before,
            BooleanSupplier isStillKnown)
            throws IOException {
        AlertFeed.Place place = before == null ? feed.end() : new AlertFeed.Place(0, before);
        AlertViewer viewer = new AlertViewer(call, viewers, feed, filter, place.next(), place.offsets(), isStillKnown);
        viewer.write(viewer.heartbeat());
        if (before != null && !feed.endsBefore(before)) {
            viewer.tellOfLost();
        }
        return viewer;
    }

    /** Until its user may no longer; likewise {@link #watch}. */
    void watchFeed() throws IOException {
        Runnable waking = this::wake;
        feed.listen(waking);
        try {
            watch();
        } finally {
            feed.ignore(waking);
        }
    }

    /** Where the topic is passed, though none was wanted: who comes back misses none. */
    @Override
    byte[] heartbeat() {
        return ("id: " + id(passed) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Of offsets by Kafka partition. */
    static String id(Map<Integer, Long> offsets) {
        return new TreeMap<>(offsets)
                .entrySet().stream()
                        .map(each -> each.getKey() + "-" + each.getValue())
                        .collect(Collectors.joining("."));
    }

    @Override
    void writeNewest() throws IOException {
        tellOfFault();
        if (feed.endsBefore(passed)) {
            passed.clear();
            next = 0;
            missed("The topic of alerts is another one than before. These are its alerts.");
        }
        List<Alert> alerts = feed.from(next, MOST_AT_ONCE);
        while (!alerts.isEmpty()) {
            if (alerts.get(0).number() > next && next > 0) {
                tellOfLost();
            }
            write(events(alerts));
            next = alerts.get(alerts.size() - 1).number() + 1;
            alerts = feed.from(next, MOST_AT_ONCE);
        }
    }

    private byte[] events(List<Alert> alerts) {
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        for (Alert alert : alerts) {
            if (alert.offset() >= passed.getOrDefault(alert.partition(), 0L)) {
                passed.put(alert.partition(), alert.offset() + 1);
                if (filter.wants(alert)) {
                    events.writeBytes(event(id(passed), "alert", alert.json()));
                }
            }
        }
        return events.toByteArray();
    }

    /** Who was away for long, or takes too slowly. */
    private void tellOfLost() throws IOException {
        if (feed.hasLostBehind(passed)) {
            missed("Alerts have come that are no longer kept here. The topic of alerts has them.");
        }
    }

    private void missed(String reason) throws IOException {
        write(event("", "missed", "{\"reason\":\"" + reason + "\"}"));
    }

    private void tellOfFault() throws IOException {
        String fault = feed.fault();
        if (fault != null && !fault.equals(shownFault)) {
            byte[] error = Dispatcher.bytesOf(
                    Failure.of(SqlState.CONNECTION_FAILURE, "Alerts cannot be read at present: " + fault));
            write(event("", "error", new String(error, StandardCharsets.UTF_8)));
        }
        shownFault = fault;
    }
}
