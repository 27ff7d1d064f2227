package dev.aimonflink.job.source;

import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.RawRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RawRecordSchemaTest {
    private final Sources.RawRecordSchema schema = new Sources.RawRecordSchema();

    private RawRecord read(byte[] key, byte[] value) {
        return read(TimestampType.LOG_APPEND_TIME, key, value);
    }

    private RawRecord read(TimestampType timestampType, byte[] key, byte[] value) {
        List<RawRecord> read = new ArrayList<>();
        schema.deserialize(
                new ConsumerRecord<>(
                        "topic",
                        3,
                        41,
                        1_795_132_800_000L,
                        timestampType,
                        0,
                        0,
                        key,
                        value,
                        new RecordHeaders(),
                        Optional.empty()),
                new ListCollector<>(read));
        assertThat(read).hasSize(1);
        return read.get(0);
    }

    @Test
    void shouldTakeRecordsAsTheyAre() {
        byte[] key = {1};
        byte[] value = {2, 3};
        assertThat(read(key, value)).isEqualTo(new RawRecord("topic", 3, 41, 1_795_132_800_000L, true, key, value));
        assertThat(read(null, null)).isEqualTo(new RawRecord("topic", 3, 41, 1_795_132_800_000L, true, null, null));
        assertThat(read(null, null).position()).isEqualTo("topic-3-41");
    }

    @Test
    void shouldKeepWhoseTimeARecordHas() {
        assertThat(read(TimestampType.LOG_APPEND_TIME, null, null).logAppendTime())
                .isTrue();
        assertThat(read(TimestampType.CREATE_TIME, null, null).logAppendTime()).isFalse();
        assertThat(read(TimestampType.NO_TIMESTAMP_TYPE, null, null).logAppendTime())
                .isFalse();
    }

    @Test
    void shouldHaveATypeOfItsOwn() {
        assertThat(schema.getProducedType()).isEqualTo(new MessageType<>(new RawRecord.Format()));
    }
}
