package dev.aimonflink.clients;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.calls.wire.CallCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.setup.EventFormat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class PublisherTest {
    private static final Event EVENT = new Event(7, 1_795_132_800_000L, 61, 1.25f, true);
    private static final Profile PROFILE = new Profile(7, "CH-8000", 2, 1, 3);

    @ParameterizedTest
    @EnumSource
    void shouldPublishEventsKeyedBySubscriber(EventFormat format) {
        FakeProducer producer = FakeProducer.acknowledging();
        try (EventPublisher publisher = new EventPublisher(new RecordPublisher(producer, "events"), format)) {
            publisher.publish(EVENT);
            publisher.flush();
            assertThat(publisher.acknowledged()).isEqualTo(1);
            assertThat(publisher.failed()).isZero();
        }
        ProducerRecord<byte[], byte[]> record = producer.history().get(0);
        assertThat(record.topic()).isEqualTo("events");
        assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("7");
        assertThat(CallCodec.of(format).decode(record.value())).isEqualTo(EVENT);
        assertThat(record.partition()).as("by key").isNull();
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void shouldPublishProfilesAndTombstones() {
        FakeProducer producer = FakeProducer.acknowledging();
        CallProfiles codec = new CallProfiles();
        try (ProfilePublisher publisher =
                new ProfilePublisher(CallModel.smallest(), new RecordPublisher(producer, "subscribers"))) {
            publisher.publish(CallProfiles.entityProfile(PROFILE));
            publisher.clear(EntityId.of(8));
            publisher.forget(EntityId.of(9));
            publisher.flush();
            assertThat(publisher.acknowledged()).isEqualTo(3);
            assertThat(publisher.failed()).isZero();
        }
        ProducerRecord<byte[], byte[]> profile = producer.history().get(0);
        assertThat(codec.decodeKey(profile.key())).isEqualTo(7);
        assertThat(codec.decode(profile.value())).isEqualTo(PROFILE);
        ProducerRecord<byte[], byte[]> tombstone = producer.history().get(1);
        assertThat(codec.decodeKey(tombstone.key())).isEqualTo(8);
        assertThat(tombstone.value()).isNull();
        ProducerRecord<byte[], byte[]> erasure = producer.history().get(2);
        assertThat(codec.decodeKey(erasure.key())).isEqualTo(9);
        assertThat(codec.decodeForget(erasure.value())).isEqualTo(9);
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void shouldCountOnlyWhatIsAcknowledged() {
        FakeProducer producer = new FakeProducer(false, record -> {});
        EventPublisher publisher = new EventPublisher(new RecordPublisher(producer, "events"), EventFormat.BINARY);
        publisher.publish(EVENT);
        publisher.publish(EVENT);
        assertThat(publisher.acknowledged()).isZero();
        producer.completeNext();
        assertThat(publisher.acknowledged()).isEqualTo(1);
    }

    @Test
    void shouldThrowAtTheNextCallOnceARecordIsLost() {
        FakeProducer producer = new FakeProducer(false, record -> {});
        EventPublisher publisher = new EventPublisher(new RecordPublisher(producer, "events"), EventFormat.BINARY);
        publisher.publish(EVENT);
        publisher.publish(EVENT);
        producer.completeNext();
        producer.errorNext(new TimeoutException("Expired after 30 s."));

        assertThat(publisher.failed()).isEqualTo(1);
        assertFails(ClientException.class, () -> publisher.publish(EVENT))
                .hasMessage("Topic events did not take a record: Expired after 30 s. Until then 1 were acknowledged."
                        + " See that the broker runs and has room, then publish the rest.")
                .hasCauseInstanceOf(TimeoutException.class);
        assertFails(ClientException.class, publisher::flush);
    }

    @Test
    void shouldThrowWhereTheProducerRefusesARecord() {
        FakeProducer producer = FakeProducer.acknowledging();
        producer.sendException = new RecordTooLargeException("Too large.");
        EventPublisher publisher = new EventPublisher(new RecordPublisher(producer, "events"), EventFormat.BINARY);
        assertFails(ClientException.class, () -> publisher.publish(EVENT))
                .hasMessageStartingWith("Topic events did not take a record: Too large.");
        assertThat(publisher.failed()).isEqualTo(1);
    }

    @Test
    void shouldHaveSettingsThatKafkaAccepts() {
        Connection connection = Connection.to("localhost:1");
        for (Map<String, Object> settings : List.of(RecordPublisher.settings(), QueryClient.producerSettings())) {
            try (Producer<byte[], byte[]> producer = connection.openProducer(settings)) {
                assertThat(producer).isInstanceOf(KafkaProducer.class);
            }
        }
        try (Consumer<byte[], byte[]> consumer = connection.openConsumer(ResultsReader.settings())) {
            assertThat(consumer.assignment()).isEmpty();
        }
    }
}
