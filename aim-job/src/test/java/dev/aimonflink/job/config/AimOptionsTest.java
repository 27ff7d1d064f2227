package dev.aimonflink.job.config;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.description.HtmlFormatter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

class AimOptionsTest {
    @Test
    void shouldHaveTheDocumentedDefaults() {
        Map<String, Object> defaults = new TreeMap<>();
        AimOptions.ALL.forEach(option -> defaults.put(option.key(), option.defaultValue()));
        assertThat(defaults)
                .containsOnly(
                        entry("aim.kafka.bootstrap-servers", "localhost:9092"),
                        entry("aim.kafka.group-id", "aim"),
                        entry("aim.start", "auto"),
                        entry("aim.kafka.lost-offsets", "stop"),
                        entry("aim.topics.events", "aim.events.v1"),
                        entry("aim.topics.profiles", "aim.profiles.v1"),
                        entry("aim.topics.queries", "aim.queries.v1"),
                        entry("aim.topics.results", "aim.results.v1"),
                        entry("aim.topics.dead-letters", "aim.dead-letters.v1"),
                        entry("aim.topics.rules", "aim.rules.v1"),
                        entry("aim.topics.alerts", "aim.alerts.v1"),
                        entry("aim.dead-letters.delivery", "at-least-once"),
                        entry("aim.dead-letters.max-per-second", null),
                        entry("aim.transaction-timeout", Duration.ofMinutes(10)),
                        entry("aim.rules.delay", Duration.ofSeconds(2)),
                        entry("aim.rules.max-memory", null),
                        entry("aim.rules.topics", null),
                        entry("aim.rules.engine", "search"),
                        entry("aim.alerts.enabled", true),
                        entry("aim.alerts.delivery", "at-least-once"),
                        entry("aim.alerts.max-per-second", null),
                        entry("aim.events.format", "json"),
                        entry("aim.events.avro-schemas", null),
                        entry("aim.events.max-future-skew", Duration.ofSeconds(10)),
                        entry("aim.events.idle-timeout", Duration.ofSeconds(1)),
                        entry("aim.events.buffer-timeout", Duration.ofMillis(2)),
                        entry("aim.model", "aim-546"),
                        entry("aim.matrix.columns", List.of("auto")),
                        entry("aim.matrix.columns-memory", null),
                        entry("aim.scans.mode", null),
                        entry("aim.scans.policy", "cost"),
                        entry("aim.scans.paper.alpha", 0.5),
                        entry("aim.scans.paper.elasticity", "hybrid"),
                        entry("aim.scans.max-share", 1.0),
                        entry("aim.sql.max-rows", 10_000),
                        entry("aim.sql.max-groups", 100_000),
                        entry("aim.sql.max-scan-time", Duration.ofSeconds(1)),
                        entry("aim.sql.max-merge-time", Duration.ofMillis(250)),
                        entry("aim.sql.max-hold-time", Duration.ofMillis(250)),
                        entry("aim.sql.max-planning-time", Duration.ofMillis(50)),
                        entry("aim.sql.planning-cpu-share", 0.25),
                        entry("aim.sql.max-memory", MemorySize.ofMebiBytes(128)),
                        entry("aim.sql.max-total-memory", null),
                        entry("aim.exports.memory", null),
                        entry("aim.matrix.max-entities", null),
                        entry("aim.matrix.forget-after", null),
                        entry("aim.checkpoints.cpu-share", 0.25),
                        entry("aim.time-zone", "UTC"),
                        entry("aim.clock.reset", null));
    }

    @Test
    void shouldListEveryOption() throws IllegalAccessException {
        List<Object> declared = new ArrayList<>();
        for (Field field : AimOptions.class.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class) {
                declared.add(field.get(null));
            }
        }
        assertThat(AimOptions.ALL).isEqualTo(declared);
    }

    @Test
    void shouldDescribeEveryOptionInSentences() {
        HtmlFormatter formatter = new HtmlFormatter();
        for (ConfigOption<?> option : AimOptions.ALL) {
            assertThat(option.key()).matches("aim(\\.[a-z]+(-[a-z]+)*)+");
            assertThat(formatter.format(option.description())).as(option.key()).endsWith(".");
        }
    }
}
