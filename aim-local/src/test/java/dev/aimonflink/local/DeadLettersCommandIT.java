package dev.aimonflink.local;

import dev.aimonflink.clients.RefusedRecord;
import dev.aimonflink.clients.TopicReader;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.clients.cli.CommandRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code aim dead-letters} with a broker, whose transactions leave markers between the letters. */
class DeadLettersCommandIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Map<String, Object> TRANSACTIONAL = Map.of("transactional.id", "job");

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @BeforeEach
    void createTopics() {
        cluster.createTopics();
    }

    private static List<String> numbered(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "reason " + i).toList();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The commit or the flush waits for it.
    private void send(Producer<byte[], byte[]> producer, String reason) {
        ProducerRecord<byte[], byte[]> letter =
                new ProducerRecord<>(cluster.topics().deadLetters(), "{}".getBytes(UTF_8));
        letter.headers().add("aim.reason", reason.getBytes(UTF_8));
        producer.send(letter);
    }

    /** The reasons that the command shows. */
    private List<String> shown(String... options) {
        List<String> args = new ArrayList<>(List.of(
                "dead-letters",
                "-o=csv",
                "--bootstrap=" + cluster.bootstrap(),
                "--topic-prefix=" + cluster.groupId() + "."));
        args.addAll(List.of(options));
        return CommandRun.of(args.toArray(String[]::new))
                .succeeds()
                .says("")
                .out()
                .lines()
                .skip(1)
                .map(line -> line.split(",")[1])
                .toList();
    }

    @Test
    void shouldShowTheNewestAndAllThatAreCommitted() {
        try (Producer<byte[], byte[]> job = cluster.connection().openProducer(TRANSACTIONAL)) {
            job.initTransactions();
            for (int i = 0; i < 30; i++) {
                job.beginTransaction();
                send(job, "reason " + i);
                job.commitTransaction();
            }
            for (int i = 0; i < 30; i++) {
                job.beginTransaction();
                send(job, "undone");
                job.flush();
                job.abortTransaction();
            }
        }
        assertThat(shown()).isEqualTo(numbered(10, 29));
        assertThat(shown("--limit=1")).isEqualTo(numbered(29, 29));
        assertThat(shown("--limit=1000")).isEqualTo(numbered(0, 29));
        assertThat(shown("--all")).isEqualTo(numbered(0, 29));
    }

    @Test
    void shouldGoOnWithLettersThatCome() {
        try (Producer<byte[], byte[]> job = cluster.connection().openProducer(Map.of())) {
            IntStream.range(0, 5).forEach(i -> send(job, "reason " + i));
            job.flush();
            try (TopicReader reader =
                    new TopicReader(cluster.connection(), cluster.topics().deadLetters())) {
                List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>(reader.newest(2));
                assertThat(read.stream().map(RefusedRecord::of))
                        .extracting(RefusedRecord::reason)
                        .isEqualTo(numbered(3, 4));
                IntStream.range(5, 8).forEach(i -> send(job, "reason " + i));
                job.flush();
                Waiting.until(() -> read.addAll(reader.next()) && read.size() >= 5, DEADLINE);
                assertThat(read.stream().map(RefusedRecord::of))
                        .extracting(RefusedRecord::reason)
                        .isEqualTo(numbered(3, 7));
            }
        }
    }
}
