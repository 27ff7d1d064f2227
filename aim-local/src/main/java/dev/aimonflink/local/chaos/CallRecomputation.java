package dev.aimonflink.local.chaos;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Event;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.plain.PlainModel;
import dev.aimonflink.core.calls.wire.EventCodec;
import dev.aimonflink.core.format.MalformedException;
import dev.aimonflink.core.format.event.ProfileModelCodec;
import dev.aimonflink.core.model.EntityProfile;
import dev.aimonflink.core.names.EntityTables;
import dev.aimonflink.core.query.AskedQuery;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Recomputes the answers of a job of calls. Each generation of the schema has a plain model of the calls since then; a column
 * comes from the first generation that keeps it without a break.
 */
final class CallRecomputation extends Recomputation<KeptSchema> {
    private final EventCodec codec;
    private final ProfileModelCodec profileCodec = new ProfileModelCodec(CallModel.smallest());
    private final List<Generation<KeptSchema>> generations;
    private final List<PlainModel> models = new ArrayList<>();
    private final List<Integer> generationOfCell;

    CallRecomputation(List<Generation<KeptSchema>> generations, ZoneId zone, EntityTables tables, EventCodec codec) {
        super(generations, zone);
        this.generations = List.copyOf(generations);
        this.codec = codec;
        KeptSchema current = generations.get(generations.size() - 1).kept();
        generations.forEach(each -> models.add(new PlainModel(zone, tables, current.plain())));
        generationOfCell = Births.ofCells(
                generations.stream().map(each -> each.kept().matrix()).toList());
    }

    @Override
    void begin(Generation<KeptSchema> generation) {
        // Each has a model of its own.
    }

    @Override
    void event(ConsumerRecord<byte[], byte[]> read) {
        Event event;
        try {
            event = codec.decode(read.value());
        } catch (MalformedException malformed) {
            deadLetter(read);
            return;
        }
        if (!accepts(read, event.timestampMs())) {
            return;
        }
        for (int i = 0; i < models.size(); i++) {
            if (generations.get(i).includes(read.partition(), read.offset())) {
                models.get(i).event(event);
            } else {
                // Only the time and the row of the subscriber count here; its other cells are empty.
                models.get(i).advanceTo(event.timestampMs());
                models.get(i).profile(placeholder(event.subscriberId()));
            }
        }
    }

    private static Profile placeholder(long subscriberId) {
        return new Profile(subscriberId, "none", 0, 0, 0);
    }

    @Override
    void profile(ConsumerRecord<byte[], byte[]> read) {
        for (PlainModel model : models) {
            if (read.value() == null) {
                model.clearProfile(profileCodec.decodeKey(read.key()).number());
            } else if (profileCodec.decode(read.value()) instanceof EntityProfile profile) {
                model.profile(CallModel.profile(profile.key().number(), profile.attributes()));
            } else {
                model.forget(profileCodec.decode(read.value()).key().number());
            }
        }
    }

    @Override
    public List<List<Object>> answer(AskedQuery call) {
        List<List<Object>> rows = models.get(0).answer(call);
        if (!call.query().equals("subscriber") || rows.isEmpty()) {
            return rows;
        }
        List<Object> row = new ArrayList<>(rows.get(0));
        Set<Integer> others = new TreeSet<>(generationOfCell);
        others.remove(0);
        for (int generation : others) {
            List<Object> since = models.get(generation).answer(call).get(0);
            for (int cell = 0; cell < row.size(); cell++) {
                if (generationOfCell.get(cell) == generation) {
                    row.set(cell, since.get(cell));
                }
            }
        }
        return List.of(row);
    }

    @Override
    public int rows() {
        return models.get(0).rows();
    }
}
