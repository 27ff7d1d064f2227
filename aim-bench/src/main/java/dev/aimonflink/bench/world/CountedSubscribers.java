package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.SubscriberGenerator;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.plain.PlainRow;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/** Subscribers with the totals of their calls of today and of this week. */
public final class CountedSubscribers implements Iterable<PlainRow> {
    private static final int ATTRIBUTES = 4;

    /** The index of the day among the windows of the benchmark's schemas. */
    private static final int DAY = 0;

    private final CallTotals today;
    private final CallTotals thisWeek;
    private final SubscriberGenerator profiles;
    private final int withProfile;

    /** @param withProfile how many have a profile; they come first */
    public CountedSubscribers(CallTotals today, CallTotals thisWeek, SubscriberGenerator profiles, int withProfile) {
        this.today = today;
        this.thisWeek = thisWeek;
        this.profiles = profiles;
        this.withProfile = withProfile;
    }

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
            return profileOf(id);
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

    private Profile profileOf(long id) {
        return id < withProfile ? profiles.profile(id) : null;
    }

    /** The answer to the point query of a matrix with any number of copies. */
    public List<List<Object>> row(long id, MatrixSchema schema) {
        if (id >= size()) {
            return List.of();
        }
        List<Object> row = new ArrayList<>();
        row.add(id);
        Profile profile = profileOf(id);
        row.addAll(
                profile == null
                        ? Arrays.asList(new Object[ATTRIBUTES])
                        : List.of(profile.zip(), (long) profile.subscriptionType(), (long) profile.category(), (long)
                                profile.cellValueType()));
        for (Aggregate aggregate : schema.aggregates()) {
            CallTotals calls = aggregate.window() == DAY ? today : thisWeek;
            row.add(value(aggregate, calls.of(aggregate.filter(), aggregate.function())[(int) id]));
        }
        return List.of(row);
    }

    private static Object value(Aggregate aggregate, long cell) {
        boolean isCost = aggregate.function().isCost();
        long ofNoCalls =
                isCost ? aggregate.function().emptyLong() : aggregate.function().emptyInt();
        if (aggregate.function().isExtreme() && cell == ofNoCalls) {
            return null;
        }
        return isCost ? BigDecimal.valueOf(cell, 2) : (Object) cell;
    }
}
