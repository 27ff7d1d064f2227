package dev.aimonflink.job.config;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResolvedOptionsTest {
    private static String describe(String... arguments) {
        return ResolvedOptions.describe(JobArguments.parse(arguments));
    }

    @Test
    void shouldListEveryOptionInTheOrderOfTheDocumentation() {
        assertThat(describe().lines().map(line -> line.strip().split(" ")[0]))
                .containsExactlyElementsOf(
                        AimOptions.ALL.stream().map(option -> option.key()).toList());
    }

    @Test
    void shouldTellWhatWasGivenFromWhatIsTheDefault() {
        assertThat(describe("--aim.events.idle-timeout=250 ms", "--aim.matrix.columns=a;b"))
                .contains(
                        "  aim.events.max-future-skew = 10 s (default)\n  aim.events.idle-timeout = 250 ms\n",
                        "  aim.matrix.columns = a;b\n",
                        "  aim.time-zone = UTC (default)\n  aim.clock.reset = none (default)");
    }

    @Test
    void shouldAddTheSettingsOfKafkaByNameAndMaskTheirSecrets() {
        String described = describe(
                "--kafka.ssl.truststore.password=hush",
                "--kafka.security.protocol=SASL_SSL",
                "--kafka.sasl.jaas.config=Login required password=\"hush\";",
                "--kafka.sasl.mechanism=PLAIN");
        assertThat(described.lines().skip(AimOptions.ALL.size()))
                .containsExactly(
                        "  kafka.sasl.jaas.config = ******",
                        "  kafka.sasl.mechanism = PLAIN",
                        "  kafka.security.protocol = SASL_SSL",
                        "  kafka.ssl.truststore.password = ******");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kafka.sasl.jaas.config",
                "kafka.ssl.keystore.password",
                "kafka.ssl.key.password",
                "kafka.ssl.keystore.key",
                "kafka.sasl.oauthbearer.client.credentials.client.secret",
                "kafka.basic.auth.user.info",
                "kafka.SSL.KEYSTORE.PASSWORD"
            })
    void shouldKnowASecretByItsName(String key) {
        assertThat(ResolvedOptions.isSecret(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kafka.security.protocol",
                "kafka.sasl.mechanism",
                "kafka.ssl.truststore.location",
                "kafka.client.rack",
                "kafka.fetch.max.bytes"
            })
    void shouldShowWhatIsNoSecret(String key) {
        assertThat(ResolvedOptions.isSecret(key)).isFalse();
    }
}
