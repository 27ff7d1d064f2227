package dev.aimonflink.bench.world;

import dev.aimonflink.clients.load.SubscriberGenerator;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.Aggregate;
import dev.aimonflink.core.schema.MatrixSchema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What calls come to, as records. All calls are of one day. */
public final class CountedSubscribers implements Subscribers {
    /** One copy: no query but that for a subscriber reads another. */
    private static final MatrixSchema SCHEMA = MatrixSchema.withAggregates(MatrixSchema.AGGREGATES_PER_COPY);

    private static final List<Aggregate> AGGREGATES = SCHEMA.aggregates();
    private static final int[] SLOTS =
            AGGREGATES.stream().mapToInt(SCHEMA.layout()::slot).toArray();
    private static final int[] NO_WINDOWS = {};
    private static final int ATTRIBUTES = 4;

    private final CallTotals calls;
    private final SubscriberGenerator profiles;
    private final int withProfile;

    /** @param withProfile how many have one; they come first */
    public CountedSubscribers(CallTotals calls, SubscriberGenerator profiles, int withProfile) {
        this.calls = calls;
        this.profiles = profiles;
        this.withProfile = withProfile;
    }

    @Override
    public MatrixSchema schema() {
        return SCHEMA;
    }

    @Override
    public int size() {
        return calls.subscribers();
    }

    @Override
    public SubscriberRecord subscriber(long id) {
        int[] ints = new int[SCHEMA.layout().intCount()];
        long[] longs = new long[SCHEMA.layout().longCount()];
        for (int i = 0; i < SLOTS.length; i++) {
            Aggregate aggregate = AGGREGATES.get(i);
            long value = calls.of(aggregate.filter(), aggregate.function())[(int) id];
            if (aggregate.function().isCost()) {
                longs[SLOTS[i]] = value;
            } else {
                ints[SLOTS[i]] = (int) value;
            }
        }
        return new SubscriberRecord(id, SCHEMA.fingerprint(), NO_WINDOWS, ints, longs, profileOf(id));
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
