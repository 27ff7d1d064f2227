package dev.aimonflink.clients.cli;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.core.model.SubscriberUpdate;
import dev.aimonflink.core.wire.ProfileCodec;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ForgetCommandTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();

    @Test
    void shouldPublishAnErasureForEachSubscriber() {
        CommandRun run = CommandRun.of(kafka, "forget", "7", "8");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .isEqualTo("Requested to erase 2 subscribers; the job does it when it reads topic"
                        + " aim.subscribers.v1.\n");
        ProfileCodec codec = new ProfileCodec();
        List<ProducerRecord<byte[], byte[]>> published = kafka.published();
        assertThat(published)
                .extracting(each -> codec.decodeUpdate(each.value()))
                .containsExactly(new SubscriberUpdate.Forget(7), new SubscriberUpdate.Forget(8));
        assertThat(published)
                .as("keyed by the id, so that compaction keeps them")
                .extracting(each -> codec.decodeKey(each.key()))
                .containsExactly(7L, 8L);
        assertThat(published).extracting(ProducerRecord::topic).containsOnly("aim.subscribers.v1");
    }

    @Test
    void shouldRefuseWhatIsNoId() {
        assertThat(CommandRun.of(kafka, "forget").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of(kafka, "forget", "seven").exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(kafka.published()).isEmpty();
    }
}
