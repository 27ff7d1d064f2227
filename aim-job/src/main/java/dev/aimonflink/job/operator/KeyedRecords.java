package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.StoredRecords;
import dev.aimonflink.core.matrix.SubscriberRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;

/** The records of a partition as keyed state. Puts the input's key back: a slice may run within a call's callback. */
final class KeyedRecords implements StoredRecords {
    private final AbstractStreamOperator<?> operator;
    private final ValueState<SubscriberRecord> records;

    KeyedRecords(AbstractStreamOperator<?> operator, ValueState<SubscriberRecord> records) {
        this.operator = operator;
        this.records = records;
    }

    @Override
    public SubscriberRecord find(long subscriberId) {
        Object keyOfInput = operator.getCurrentKey();
        try {
            operator.setCurrentKey(subscriberId);
            return records.value();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(
                    "Cannot read the record of subscriber " + subscriberId + " from the state backend.", unreadable);
        } finally {
            putBack(keyOfInput);
        }
    }

    @Override
    public void remove(long subscriberId) {
        Object keyOfInput = operator.getCurrentKey();
        operator.setCurrentKey(subscriberId);
        records.clear();
        putBack(keyOfInput);
    }

    private void putBack(Object keyOfInput) {
        if (keyOfInput != null) {
            operator.setCurrentKey(keyOfInput);
        }
    }
}
