package dev.aimonflink.job.source;

import dev.aimonflink.job.stream.MessageType;
import dev.aimonflink.job.stream.RawRecord;
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
    private final RawRecordSchema schema = new RawRecordSchema();

    private RawRecord read(byte[] key, byte[] value) {
        List<RawRecord> read = new ArrayList<>();
        schema.deserialize(
                new ConsumerRecord<>(
                        "topic",
                        3,
                        41,
                        1_795_132_800_000L,
                        TimestampType.LOG_APPEND_TIME,
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
        assertThat(read(key, value)).isEqualTo(new RawRecord("topic", 3, 41, 1_795_132_800_000L, key, value));
        assertThat(read(null, null)).isEqualTo(new RawRecord("topic", 3, 41, 1_795_132_800_000L, null, null));
        assertThat(read(null, null).position()).isEqualTo("topic-3-41");
    }

    @Test
    void shouldHaveATypeOfItsOwn() {
        assertThat(schema.getProducedType()).isEqualTo(new MessageType<>(new RawRecord.Format()));
    }
}
