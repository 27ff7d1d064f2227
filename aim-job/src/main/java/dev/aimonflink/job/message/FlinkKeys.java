package dev.aimonflink.job.message;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityKey;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** Entity keys as Flink and savepoints have them: {@link EntityId#value}. */
public final class FlinkKeys {
    private FlinkKeys() {}

    /** Sends each message to the partition that owns its entity. */
    public static KeyedStream<MatrixInput, ?> keyed(DataStream<MatrixInput> inputs, EntityKey key) {
        return key.isText()
                ? inputs.keyBy(input -> input.key().text(), Types.STRING)
                : inputs.keyBy(input -> input.key().number(), Types.LONG);
    }
}
