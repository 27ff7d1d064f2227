package dev.aimonflink.job.sink;

import dev.aimonflink.job.TestSettings;
import dev.aimonflink.job.message.ResultMessage;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SinksTest {
    @Test
    void shouldSendAnswersAtOnceUnlessToldToWaitForCompany() {
        assertThat(Sinks.ofProducers(TestSettings.with())).containsEntry("linger.ms", "0");
        assertThat(Sinks.ofProducers(TestSettings.with("--kafka.linger.ms=2"))).containsEntry("linger.ms", "2");
    }

    @Test
    void shouldKeyAnAnswerByItsClient() {
        byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
        ProducerRecord<byte[], byte[]> out =
                Sinks.resultsTo("results").serialize(new ResultMessage("Käufer", json), null, null);
        assertThat(out.topic()).isEqualTo("results");
        assertThat(out.partition()).isNull();
        assertThat(out.key()).isEqualTo("Käufer".getBytes(StandardCharsets.UTF_8));
        assertThat(out.value()).isSameAs(json);
        assertThat(out.headers()).isEmpty();
    }
}
