package dev.aimonflink.gateway.http;

import dev.aimonflink.gateway.security.User;
import java.util.HashMap;
import java.util.Map;

/** FairPlaces, of which a user gets half, so that others always get in; whoever everybody is, all. Thread-safe. */
final class FairPlaces {
    private final int most;
    private final Map<String, Integer> ofUsers = new HashMap<>();
    private int taken;

    FairPlaces(int most) {
        this.most = most;
    }

    /** Returns whether there was one, which then has to be {@linkplain #leave left}. */
    synchronized boolean take(User user) {
        int mostOfUser = user.isTrusted() ? most : most / 2;
        int ofUser = ofUsers.getOrDefault(user.name(), 0);
        if (taken >= most || ofUser >= mostOfUser) {
            return false;
        }
        taken++;
        ofUsers.put(user.name(), ofUser + 1);
        return true;
    }

    synchronized void leave(User user) {
        taken--;
        ofUsers.computeIfPresent(user.name(), (name, before) -> before == 1 ? null : Integer.valueOf(before - 1));
    }

    synchronized int taken() {
        return taken;
    }
}
