package dev.aimonflink.clients;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KafkaClassesTest {
    @Test
    void shouldLoadWithoutABroker() {
        assertThat(KafkaClasses.load()).isPositive();
    }
}
