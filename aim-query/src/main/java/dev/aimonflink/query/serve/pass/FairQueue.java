package dev.aimonflink.query.serve.pass;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The waiting queries, in one queue for each client. A pass takes a limited number from each client in turn, so a client with thousands of
 * queries delays those of another by one pass. Slow queries {@linkplain PassChoice wait for their turn}, which comes within two passes for
 * each client.
 */
final class FairQueue {
    /**
     * The most different queries of one client in one pass. Equal queries count once: one scan answers them, so the others only pay for
     * sending their parts.
     */
    static final int MAX_QUERIES_OF_CLIENT_IN_PASS = 64;

    private final Map<String, Client> clients = new LinkedHashMap<>();
    private int waiting;

    private static final class Client {
        private final Deque<WaitingQuery> queue = new ArrayDeque<>();
        private int inPass;

        int places() {
            return queue.size() + inPass;
        }
    }

    /** Other threads may call this and see an old number. */
    int size() {
        return waiting;
    }

    boolean isEmpty() {
        return waiting == 0;
    }

    boolean has(Predicate<WaitingQuery> predicate) {
        if (waiting == 0) {
            return false;
        }
        for (Client client : clients.values()) {
            for (WaitingQuery query : client.queue) {
                if (predicate.test(query)) {
                    return true;
                }
            }
        }
        return false;
    }

    void forEach(Consumer<WaitingQuery> action) {
        clients.values().forEach(client -> client.queue.forEach(action));
    }

    private Client clientOf(WaitingQuery query) {
        return clients.computeIfAbsent(query.asker().payer(), id -> new Client());
    }

    void add(WaitingQuery query) {
        clientOf(query).queue.addLast(query);
        waiting++;
    }

    /** Puts queries of a pass back to the front, in order. */
    void putBack(List<WaitingQuery> queries) {
        for (int i = queries.size() - 1; i >= 0; i--) {
            Client client = clientOf(queries.get(i));
            client.queue.addFirst(queries.get(i));
            client.inPass--;
            waiting++;
        }
    }

    /** Puts back the candidates that a pass does not take, and returns the others. The first one's client keeps its turn until that one is taken. */
    List<WaitingQuery> keepInPass(Set<Scannable> chosen, List<WaitingQuery> queries) {
        List<WaitingQuery> kept = new ArrayList<>();
        List<WaitingQuery> rest = new ArrayList<>();
        for (WaitingQuery each : queries) {
            (chosen.contains(each.query()) ? kept : rest).add(each);
        }
        putBack(rest);
        WaitingQuery first = queries.get(0);
        if (chosen.contains(first.query())) {
            Client served = clients.remove(first.asker().payer());
            clients.put(first.asker().payer(), served);
        }
        return kept;
    }

    int dropIf(Predicate<WaitingQuery> predicate) {
        int before = waiting;
        for (Client client : clients.values()) {
            int size = client.queue.size();
            client.queue.removeIf(predicate);
            waiting -= size - client.queue.size();
        }
        return before - waiting;
    }

    List<WaitingQuery> removeMatching(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = new ArrayList<>();
        dropIf(query -> predicate.test(query) && taken.add(query));
        return taken;
    }

    /**
     * Makes room for a query by removing the newest one of the client with the most places, unless it has at most one more than the
     * newcomer's client. Returns the removed query, or null.
     */
    WaitingQuery evictFor(WaitingQuery newcomer) {
        Client heaviest = null;
        for (Client client : clients.values()) {
            if (!client.queue.isEmpty() && (heaviest == null || client.places() > heaviest.places())) {
                heaviest = client;
            }
        }
        Client own = clients.get(newcomer.asker().payer());
        int places = own == null ? 0 : own.places();
        if (heaviest == null || heaviest.places() <= places + 1) {
            return null;
        }
        waiting--;
        return heaviest.queue.pollLast();
    }

    /** Takes the candidates for a pass among runnable queries: one of each client, then the next of each, and so on. */
    List<WaitingQuery> takeCandidates(Predicate<WaitingQuery> canRun) {
        List<Deque<WaitingQuery>> shares = new ArrayList<>();
        for (Client client : clients.values()) {
            Deque<WaitingQuery> share = shareOf(client, canRun);
            client.inPass = share.size();
            waiting -= share.size();
            shares.add(share);
        }
        List<WaitingQuery> taken = new ArrayList<>();
        while (!shares.isEmpty()) {
            for (Iterator<Deque<WaitingQuery>> each = shares.iterator(); each.hasNext(); ) {
                WaitingQuery next = each.next().pollFirst();
                if (next == null) {
                    each.remove();
                } else {
                    taken.add(next);
                }
            }
        }
        return taken;
    }

    private static Deque<WaitingQuery> shareOf(Client client, Predicate<WaitingQuery> canRun) {
        Set<Scannable> different = new HashSet<>();
        Deque<WaitingQuery> share = new ArrayDeque<>();
        for (Iterator<WaitingQuery> each = client.queue.iterator(); each.hasNext(); ) {
            WaitingQuery query = each.next();
            if (!canRun.test(query)) {
                continue;
            }
            if (different.contains(query.query()) || different.size() < MAX_QUERIES_OF_CLIENT_IN_PASS) {
                different.add(query.query());
                share.add(query);
                each.remove();
            }
        }
        return share;
    }

    /** Frees the places of the pass, and drops clients without waiting queries. */
    void passEnded() {
        assert isCounted() : "waiting=" + waiting;
        clients.values().forEach(client -> client.inPass = 0);
        clients.values().removeIf(client -> client.queue.isEmpty());
    }

    private boolean isCounted() {
        return waiting
                == clients.values().stream().mapToInt(each -> each.queue.size()).sum();
    }
}
