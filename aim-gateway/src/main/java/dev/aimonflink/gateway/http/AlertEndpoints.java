package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.topics.AlertFeed;
import dev.aimonflink.gateway.topics.AlertFilter;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** Alerts: the newest, and those that come. */
final class AlertEndpoints {
    private static final int USUAL = 100;
    private static final int MOST_IDS = 16_384;

    private final CallSessions requests;
    private final AlertFeed feed;
    private final Viewers viewers;
    private final Authentication authentication;

    AlertEndpoints(CallSessions requests, AlertFeed feed, Viewers viewers, Authentication authentication) {
        this.requests = requests;
        this.feed = feed;
        this.viewers = viewers;
        this.authentication = authentication;
    }

    void addTo(Routes routes) {
        routes.add("GET", "/v1/alerts", Set.of("rule", "key", "state", "last"), this::newest)
                .addKept("GET", "/v1/alerts/stream", Set.of("rule", "key", "state"), this::stream);
    }

    private static AlertFilter filter(Call call) {
        return AlertFilter.of(call.inQuery("rule"), call.inQuery("key"), call.inQuery("state"));
    }

    private void newest(Call call) throws IOException {
        call.caller().requireAllColumns();
        int last = last(call.inQuery("last"));
        AlertFilter filter = filter(call);
        opened(call);
        String progress = AlertViewer.id(feed.end().offsets());
        List<String> alerts = filter.newest(feed, last);
        call.memory().take(alerts.stream().mapToLong(String::length).sum());
        call.answer(HttpStatus.OK, AnswerFormat.JSON.type(), out -> {
            String before = "{\"alerts\":[";
            for (String each : alerts) {
                out.write((before + each).getBytes(StandardCharsets.UTF_8));
                before = ",";
            }
            String end = (alerts.isEmpty() ? before : "") + "],\"next\":\"" + progress + "\"}";
            out.write(end.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static int last(String given) {
        if (given == null) {
            return USUAL;
        }
        if (!given.matches("[0-9]{1,5}") || Integer.parseInt(given) > AlertFeed.MOST || Integer.parseInt(given) < 1) {
            throw HttpRefusal.badRequest("last=" + Spelling.shortened(given) + " is no number from 1 to "
                    + AlertFeed.MOST + ". Give one, or leave it out.");
        }
        return Integer.parseInt(given);
    }

    private void stream(Call call) throws IOException {
        call.caller().requireAllColumns();
        AlertFilter filter = filter(call);
        Map<Integer, Long> before =
                call.header("Last-Event-ID").map(AlertEndpoints::offsets).orElse(null);
        viewers.takePlace(call.caller());
        try {
            opened(call);
            BooleanSupplier isStillKnown = () -> authentication.isStill(call);
            AlertViewer.begin(call, viewers, feed, filter, before, isStillKnown).watchFeed();
        } finally {
            viewers.leavePlace(call.caller());
        }
    }

    /** Who looks is listed and logged, as who asks is. */
    private void opened(Call call) throws IOException {
        requests.run(
                call,
                session -> session.during(call.method() + " " + call.rawPath(), () -> {
                    feed.open();
                    return feed;
                }));
    }

    /** The inverse of {@link AlertViewer#id}. */
    private static Map<Integer, Long> offsets(String id) {
        if (id.length() > MOST_IDS || !id.matches("([0-9]{1,9}-[0-9]{1,18}(\\.[0-9]{1,9}-[0-9]{1,18})*)?")) {
            throw HttpRefusal.badRequest("Last-Event-ID: " + Spelling.shortened(id)
                    + " is no id of an alert. Leave it out, or give one that came.");
        }
        Map<Integer, Long> offsets = new TreeMap<>();
        for (String place : id.isEmpty() ? new String[0] : id.split("\\.")) {
            int dash = place.indexOf('-');
            offsets.put(Integer.parseInt(place.substring(0, dash)), Long.parseLong(place.substring(dash + 1)));
        }
        return offsets;
    }
}
