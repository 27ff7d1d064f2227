package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.core.calls.CallAggregate;
import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.PresetModels;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.plain.PlainQueries;
import dev.aimonflink.core.calls.plain.PlainRow;
import dev.aimonflink.core.calls.plain.PlainRow.Kind;
import dev.aimonflink.core.calls.plain.PlainRow.Summary;
import dev.aimonflink.core.layout.MatrixSchema;
import dev.aimonflink.core.layout.StoredColumn;
import dev.aimonflink.core.query.AskedQuery;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Subscribers with the totals of their calls of today and of this week.
 *
 * @param withProfile how many have a profile; they come first
 */
public record CountedSubscribers(CallTotals today, CallTotals thisWeek, ModelProfileGenerator profiles, int withProfile)
        implements Iterable<PlainRow> {

    /** The index of the day among the windows of the benchmark's schemas. */
    private static final int DAY = 0;

    public int size() {
        return thisWeek.subscribers();
    }

    @Override
    public Iterator<PlainRow> iterator() {
        return IntStream.range(0, size()).<PlainRow>mapToObj(Row::new).iterator();
    }

    private final class Row implements PlainRow {
        private final int id;

        Row(int id) {
            this.id = id;
        }

        @Override
        public long id() {
            return id;
        }

        @Override
        public Profile profile() {
            return id < withProfile ? CallModel.profile(id, profiles.profile(id).attributes()) : null;
        }

        @Override
        public Summary today(Kind kind) {
            return today.summary(id, kind);
        }

        @Override
        public Summary thisWeek(Kind kind) {
            return thisWeek.summary(id, kind);
        }
    }

    /** The right answer over all of them. */
    public List<List<Object>> answer(AskedQuery call) {
        return new PlainQueries(PresetModels.tables()).answer(call, this);
    }

    /** The answer to the point query of a matrix with any number of copies. */
    public List<List<Object>> row(long id, MatrixSchema schema) {
        if (id >= size()) {
            return List.of();
        }
        List<Object> row = PlainQueries.attributes(new Row((int) id));
        for (StoredColumn aggregate : schema.columns()) {
            CallTotals calls = aggregate.window() == DAY ? today : thisWeek;
            row.add(value(aggregate, calls.of(aggregate)[(int) id]));
        }
        return List.of(row);
    }

    private static Object value(StoredColumn aggregate, long cell) {
        if (CallAggregate.of(aggregate).isExtreme() && cell == aggregate.empty()) {
            return null;
        }
        return aggregate.isInt() ? (Object) cell : BigDecimal.valueOf(cell, 2);
    }
}
