package dev.aimonflink.gateway.http;

import dev.aimonflink.clients.Durations;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Sends what a statement answers, again and again, as Server-Sent Events.
 *
 * <pre>
 * GET /v1/watch?sql=SELECT city, count(*) FROM subscribers GROUP BY city&amp;every=1s&amp;key=city
 *
 * id: 4f1c~0-812.1-790
 * event: answer
 * data: {"columns":[...],"rows":[["Basel",31],["Zurich",81]],...}
 *
 * id: 4f1c~0-820.1-791
 * event: rows
 * data: {"added":[],"changed":[["Zurich",82]],"removed":[]}
 * </pre>
 */
final class WatchEndpoint implements Endpoint {
    static final Set<String> QUERY = Set.of("sql", "every", "key", "numbers");

    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofHours(1);
    private static final String USUAL = "1s";

    private final Watches watches;
    private final Authentication authentication;

    WatchEndpoint(Watches watches, Authentication authentication) {
        this.watches = watches;
        this.authentication = authentication;
    }

    @Override
    public void answer(Call call) throws IOException {
        String statement = call.inQuery("sql");
        if (statement == null) {
            throw HttpRefusal.badRequest("The address has no sql=. Give a statement of SQL, escaped.");
        }
        String columns = call.inQuery("key");
        WatchKey key = new WatchKey(
                call.caller(),
                statement,
                interval(call.inQuery("every")),
                columns == null ? List.of() : List.of(columns.split(",")),
                CallSessions.areNumbersTexts(call));
        watches.watch(call, key, call.header("Last-Event-ID").orElse(null), () -> authentication.isStill(call));
    }

    private static Duration interval(String given) {
        Duration interval = Durations.parse(given == null ? USUAL : given);
        if (interval.compareTo(LEAST) < 0 || interval.compareTo(MOST) > 0) {
            throw HttpRefusal.badRequest(
                    "every=" + given + " is outside 100ms to 1h. Write a time inside, such as 1s.");
        }
        return interval;
    }
}
