package dev.aimonflink.bench.frontier;

import dev.aimonflink.bench.load.QueryPool;
import dev.aimonflink.bench.world.CallTotals;
import dev.aimonflink.bench.world.CountedSubscribers;
import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EventGenerator;
import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.lab.twin.RowComparison;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FrontierTest {
    private static final long SEED = 42;
    private static final int SUBSCRIBERS = 1_000;
    private static final int CALLS = 5_000;
    private static final long TIME_MS = 1_795_132_800_000L;

    private final List<Event> calls = calls();
    private final CallTotals totals = totals(calls);

    private static List<Event> calls() {
        EventGenerator generator = new EventGenerator(SEED, SUBSCRIBERS, Distribution.uniform());
        return Stream.generate(() -> generator.next(TIME_MS)).limit(CALLS).toList();
    }

    private static CallTotals totals(List<Event> calls) {
        CallTotals totals = new CallTotals(SUBSCRIBERS);
        calls.forEach(totals::add);
        return totals;
    }

    private static List<AskedQuery> questions() {
        return QueryPool.of(Frontier.QUERIES, SEED).all();
    }

    private List<List<Object>> recount(AskedQuery call) {
        return new CountedSubscribers(totals, totals, ModelProfileGenerator.ofSubscribers(SEED), SUBSCRIBERS)
                .answer(call);
    }

    private static Map<Long, long[]> cells(List<Event> calls) {
        Map<Long, long[]> cells = new HashMap<>();
        for (Event call : calls) {
            long[] before = cells.getOrDefault(call.subscriberId(), CallCells.none());
            cells.put(call.subscriberId(), CallCells.with(before, call));
        }
        return cells;
    }

    private static void assertSame(AskedQuery call, List<List<Object>> actual, List<List<Object>> expected) {
        assertThat(RowComparison.areEqual(expected, actual))
                .as("%s: %s where %s is right", call, actual, expected)
                .isTrue();
    }

    /** A batch of one call, one with several of a subscriber, and one of all. */
    @ParameterizedTest
    @ValueSource(ints = {1_000, CALLS})
    void shouldAnswerInDuckDbAsARecountDoes(int batch) {
        try (DuckDbTable table = new DuckDbTable(SUBSCRIBERS, 2, 1)) {
            table.apply(calls.subList(0, 1));
            for (int from = 1; from < CALLS; from += batch) {
                table.apply(calls.subList(from, Math.min(CALLS, from + batch)));
            }
            for (AskedQuery call : questions()) {
                assertSame(call, table.answer(call), recount(call));
            }
            for (StoredColumn column :
                    CallModel.schema(CallModel.AGGREGATES_PER_COPY).columns()) {
                long[] expected = totals.of(column);
                List<List<Object>> rows =
                        table.answer("SELECT " + column.name() + " FROM analytics_matrix ORDER BY subscriber_id");
                for (int id = 0; id < SUBSCRIBERS; id++) {
                    Object value = rows.get(id).get(0);
                    assertThat(value == null ? column.empty() : value)
                            .as("%s of %d", column.name(), id)
                            .isEqualTo(expected[id]);
                }
            }
        }
    }

    @Test
    void shouldAnswerInDuckDbAndFromCellsWhereNobodyHasCalled() {
        try (DuckDbTable table = new DuckDbTable(SUBSCRIBERS, 2, 1)) {
            for (AskedQuery call : questions()) {
                List<List<Object>> expected = table.answer(call);
                assertSame(call, CellQueries.answer(call, Stream.<long[]>empty().iterator(), SUBSCRIBERS), expected);
            }
        }
    }

    /** Some have no call and are not in the store. */
    @Test
    void shouldAnswerFromTheCellsOfAStoreAsARecountDoes() {
        Map<Long, long[]> cells = cells(calls);
        assertThat(cells.size()).isLessThan(SUBSCRIBERS);
        for (AskedQuery call : questions()) {
            assertSame(call, CellQueries.answer(call, cells.values().iterator(), SUBSCRIBERS), recount(call));
        }
    }

    /** The cells are in the order of the columns, and a cell without a call is the least or the greatest number. */
    @Test
    void shouldCountAllFortyTwoAggregatesInCells() {
        List<StoredColumn> columns =
                CallModel.schema(CallModel.AGGREGATES_PER_COPY).columns();
        cells(calls).forEach((id, cells) -> {
            List<Long> expected = new ArrayList<>();
            List<Long> actual = new ArrayList<>();
            for (StoredColumn column : columns) {
                expected.add(totals.of(column)[id.intValue()]);
                actual.add(cells[CallCells.index(column)]);
            }
            assertThat(actual).isEqualTo(expected);
        });
        assertThat(columns).hasSize(CallCells.none().length);
    }

    @Test
    void shouldReadTheCellsThatWereWritten() {
        long[] cells = CallCells.with(CallCells.none(), calls.get(0));
        assertThat(CallCells.read(CallCells.write(cells))).isEqualTo(cells);
    }

    @Test
    void shouldLeaveTheCellsThatClientsReadAsTheyAre() {
        long[] before = CallCells.none();
        long[] after = CallCells.with(before, calls.get(0));
        assertThat(before).isEqualTo(CallCells.none()).isNotEqualTo(after);
    }
}
