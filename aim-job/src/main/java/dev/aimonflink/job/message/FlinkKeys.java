package dev.aimonflink.job.message;

import dev.aimonflink.core.model.EntityId;
import dev.aimonflink.core.model.EntityKey;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** The keys of entities as Flink has them: a {@link Long} or a {@link String}. Savepoints have these. */
public final class FlinkKeys {
    private FlinkKeys() {}

    /** Returns the key of the keyed state of an entity. */
    public static Object of(EntityId key) {
        return key.isText() ? key.text() : (Object) key.number();
    }

    /** Sends each message to the partition that owns its entity. */
    public static KeyedStream<MatrixInput, ?> keyed(DataStream<MatrixInput> inputs, EntityKey key) {
        return key.isText()
                ? inputs.keyBy(input -> input.key().text(), Types.STRING)
                : inputs.keyBy(input -> input.key().number(), Types.LONG);
    }
}
