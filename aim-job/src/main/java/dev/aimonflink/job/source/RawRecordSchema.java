package dev.aimonflink.job.source;

import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.RawRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.record.TimestampType;

/** Passes records on unchanged, because only an operator can emit dead letters. */
final class RawRecordSchema implements KafkaRecordDeserializationSchema<RawRecord> {
    private static final long serialVersionUID = 1L;

    @Override
    public void deserialize(ConsumerRecord<byte[], byte[]> read, Collector<RawRecord> out) {
        out.collect(new RawRecord(
                read.topic(),
                read.partition(),
                read.offset(),
                read.timestamp(),
                read.timestampType() == TimestampType.LOG_APPEND_TIME,
                read.key(),
                read.value()));
    }

    @Override
    public TypeInformation<RawRecord> getProducedType() {
        return new MessageType<>(new RawRecord.Format());
    }
}
