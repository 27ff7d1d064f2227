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
import java.util.function.Predicate;

/**
 * The queries that wait for a pass, in one queue for each client. A pass takes queries from the clients in turn, and a limited number from
 * each. So a client with thousands of queries delays those of another client by a pass. Queries that take long {@linkplain PassChoice wait
 * for their turn}, which comes after two passes for each client.
 */
final class FairQueue {
    /**
     * The most different queries of one client in one pass. Equal queries count once: one scan answers them, so they
     * cost the other clients only the sending of their parts.
     */
    static final int MAX_QUERIES_OF_CLIENT_IN_PASS = 64;

    private final Map<String, Client> clients = new LinkedHashMap<>();
    private int waiting;

    /** A client's waiting queries, and the number of its queries in the pass. */
    private static final class Client {
        private final Deque<WaitingQuery> queue = new ArrayDeque<>();
        private int inPass;

        int places() {
            return queue.size() + inPass;
        }
    }

    /** Another thread may call this, and may see an old number. */
    int size() {
        return waiting;
    }

    boolean isEmpty() {
        return waiting == 0;
    }

    /** Whether a predicate holds for any query. */
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

    private Client clientOf(WaitingQuery query) {
        return clients.computeIfAbsent(query.asker().payer(), id -> new Client());
    }

    void add(WaitingQuery query) {
        clientOf(query).queue.addLast(query);
        waiting++;
    }

    /** Puts queries of a pass back to the front, in their order. */
    void putBack(List<WaitingQuery> queries) {
        for (int i = queries.size() - 1; i >= 0; i--) {
            Client client = clientOf(queries.get(i));
            client.queue.addFirst(queries.get(i));
            client.inPass--;
            waiting++;
        }
    }

    /**
     * Puts back the candidates that a pass does not take, and returns the others. It is the turn of the first one's client until that
     * one is taken, and then of another client.
     */
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

    /** Drops the queries for which a predicate holds. Returns how many. */
    int dropIf(Predicate<WaitingQuery> predicate) {
        int before = waiting;
        for (Client client : clients.values()) {
            int size = client.queue.size();
            client.queue.removeIf(predicate);
            waiting -= size - client.queue.size();
        }
        return before - waiting;
    }

    /** Removes and returns the queries for which a predicate holds. */
    List<WaitingQuery> removeMatching(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> taken = new ArrayList<>();
        dropIf(query -> predicate.test(query) && taken.add(query));
        return taken;
    }

    /**
     * Makes room for a query: removes the newest query of the client that has the most places, unless that is at most
     * one more than the newcomer's client has. Returns the removed query, or null.
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

    /** Takes those from which a pass is chosen, of the queries that can run: one of each client, then the next of each, and so on. */
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

    /** Frees the places of the pass, and drops the clients that have no waiting query. */
    void passEnded() {
        clients.values().forEach(client -> client.inPass = 0);
        clients.values().removeIf(client -> client.queue.isEmpty());
    }
}
