package dev.aimonflink.job.sink;

import dev.aimonflink.job.message.ResultMessage;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ResultSchemaTest {
    @Test
    void shouldKeyAnAnswerByItsClient() {
        byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
        ProducerRecord<byte[], byte[]> out =
                new ResultSchema("results").serialize(new ResultMessage("Käufer", json), null, null);
        assertThat(out.topic()).isEqualTo("results");
        assertThat(out.partition()).isNull();
        assertThat(out.key()).isEqualTo("Käufer".getBytes(StandardCharsets.UTF_8));
        assertThat(out.value()).isSameAs(json);
        assertThat(out.headers()).isEmpty();
    }
}
