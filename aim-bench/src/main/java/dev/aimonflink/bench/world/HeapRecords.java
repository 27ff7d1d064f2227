package dev.aimonflink.bench.world;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.StoredRecords;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2ObjectOpenHashMap;
import java.util.List;
import java.util.stream.Stream;

/** Records in hash maps, which hand out the stored record itself. */
public class HeapRecords implements StoredRecords {
    private final Long2ObjectOpenHashMap<EntityRecord> byNumber = new Long2ObjectOpenHashMap<>();
    private final Object2ObjectOpenHashMap<String, EntityRecord> byText = new Object2ObjectOpenHashMap<>();

    @Override
    public EntityRecord find(EntityId key) {
        return key.isText() ? byText.get(key.text()) : byNumber.get(key.number());
    }

    /** The record of an event's entity, or null; allocates nothing. */
    public EntityRecord find(DeclaredEvent event) {
        return event.keyText() == null ? byNumber.get(event.keyNumber()) : byText.get(event.keyText());
    }

    public List<EntityRecord> some(int count) {
        return Stream.concat(byNumber.values().stream(), byText.values().stream())
                .limit(count)
                .toList();
    }

    public void store(EntityRecord record) {
        EntityId key = record.key();
        if (key.isText()) {
            byText.put(key.text(), record);
        } else {
            byNumber.put(key.number(), record);
        }
    }
}
