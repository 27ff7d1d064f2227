package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;

/** Who gets events as they come: each with the thread of its call, so that one who takes nothing holds up no other. Thread-safe. */
final class Viewers {
    static final int MOST = 2_000;

    private final StalledWrites stalled;
    private final FairPlaces places = new FairPlaces(MOST);

    /** @param stall how long a viewer may take nothing */
    Viewers(Duration stall, ScheduledExecutorService clock) {
        stalled = new StalledWrites(stall, clock);
    }

    /** @throws HttpRefusal if there is no place for another */
    void takePlace(User user) {
        if (!places.take(user)) {
            throw HttpRefusal.of(
                    HttpStatus.TOO_MANY,
                    SqlState.TOO_MANY_CONNECTIONS,
                    "Too many watch: " + MOST
                            + " may, and half as many of one user. Ask again later, or ask POST /v1/sql.");
        }
    }

    void leavePlace(User user) {
        places.leave(user);
    }

    int count() {
        return places.taken();
    }

    StalledWrites stalled() {
        return stalled;
    }
}
