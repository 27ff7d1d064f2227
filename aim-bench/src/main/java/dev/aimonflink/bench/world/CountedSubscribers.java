package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.ModelProfileGenerator;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.query.serve.request.AskedQuery;
import java.util.ArrayList;
import java.util.List;

/**
 * Subscribers with the totals of their calls of today and this week.
 *
 * @param withProfile how many have a profile; they come first
 */
public record CountedSubscribers(
        CallTotals today, CallTotals thisWeek, ModelProfileGenerator profiles, int withProfile) {
    /** Texts read the first copy of each aggregate, which all models have. */
    private static final PlainAnswers ANSWERS = new PlainAnswers(CallModel.schema(CallModel.AGGREGATES_PER_COPY));

    /** The index of the day among the windows of the benchmark's schemas. */
    private static final int DAY = 0;

    public int size() {
        return thisWeek.subscribers();
    }

    private record Subscriber(CountedSubscribers all, int id) implements PlainAnswers.Subscriber {
        @Override
        public Attributes attributes() {
            return id < all.withProfile ? all.profiles.profile(id).attributes() : Attributes.NONE;
        }

        @Override
        public long cell(StoredColumn column) {
            CallTotals calls = column.window() == DAY ? all.today : all.thisWeek;
            return calls.of(column)[id];
        }
    }

    /** The right answer over all of them. */
    public List<List<Object>> answer(AskedQuery call) {
        return ANSWERS.answer(call, size(), id -> new Subscriber(this, (int) id));
    }

    /** The answer for one of them, from a matrix with any number of copies. */
    public List<List<Object>> row(long id, MatrixSchema schema) {
        if (id >= size()) {
            return List.of();
        }
        Subscriber subscriber = new Subscriber(this, (int) id);
        List<Object> row = new ArrayList<>();
        row.add(id);
        for (int i = 0; i < CallModel.entityType().attributes().size(); i++) {
            row.add(subscriber.attributes().value(i));
        }
        schema.columns().forEach(column -> row.add(PlainAnswers.value(column, subscriber.cell(column))));
        return List.of(row);
    }
}
