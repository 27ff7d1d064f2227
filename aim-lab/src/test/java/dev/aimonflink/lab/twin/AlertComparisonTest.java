package dev.aimonflink.lab.twin;

import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.rules.plain.PlainRules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AlertComparisonTest {
    private final AlertComparison comparison = new AlertComparison();
    private final List<ConsumerRecord<byte[], byte[]>> alerts = new ArrayList<>();

    AlertComparisonTest() {
        comparison.expect(
                new PlainRules.Fired("dear", 3, EntityId.of(17L), 1_000, false, 0, 0, "dear", false), "-events-0-5");
        comparison.expect(
                new PlainRules.Fired("dear", 3, EntityId.of(17L), 1_001, true, 2, 1_000, "dear", false), "-events-0-6");
    }

    @Test
    void shouldFindNothingWhereEachIsThereInItsOrder() {
        firing();
        resolved(2);

        assertThat(differences(true)).isEmpty();
        assertThat(comparison.isComplete()).isTrue();
        assertThat(comparison.expected()).isEqualTo(2);
        assertThat(comparison.versions()).isEqualTo(1);
    }

    @Test
    void shouldExcuseARepetitionWhereOnceWasNotAskedFor() {
        firing();
        resolved(2);
        firing();

        assertThat(differences(false)).isEmpty();
        assertThat(comparison.repeated()).isEqualTo(1);
        assertThat(differences(true))
                .containsExactly(
                        "Entity 17 has the alert dear-3-events-0-5 (firing, time=1000, suppressed=0, since=0, dear)"
                                + " twice, though that was to be exactly once.");
    }

    @Test
    void shouldMissOneAndNoticeOneTooMany() {
        firing();
        resolved(1);

        assertThat(differences(false))
                .containsExactly(
                        "Entity 17 lacks the alert dear-3-events-0-6 (resolved, time=1001, suppressed=2, since=1000, dear).",
                        "Entity 17 has the alert dear-3-events-0-6 (resolved, time=1001, suppressed=1, since=1000, dear), which"
                                + " no rule says.");
        assertThat(comparison.isComplete()).isFalse();
    }

    @Test
    void shouldNoticeAnotherOrder() {
        resolved(2);
        firing();

        assertThat(differences(true))
                .singleElement()
                .asString()
                .startsWith("Entity 17 has its alerts in the order [dear");
    }

    @Test
    void shouldNoticeTheAlertOfAnEntityThatHasNone() {
        alert("18", "dear-3-events-0-5", "firing", 1_000, "");

        assertThat(differences(true))
                .hasSize(3)
                .contains(
                        "Entity 18 has the alert dear-3-events-0-5 (firing, time=1000, suppressed=0, since=0, dear), which no"
                                + " rule says.");
    }

    private List<String> differences(boolean once) {
        comparison.found(alerts, true);
        return comparison.differences(once);
    }

    private void firing() {
        alert("17", "dear-3-events-0-5", "firing", 1_000, "");
    }

    private void resolved(int suppressed) {
        alert(
                "17",
                "dear-3-events-0-6",
                "resolved",
                1_001,
                ",\"suppressed\":{\"count\":" + suppressed + ",\"since\":1000}");
    }

    private void alert(String key, String id, String state, long timeMs, String further) {
        String json = "{\"alertId\":\"" + id + "\",\"rule\":\"dear\",\"version\":3,\"state\":\"" + state
                + "\",\"key\":\"" + key + "\",\"eventTime\":" + timeMs + ",\"message\":\"dear\"" + further + "}";
        alerts.add(new ConsumerRecord<>(
                "alerts",
                0,
                alerts.size(),
                key.getBytes(StandardCharsets.UTF_8),
                json.getBytes(StandardCharsets.UTF_8)));
    }
}
