package dev.aimonflink.bench.installation;

import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.query.plain.Oracle;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.setup.Catalogues;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Computes the right answers, once no more calls come. Thread-safe. */
public final class Truth implements Oracle {
    private final CountedSubscribers subscribers;
    private final MatrixSchema schema;
    private final long calls;
    private final Map<AskedQuery, List<List<Object>>> known = new ConcurrentHashMap<>();

    Truth(CountedSubscribers subscribers, MatrixSchema schema, long calls) {
        this.subscribers = subscribers;
        this.schema = schema;
        this.calls = calls;
    }

    /**
     * Recounts all calls of a deployment.
     *
     * @param others replays the calls that did not come through Kafka
     */
    static Truth of(
            Setup setup, MatrixSchema schema, EventStream events, long otherCalls, Consumer<Consumer<Event>> others) {
        CountedCalls counted =
                new CountedCalls(setup.subscribers() + events.markedSubscribers(), setup.feed(), events.newestMs());
        others.accept(counted);
        events.replay(counted);
        ModelProfileGenerator profiles = ModelProfileGenerator.ofSubscribers(setup.seed());
        return new Truth(
                new CountedSubscribers(counted.ofDay, counted.ofWeek, profiles, setup.subscribers()),
                schema,
                otherCalls + events.published());
    }

    /** The first answer to a call is slow to compute; it is kept. */
    @Override
    public List<List<Object>> answer(AskedQuery call) {
        return known.computeIfAbsent(call, this::computed);
    }

    private List<List<Object>> computed(AskedQuery call) {
        return call.query().equals("subscriber")
                ? subscribers.row((long) call.params().get("subscriberId"), schema)
                : subscribers.answer(call);
    }

    Model model() {
        return schema.model();
    }

    List<Catalogue.Entry> texts() {
        return Catalogues.of(schema).entries().stream()
                .filter(each -> each.text() != null)
                .toList();
    }

    @Override
    public int rows() {
        return subscribers.size();
    }

    /** How many calls the matrix must have counted. */
    public long calls() {
        return calls;
    }

    /**
     * Counts the calls of the newest call's day and week. Nothing else counts in the end, whatever the order of arrival: older calls are
     * dropped as late or their windows have ended, and calls of the last windows are never late.
     */
    private static final class CountedCalls implements Consumer<Event> {
        private final int day;
        private final int week;
        private final CallTotals ofDay;
        private final CallTotals ofWeek;

        /** @param feed of the calls; those of a fixed time are counted once for both windows */
        CountedCalls(int subscribers, CallPattern feed, long newestMs) {
            day = number(Window.DAY, newestMs);
            week = number(Window.WEEK, newestMs);
            ofWeek = new CallTotals(subscribers);
            ofDay = feed.time() == CallPattern.Time.FIXED ? ofWeek : new CallTotals(subscribers);
        }

        private static int number(Window window, long timestampMs) {
            return window.numberOf(
                    Instant.ofEpochMilli(timestampMs).atZone(ZoneOffset.UTC).toLocalDate());
        }

        @Override
        public void accept(Event call) {
            if (ofDay == ofWeek) {
                ofWeek.add(call);
                return;
            }
            if (number(Window.WEEK, call.timestampMs()) == week) {
                ofWeek.add(call);
            }
            if (number(Window.DAY, call.timestampMs()) == day) {
                ofDay.add(call);
            }
        }
    }
}
