package dev.aimonflink.job.message;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.RecordCodec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The stored form of an entity's record. Records are mutable, so a copy is deep. */
public final class RecordFormat implements MessageFormat<EntityRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public Class<EntityRecord> type() {
        return EntityRecord.class;
    }

    @Override
    public void write(EntityRecord record, DataOutput out) throws IOException {
        RecordCodec.write(record, out);
    }

    @Override
    public EntityRecord read(DataInput in) throws IOException {
        return RecordCodec.read(in);
    }

    @Override
    public EntityRecord copy(EntityRecord record) {
        return record.copy();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }
}
