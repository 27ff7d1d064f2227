package dev.aimonflink.clients.cli.operate;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityUpdate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class ForgetCommandTest {
    private final FakeKafka kafka = new FakeKafka().withTopics();

    @Test
    void shouldPublishAnErasureForEachSubscriber() {
        CommandRun.of(kafka, "forget", "7", "8")
                .succeeds()
                .says("Requested to erase 2 subscribers; the job does it when it reads topic" + " aim.profiles.v1.\n")
                .shows("");
        CallProfiles codec = new CallProfiles();
        List<ProducerRecord<byte[], byte[]>> published = kafka.published();
        assertThat(published)
                .extracting(each -> codec.decodeForget(each.value()))
                .containsExactly(7L, 8L);
        assertThat(published)
                .as("keyed by the id, so that compaction keeps them")
                .extracting(each -> codec.decodeKey(each.key()))
                .containsExactly(7L, 8L);
        assertThat(published).extracting(ProducerRecord::topic).containsOnly("aim.profiles.v1");
    }

    @Test
    void shouldEraseEntitiesOfAModel(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("devices.yaml"), TestModels.DEVICES_YAML);
        CommandRun.of(kafka, "forget", "d-7", "--model=" + model)
                .succeeds()
                .says("Requested to erase 1 device; the job does it when it reads topic aim.profiles.v1.\n");
        ProfileModelCodec codec = new ProfileModelCodec(TestModels.DEVICES);
        ProducerRecord<byte[], byte[]> record = kafka.published().get(0);
        assertThat(codec.decodeKey(record.key())).isEqualTo(EntityId.of("d-7"));
        assertThat(codec.decode(record.value())).isEqualTo(new EntityUpdate.Forget(EntityId.of("d-7")));
    }

    @Test
    void shouldRefuseWhatIsNoId() {
        CommandRun.of(kafka, "forget").exits(ExitCode.USAGE);
        CommandRun.of(kafka, "forget", "7", "seven")
                .refuses("key='seven' is not a subscriberId in decimal digits. Give the subscriberId of a"
                        + " subscriber.\n");
        assertThat(kafka.published()).isEmpty();
    }
}
