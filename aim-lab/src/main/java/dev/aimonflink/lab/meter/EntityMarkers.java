package dev.aimonflink.lab.meter;

import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.query.EntityQuestion;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import java.util.function.LongConsumer;

/** Markers that are events of any model; each makes a row, which the point query finds. */
public final class EntityMarkers implements Markers {
    private final EntityKeys keys;
    private final EntityQuestion query;
    private final LongConsumer feed;
    private final int lanes;

    /** @param lanes how many questions are asked at a time */
    public EntityMarkers(Model model, LongConsumer feed, int lanes) {
        keys = new EntityKeys(model);
        query = EntityQuestion.of(model);
        this.feed = feed;
        this.lanes = lanes;
    }

    @Override
    public int lanes() {
        return lanes;
    }

    /** A row stays when windows turn. */
    @Override
    public boolean isDue(long nowMs) {
        return true;
    }

    @Override
    public Marker publish(long number, long id) {
        feed.accept(id);
        EntityId key = keys.id(id);
        return new Marker(
                query.query() + " " + key, (int) (number % lanes), true, query.of(key), answer -> !answer.rows()
                        .isEmpty());
    }
}
