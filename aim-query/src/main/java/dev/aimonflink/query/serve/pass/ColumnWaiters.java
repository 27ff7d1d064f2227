package dev.aimonflink.query.serve.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The queries that wait for columns which are not kept yet, before they wait for a pass. */
final class ColumnWaiters {
    /** The most queries, and those of one client. */
    static final int MOST = 256;

    static final int MOST_OF_CLIENT = 64;

    static final QueryError TOO_MANY = new QueryError(
            QueryError.Code.OVERLOADED,
            "More than " + MOST + " queries, or " + MOST_OF_CLIENT
                    + " of this client, wait for columns that are not kept. Ask again later, or pin the columns.");

    private final ColumnChoice columns;
    private final List<WaitingQuery> queries = new ArrayList<>();

    /** What may lead to another choice of columns: queries that come and go, and passes that end. */
    private long changes;

    /** When nothing could be chosen. */
    private long fruitless = -1;

    ColumnWaiters(ColumnChoice columns) {
        this.columns = columns;
    }

    /** Other threads may call this and see an old number. */
    int size() {
        return queries.size();
    }

    /** Returns whether there was a place. */
    boolean add(WaitingQuery query) {
        long ofClient = queries.stream()
                .filter(each -> each.asker().payer().equals(query.asker().payer()))
                .count();
        return queries.size() < MOST && ofClient < MOST_OF_CLIENT && queries.add(query);
    }

    /** Adds queries that have a place already, and lose their columns. */
    void addAll(List<WaitingQuery> others) {
        queries.addAll(others);
    }

    /** Notes that another choice may be possible. */
    void somethingChanged() {
        changes++;
    }

    boolean mayBeServed() {
        return columns.isDue() || (!queries.isEmpty() && changes != fruitless);
    }

    /** @param waiting the queries that wait for a pass, whose columns they need */
    ColumnChoice.Change next(FairQueue waiting) {
        Set<String> inUse = new HashSet<>();
        waiting.forEach(query -> inUse.addAll(query.query().columns()));
        ColumnChoice.Change next = columns.next(queries, inUse);
        fruitless = next.isNone() ? changes : -1;
        return next;
    }

    List<WaitingQuery> removeMatching(Predicate<WaitingQuery> predicate) {
        List<WaitingQuery> removed = new ArrayList<>();
        queries.removeIf(query -> predicate.test(query) && removed.add(query));
        return removed;
    }

    /** Removes those whose columns are kept now. */
    List<WaitingQuery> removeServed() {
        return removeMatching(query -> columns.keeps(query.query().columns()));
    }
}
