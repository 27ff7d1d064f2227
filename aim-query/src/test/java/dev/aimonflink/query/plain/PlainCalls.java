package dev.aimonflink.query.plain;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.WindowPolicy;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainClock;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The oracle of the benchmark's subscribers, told in calls and profiles. It forgets who is idle, too. */
public final class PlainCalls implements Oracle {
    private static final long HOUR_MS = 3_600_000;

    private final PlainEntities entities;
    private final PlainClock clock;
    private final List<WindowPolicy> windows;
    private final Set<Long> withProfile = new TreeSet<>();
    private final Map<Long, Long> lastEventMs = new HashMap<>();
    private long nowMs = Long.MIN_VALUE;

    public PlainCalls(ZoneId zone, EntityTables dimensions, int aggregates) {
        MatrixSchema schema = CallModel.schema(aggregates);
        MatrixTables tables = new MatrixTables(schema, dimensions, Map.of());
        entities = new PlainEntities(schema.model(), zone, new PlainQueries(tables, Catalogues.of(schema)));
        clock = new PlainClock(zone);
        windows = schema.model().aggregates().windows();
    }

    /** Counts a call, unless it has a fault, or is late or too large. */
    public void event(Event call) {
        if (call.fault().isPresent()) {
            return;
        }
        advanceTo(call.timestampMs());
        DeclaredEvent event = CallModel.event(call);
        event.clockMs(nowMs);
        if (entities.event(event) == PlainMatrix.Outcome.APPLIED) {
            lastEventMs.merge(call.subscriberId(), call.timestampMs(), Math::max);
        }
    }

    public void profile(Profile profile) {
        withProfile.add(profile.subscriberId());
        lastEventMs.putIfAbsent(profile.subscriberId(), -1L);
        entities.update(CallProfiles.entityProfile(profile));
    }

    public void clearProfile(long subscriberId) {
        withProfile.remove(subscriberId);
        entities.update(new EntityProfile(EntityId.of(subscriberId), Attributes.NONE));
    }

    public void forget(long subscriberId) {
        withProfile.remove(subscriberId);
        lastEventMs.remove(subscriberId);
        entities.update(new EntityUpdate.Forget(EntityId.of(subscriberId)));
    }

    /**
     * Forgets the subscribers without a profile whose last event was in an hour that ended so long ago, and before all current
     * windows.
     */
    public void forgetIdle(long forgetAfterMs) {
        List.copyOf(lastEventMs.keySet()).stream()
                .filter(each -> !withProfile.contains(each) && isOver(lastEventMs.get(each), forgetAfterMs))
                .forEach(this::forget);
    }

    private boolean isOver(long eventMs, long ageMs) {
        long endMs = (Math.floorDiv(eventMs, HOUR_MS) + 1) * HOUR_MS;
        return nowMs != Long.MIN_VALUE
                && endMs <= nowMs - ageMs
                && windows.stream().allMatch(window -> endMs <= clock.startMs(window));
    }

    public void advanceTo(long timeMs) {
        nowMs = Math.max(nowMs, timeMs);
        clock.advanceTo(timeMs);
        entities.advanceTo(timeMs);
    }

    @Override
    public List<List<Object>> answer(AskedQuery asked) {
        return entities.answer(asked);
    }

    @Override
    public int rows() {
        return entities.rows();
    }
}
