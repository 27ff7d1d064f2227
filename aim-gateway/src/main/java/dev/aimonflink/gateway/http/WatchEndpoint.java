package dev.aimonflink.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.aimonflink.clients.Durations;
import dev.aimonflink.sql.text.Spelling;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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

    /** Of a board. */
    static final Set<String> BOARD_QUERY = Set.of("numbers");

    private static final int MOST_OF_BOARD = 50;
    private static final String BOARD = "watches";
    private static final Set<String> OF_ONE = Set.of("sql", "every", "key");

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
        WatchKey key = key(call, statement, call.inQuery("every"), call.inQuery("key"));
        watches.watch(call, key, before(call), () -> authentication.isStill(call));
    }

    /**
     * Several statements in one answer, each event with the number of its statement, from 0 on:
     *
     * <pre>
     * POST /v1/watch
     * {"watches":[{"sql":"SELECT count(*) FROM subscribers"},{"sql":"SELECT city, count(*) FROM subscribers GROUP BY city","every":"5s"}]}
     *
     * event: answer
     * data: {"watch":1,"data":
     * data: {"columns":[...],"rows":[...],...}
     * data: }
     * </pre>
     */
    void answerBoard(Call call) throws IOException {
        JsonNode board = call.object(Set.of(BOARD)).path(BOARD);
        if (!board.isArray() || board.isEmpty() || board.size() > MOST_OF_BOARD) {
            throw HttpRefusal.badRequest("The body has no \"watches\" of 1 to " + MOST_OF_BOARD
                    + " statements. Send {\"watches\":[{\"sql\":\"SELECT ...\",\"every\":\"1s\"}]}.");
        }
        List<WatchKey> keys = new ArrayList<>();
        for (JsonNode each : board) {
            requireTexts(each, keys.size());
            keys.add(key(
                    call,
                    each.path("sql").textValue(),
                    each.path("every").textValue(),
                    each.path("key").textValue()));
        }
        watches.watchAll(call, keys, before(call), () -> authentication.isStill(call));
    }

    private static void requireTexts(JsonNode watch, int number) {
        if (!watch.path("sql").isTextual()) {
            throw HttpRefusal.badRequest("Number " + number + " of \"watches\" has no text \"sql\". Give it one.");
        }
        watch.properties().forEach(each -> {
            if (!OF_ONE.contains(each.getKey())) {
                throw HttpRefusal.badRequest("There is no key \"" + Spelling.shortened(each.getKey()) + "\" here. "
                        + Spelling.hint(each.getKey(), new ArrayList<>(OF_ONE)));
            }
            if (!each.getValue().isTextual()) {
                throw HttpRefusal.badRequest("\"" + each.getKey() + "\" of number " + number
                        + " of \"watches\" is no text. Write it in quotes.");
            }
        });
    }

    private static WatchKey key(Call call, String statement, String every, String columns) {
        return new WatchKey(
                call.caller(),
                statement,
                interval(every),
                columns == null ? List.of() : List.of(columns.split(",")),
                CallSessions.areNumbersTexts(call));
    }

    private static String before(Call call) {
        return call.header("Last-Event-ID").orElse(null);
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
