package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.RecordFormat;
import dev.aimonflink.matrix.record.EntityRecord;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The serializer of records in keyed state, equal to any other of their format, even in savepoints. Only a duplicate made while a paced
 * checkpoint begins writes at its pace.
 */
final class RecordSerializer extends MessageSerializer<EntityRecord> {
    private static final long serialVersionUID = 1L;

    /** Null in a copy by Java serialization, which knows no operator. */
    private final transient CheckpointPacing pacingOrNull;

    RecordSerializer(CheckpointPacing pacing) {
        super(new RecordFormat());
        this.pacingOrNull = pacing;
    }

    @Override
    public TypeSerializer<EntityRecord> duplicate() {
        SnapshotPace paceOrNull = pacingOrNull == null ? null : pacingOrNull.openOrNull();
        return paceOrNull == null ? this : new OfSnapshot(paceOrNull);
    }

    /** For the one thread that writes the snapshot. */
    private static final class OfSnapshot extends MessageSerializer<EntityRecord> {
        private static final long serialVersionUID = 1L;

        private final transient SnapshotPace pace;

        OfSnapshot(SnapshotPace pace) {
            super(new RecordFormat());
            this.pace = pace;
        }

        @Override
        public void serialize(EntityRecord record, DataOutputView target) throws IOException {
            super.serialize(record, target);
            pace.rowWritten();
        }

        /** Without a pace, because another use is not the snapshot's writer. */
        @Override
        public TypeSerializer<EntityRecord> duplicate() {
            return new MessageSerializer<>(new RecordFormat());
        }
    }
}
