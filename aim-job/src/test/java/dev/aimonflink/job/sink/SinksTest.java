package dev.aimonflink.job.sink;

import dev.aimonflink.job.TestSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SinksTest {
    @Test
    void shouldSendAnswersAtOnceUnlessToldToWaitForCompany() {
        assertThat(Sinks.ofProducers(TestSettings.with())).containsEntry("linger.ms", "0");
        assertThat(Sinks.ofProducers(TestSettings.with("--kafka.linger.ms=2"))).containsEntry("linger.ms", "2");
    }
}
