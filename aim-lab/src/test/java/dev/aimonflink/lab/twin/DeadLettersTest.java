package dev.aimonflink.lab.twin;

import dev.aimonflink.job.config.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeadLettersTest {
    private static final byte[] BAD = {1, 2, 3};

    private final List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();

    @Test
    void shouldFindNothingWhereEachIsThereOnce() {
        letter("5", BAD);

        assertThat(differences(Delivery.EXACTLY_ONCE)).isEmpty();
        assertThat(DeadLetters.areComplete(Set.of("events-0@5"), letters)).isTrue();
    }

    @Test
    void shouldExcuseARepetitionWhereOnceWasNotAskedFor() {
        letter("5", BAD);
        letter("5", BAD);

        assertThat(differences(Delivery.AT_LEAST_ONCE)).isEmpty();
        assertThat(differences(Delivery.EXACTLY_ONCE))
                .containsExactly("The record at events-0@5 is among the dead letters twice, though that was to be"
                        + " exactly once.");
    }

    @Test
    void shouldMissOne() {
        assertThat(DeadLetters.areComplete(Set.of("events-0@5"), letters)).isFalse();
        assertThat(differences(Delivery.AT_LEAST_ONCE))
                .containsExactly("The record at events-0@5 cannot count, and is not among the dead letters.");
    }

    @Test
    void shouldNoticeAnEventAmongThemAndBytesThatChanged() {
        letter("4", BAD);
        letter("5", new byte[] {1, 2});

        assertThat(differences(Delivery.AT_LEAST_ONCE))
                .containsExactly(
                        "The record at events-0@4 is an event that counts, and among the dead letters.",
                        "The dead letter of events-0@5 is not the record as it was.");
    }

    private List<String> differences(Delivery delivery) {
        return DeadLetters.differences(Map.of(DeadLetters.place("events", 0, 5), BAD), letters, delivery);
    }

    private void letter(String offset, byte[] value) {
        ConsumerRecord<byte[], byte[]> letter = new ConsumerRecord<>("letters", 0, letters.size(), null, value);
        Map.of("aim.topic", "events", "aim.partition", "0", "aim.offset", offset)
                .forEach((name, text) -> letter.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        letters.add(letter);
    }
}
