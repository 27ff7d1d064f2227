package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.lab.disturbance.Setting;
import dev.aimonflink.lab.feed.StormFeed;
import dev.aimonflink.local.GatewayClients;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.query.plain.Oracle;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Clients of two gateways beside the job of a storm of calls. Its model has the window {@code ever}, so that counts only grow. */
final class GatewayGuests implements Guests {
    private static final String COUNT = GatewayClients.COUNT;
    private static final String OF_KEPT = " FROM subscribers WHERE subscriber_id % " + StormFeed.KEPT_ONE_OF + " = 0";
    private static final String SUMS = "SELECT count(*), sum(" + COUNT + ")" + OF_KEPT;
    private static final String ROW = "SELECT *, " + COUNT + " FROM subscribers WHERE subscriber_id = 8";
    private static final String EACH = "SELECT subscriber_id, " + COUNT + OF_KEPT + " ORDER BY subscriber_id";

    private final Setting setting;
    private final int entities;
    private final GatewayClients clients;

    GatewayGuests(Setting setting, LongSupplier published) {
        this.setting = setting;
        entities = setting.subscribers() + StormFeed.STRANGERS;
        // One event can be in the job before it is counted.
        clients = new GatewayClients(
                setting.connection(), setting.topics(), SUMS, ROW, () -> Math.max(entities, published.getAsLong() + 1));
    }

    @Override
    public List<String> end() {
        try {
            List<String> faults = clients.end();
            System.out.println(setting.cell().name() + ": through gateways " + clients.outcomes());
            return faults;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of(stopped.toString());
        }
    }

    @Override
    public List<String> compare(Oracle truth, Model kept) {
        List<List<Long>> expected = expected(truth, kept);
        List<List<Long>> sums = List.of(List.of(
                (long) expected.size(),
                expected.stream().mapToLong(each -> each.get(1)).sum()));
        List<String> differences = new ArrayList<>(compare(SUMS, sums));
        differences.addAll(compare(EACH, expected));
        return differences;
    }

    private List<String> compare(String statement, List<List<Long>> expected) {
        try {
            List<List<Long>> found = clients.rows(statement);
            return found.equals(expected)
                    ? List.of()
                    : List.of(statement + " was answered " + found + " instead of " + expected);
        } catch (SQLException failure) {
            return List.of(statement + " was answered " + failure);
        }
    }

    /** What {@link #EACH} has to return. */
    private List<List<Long>> expected(Oracle truth, Model kept) {
        List<String> columns = kept.columns().stream().map(ModelColumn::name).toList();
        int count = 1 + kept.entity().attributes().size() + columns.indexOf(COUNT);
        List<List<Long>> rows = new ArrayList<>();
        for (long id = 0; id < entities; id += StormFeed.KEPT_ONE_OF) {
            for (List<Object> row : truth.answer(EntityQuestion.OF_CALLS.of(EntityId.of(id)))) {
                rows.add(List.of(id, (Long) row.get(count)));
            }
        }
        return rows;
    }

    @Override
    public void close() {
        clients.close();
    }
}
