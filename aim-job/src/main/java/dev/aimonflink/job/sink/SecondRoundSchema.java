package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.RoundSeal;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Serializes a second round, sealed. */
final class SecondRoundSchema implements KafkaRecordSerializationSchema<BroadcastInput> {
    private static final long serialVersionUID = 1L;

    private final String topic;
    private final RoundSeal seal;

    SecondRoundSchema(String topic, RoundSeal seal) {
        this.topic = topic;
        this.seal = seal;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(BroadcastInput round, KafkaSinkContext context, Long timestamp) {
        return new ProducerRecord<>(topic, seal.seal((BroadcastInput.SecondRound) round));
    }
}
