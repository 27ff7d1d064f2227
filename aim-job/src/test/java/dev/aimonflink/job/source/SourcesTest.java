package dev.aimonflink.job.source;

import dev.aimonflink.job.TestSettings;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SourcesTest {
    @Test
    void shouldReadCommittedRecordsUnlessToldOtherwise() {
        assertThat(Sources.ofConsumers(TestSettings.with())).containsEntry("isolation.level", "read_committed");
        assertThat(Sources.ofConsumers(TestSettings.with())).containsEntry("enable.auto.commit", "false");
        assertThat(Sources.ofConsumers(TestSettings.with("--kafka.isolation.level=read_uncommitted")))
                .containsEntry("isolation.level", "read_uncommitted");
    }

    @Test
    void shouldReadQueriesOfOpenTransactions() {
        assertThat(Sources.ofQueries(TestSettings.with())).containsEntry("isolation.level", "read_uncommitted");
        assertThat(Sources.ofQueries(TestSettings.with("--kafka.isolation.level=read_committed")))
                .containsEntry("isolation.level", "read_uncommitted");
    }
}
