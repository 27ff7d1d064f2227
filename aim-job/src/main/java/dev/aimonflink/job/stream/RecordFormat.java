package dev.aimonflink.job.stream;

import dev.aimonflink.core.matrix.RecordCodec;
import dev.aimonflink.core.matrix.SubscriberRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The stored form of a subscriber's record. Records change in place, so a copy is a deep one. */
public final class RecordFormat implements MessageFormat<SubscriberRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public Class<SubscriberRecord> type() {
        return SubscriberRecord.class;
    }

    @Override
    public void write(SubscriberRecord record, DataOutput out) throws IOException {
        RecordCodec.write(record, out);
    }

    @Override
    public SubscriberRecord read(DataInput in) throws IOException {
        return RecordCodec.read(in);
    }

    @Override
    public SubscriberRecord copy(SubscriberRecord record) {
        return record.copy();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }
}
