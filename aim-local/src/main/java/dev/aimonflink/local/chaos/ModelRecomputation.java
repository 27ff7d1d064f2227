package dev.aimonflink.local.chaos;

import dev.aimonflink.core.format.MalformedException;
import dev.aimonflink.core.format.event.ModelEventCodec;
import dev.aimonflink.core.format.event.ProfileModelCodec;
import dev.aimonflink.core.model.DeclaredEvent;
import dev.aimonflink.core.model.Model;
import dev.aimonflink.core.plain.PlainEntities;
import dev.aimonflink.core.plain.PlainMatrix;
import dev.aimonflink.core.query.AskedQuery;
import dev.aimonflink.core.setup.EventFormat;
import dev.aimonflink.sql.SqlException;
import java.time.ZoneId;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Recomputes the answers of a job of any other model, which the plain model changes where the job did. An entity's events are in
 * one partition, so that its last events are known, too.
 */
final class ModelRecomputation extends Recomputation<KeptModel> {
    private final ModelEventCodec codec;
    private final ProfileModelCodec profileCodec;
    private final PlainEntities entities;
    private final DeclaredEvent event;

    ModelRecomputation(List<Generation<KeptModel>> generations, ZoneId zone, EventFormat format) {
        super(generations, zone);
        // Generations differ in their aggregates alone.
        Model model = generations.get(0).kept().model();
        codec = format.newCodec(model);
        profileCodec = new ProfileModelCodec(model);
        entities = new PlainEntities(model, zone);
        event = new DeclaredEvent(model.event());
    }

    @Override
    void begin(Generation<KeptModel> generation) {
        entities.evolveTo(generation.kept().model());
    }

    @Override
    void event(ConsumerRecord<byte[], byte[]> read) {
        try {
            codec.decode(read.value(), event);
        } catch (MalformedException malformed) {
            deadLetter(read);
            return;
        }
        if (accepts(read, event.timestampMs()) && !canCount()) {
            deadLetter(read);
        }
    }

    /** Counts the event. A late one is no failure here: the job may have read it in time. */
    private boolean canCount() {
        try {
            return entities.event(event) != PlainMatrix.Outcome.OVERFLOW;
        } catch (SqlException filterHasNoValue) {
            return false;
        }
    }

    @Override
    void profile(ConsumerRecord<byte[], byte[]> read) {
        entities.update(profileCodec.decode(read.key(), read.value()));
    }

    @Override
    public List<List<Object>> answer(AskedQuery call) {
        return entities.answer(call);
    }

    @Override
    public int rows() {
        return entities.rows();
    }
}
