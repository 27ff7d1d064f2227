package dev.aimonflink.job.sink;

import dev.aimonflink.job.RecordedMetrics;
import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.TopicHealth;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.ReasonCounter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class DroppingWriterTest {
    private static final String TOPIC = "results";
    private static final Duration FLUSH_LIMIT = Duration.ofMillis(50);

    private static final SinkWriter.Context CONTEXT = new SinkWriter.Context() {
        @Override
        public long currentWatermark() {
            return 0;
        }

        @Override
        public Long timestamp() {
            return null;
        }
    };

    private final AtomicLong nowNanos = new AtomicLong();
    private final TopicHealth health = TopicHealth.of(new JobID(), TOPIC);
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final List<MockProducer<byte[], byte[]>> producers = new ArrayList<>();
    private Supplier<Producer<byte[], byte[]>> newProducer = this::mockProducer;
    private final DroppingWriter<ResultMessage> writer = new DroppingWriter<>(
            TOPIC,
            Sinks.resultsTo(TOPIC),
            () -> newProducer.get(),
            new Backlog(health, nowNanos::get),
            new ReasonCounter<>(metrics.group(), AimMetrics.RESULTS_DROPPED, List.of(DropReason.values())),
            new SimpleCounter(),
            FLUSH_LIMIT,
            nowNanos::get);

    private MockProducer<byte[], byte[]> mockProducer() {
        MockProducer<byte[], byte[]> producer =
                new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        producers.add(producer);
        return producer;
    }

    private MockProducer<byte[], byte[]> producer() {
        return producers.get(producers.size() - 1);
    }

    @AfterEach
    void close() {
        producers.forEach(each -> each.closeException = null);
        writer.close();
        assertThat(health.isWritable()).as("after it was closed").isTrue();
    }

    private void write(int bytes) {
        writer.write(new ResultMessage("", new byte[bytes]), CONTEXT);
    }

    private long dropped(String suffix) {
        return metrics.counter(AimMetrics.RESULTS_DROPPED + suffix);
    }

    @Test
    void shouldNeverLetTheProducerWait() {
        assertThat(DroppingSink.neverWaiting(Sinks.ofProducers(TestSettings.with("--kafka.max.block.ms=60000"))))
                .containsEntry(ProducerConfig.MAX_BLOCK_MS_CONFIG, "0");
    }

    @Test
    void shouldDropWhatHasNoRoomAndTakeMoreOnceThereIs() {
        int quarter = (int) (Backlog.MAX_BYTES / 4);
        for (int i = 0; i < 5; i++) {
            write(quarter);
        }
        assertThat(producer().history()).hasSize(4);
        assertThat(dropped("")).isEqualTo(1);
        assertThat(dropped("Full")).isEqualTo(1);
        producer().completeNext();
        write(quarter);
        assertThat(producer().history()).hasSize(5);
        assertThat(dropped("")).isEqualTo(1);
    }

    @Test
    void shouldHoldNoMoreRecordsThanItsLimit() {
        for (int i = 0; i <= Backlog.MAX_RECORDS; i++) {
            write(1);
        }
        assertThat(producer().history()).hasSize(Backlog.MAX_RECORDS);
        assertThat(dropped("Full")).isEqualTo(1);
    }

    @Test
    void shouldSayThatTheTopicCannotBeWrittenFromHalfOfTheRoomOn() {
        write((int) (Backlog.MAX_BYTES / 2));
        assertThat(health.isWritable()).isTrue();
        write(1);
        assertThat(health.isWritable()).isFalse();
        producer().completeNext();
        assertThat(health.isWritable()).isTrue();
    }

    @Test
    void shouldSayThatTheTopicCannotBeWrittenWhileNothingIsAcknowledged() {
        write(1);
        nowNanos.addAndGet(Backlog.MAX_SILENCE.toNanos());
        write(1);
        assertThat(health.isWritable()).isTrue();
        nowNanos.addAndGet(1);
        write(1);
        assertThat(health.isWritable()).isFalse();
        producer().completeNext();
        assertThat(health.isWritable()).isTrue();
    }

    @Test
    void shouldDropWhatItMayNotWriteUntilItMay() {
        write(1);
        producer().errorNext(new TopicAuthorizationException(TOPIC));
        assertThat(dropped("NotAllowed")).isEqualTo(1);
        assertThat(health.isWritable()).isFalse();
        write(1);
        producer().completeNext();
        assertThat(health.isWritable()).isTrue();
    }

    @Test
    void shouldDropWhatIsTooLargeAndGoOnWithTheOthers() {
        write(1);
        producer().errorNext(new RecordTooLargeException("too large"));
        assertThat(dropped("TooLarge")).isEqualTo(1);
        assertThat(health.isWritable()).isTrue();
    }

    @Test
    void shouldDropWhatIsNotDeliveredInTime() {
        write(1);
        producer().errorNext(new TimeoutException("expired"));
        assertThat(dropped("NotDelivered")).isEqualTo(1);
        assertThat(health.isWritable()).isFalse();
    }

    @Test
    void shouldReplaceAProducerThatRefusesEverythingButNotAtOnceAgain() {
        producer().sendException = new KafkaException("fatal");
        write(1);
        assertThat(producers).hasSize(1);
        nowNanos.addAndGet(DroppingWriter.RENEWAL_PAUSE.toNanos());
        write(1);
        assertThat(producers).hasSize(2);
        assertThat(producers.get(0).closed()).isTrue();
        write(1);
        assertThat(producer().history()).hasSize(1);
        assertThat(dropped("NotDelivered")).isEqualTo(2);
    }

    @Test
    void shouldGoOnWhereThereIsNoOtherProducerYet() {
        producer().sendException = new KafkaException("fatal");
        nowNanos.addAndGet(DroppingWriter.RENEWAL_PAUSE.toNanos());
        newProducer = () -> {
            throw new KafkaException("No resolvable bootstrap urls");
        };
        write(1);
        assertThat(dropped("NotDelivered")).isEqualTo(1);
        assertThat(producer().closed()).isFalse();
        newProducer = this::mockProducer;
        nowNanos.addAndGet(DroppingWriter.RENEWAL_PAUSE.toNanos());
        write(1);
        assertThat(producers).hasSize(2);
    }

    @Test
    void shouldHoldNothingUpThatIsReportedAfterItsEnd() {
        write(1);
        writer.close();
        producer().errorNext(new TimeoutException("expired"));
        assertThat(health.isWritable()).isTrue();
    }

    @Test
    @Timeout(30) // a thousand waits would take longer
    void shouldWaitAtACheckpointOnceForAWhileAndThenNoMoreUntilKafkaAcknowledges() throws Exception {
        write(1);
        writer.flush(false);
        assertThat(health.isWritable()).isFalse();
        for (int i = 0; i < 1_000; i++) {
            writer.flush(false);
        }
        producer().completeNext();
        assertThat(health.isWritable()).isTrue();
        writer.flush(false);
        assertThat(health.isWritable()).isTrue();
    }

    @Test
    void shouldSayWhatToDo() {
        assertThat(writer.sentence(DropReason.NOT_ALLOWED, 3, new TopicAuthorizationException("Not authorized")))
                .isEqualTo("3 records for topic results were dropped, because the job's user may not write there (Not"
                        + " authorized). Grant it: kafka-acls.sh --add --allow-principal User:NAME --operation"
                        + " Write --topic results.");
        assertThat(writer.sentence(DropReason.FULL, 1, null))
                .isEqualTo(
                        "1 record for topic results was dropped, because 0 records of 0 bytes wait for Kafka already."
                                + " Events go on. See with aim doctor whether the broker answers, and whether a quota"
                                + " throttles the job.");
        assertThat(DroppingWriter.reason(new KafkaException(new TopicAuthorizationException(TOPIC))))
                .isEqualTo(DropReason.NOT_ALLOWED);
    }
}
