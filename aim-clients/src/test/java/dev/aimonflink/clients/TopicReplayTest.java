package dev.aimonflink.clients;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class TopicReplayTest {
    private static final String TOPIC = "aim.events.v1";

    private final FakeTopic topic = new FakeTopic(3);
    private final FakeKafka kafka = new FakeKafka().withTopics().withRecords(TOPIC, topic);

    private TopicReplay replay(long fromMs, long untilMs) {
        return kafka.topicReplay(Connection.to(FakeKafka.BOOTSTRAP), TOPIC, fromMs, untilMs, Duration.ofMillis(1));
    }

    private static List<String> read(TopicReplay replay) {
        List<String> read = new ArrayList<>();
        while (!replay.isAtEnd()) {
            replay.next(record -> read.add(record.partition() + "-" + record.offset()));
        }
        replay.close();
        return read;
    }

    private void add(int partition, long... timesMs) {
        for (long timeMs : timesMs) {
            topic.add(partition, timeMs, null, new byte[0]);
        }
    }

    @Test
    void shouldReadWhatKafkaTookBetweenTwoTimes() {
        add(0, 10, 20, 30, 40);
        add(1, 25, 35);
        assertThat(read(replay(20, 40))).containsExactlyInAnyOrder("0-1", "0-2", "1-0", "1-1");
        assertThat(read(replay(35, Long.MAX_VALUE))).containsExactlyInAnyOrder("0-3", "1-1");
        assertThat(read(replay(41, Long.MAX_VALUE))).isEmpty();
        assertThat(read(replay(0, 10))).isEmpty();
        assertThat(read(replay(-5, 11))).containsExactly("0-0");
    }

    @Test
    void shouldSayWhatThereIsOfEachPartitionAndHowFarItHasCome() {
        add(0, 10, 20, 30, 40);
        topic.deleteBefore(0, 2);
        add(1, 25, 35);
        TopicReplay replay = replay(20, 40);
        assertThat(replay.stretches())
                .containsExactlyInAnyOrder(
                        new TopicReplay.Stretch(0, 2, OptionalLong.of(30), 2, 3),
                        new TopicReplay.Stretch(1, 0, OptionalLong.of(25), 0, 2),
                        new TopicReplay.Stretch(2, 0, OptionalLong.empty(), 0, 0));
        assertThat(replay.size()).isEqualTo(3);
        assertThat(replay.done()).isZero();
        read(replay);
        assertThat(replay.done()).isEqualTo(3);
    }

    @Test
    void shouldPassOverMarkersOfTransactionsAndStopWhereTheTopicEndedAtFirst() {
        topic.addMarkers(0, 2);
        add(0, 10);
        topic.addMarkers(0, 3);
        topic.whileReading();
        add(0, 20);
        assertThat(read(replay(0, Long.MAX_VALUE))).containsExactly("0-2");
    }

    @Test
    void shouldFailIfTheBrokerIsSilentForTooLong() {
        add(0, 10, 20, 30, 40);
        topic.goneAfter(1);
        TopicReplay replay = replay(0, Long.MAX_VALUE);
        assertFails(ClientException.class, () -> read(replay))
                .hasMessageStartingWith("No Kafka broker answers at " + FakeKafka.BOOTSTRAP + " within ");
        assertThat(replay.done()).isEqualTo(3);
    }

    @Test
    void shouldNameATopicThatThereIsNot() {
        kafka.withoutTopic(TOPIC);
        assertFails(ClientException.class, () -> replay(0, 1)).hasMessageContaining("has no topic " + TOPIC);
    }
}
