package dev.aimonflink.job.rule;

import dev.aimonflink.rules.report.ShadowsReport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShadowAlertsTest {
    private long nowMs = 1_000;
    private int made;
    private final ShadowAlerts shadows = new ShadowAlerts(() -> nowMs);

    private void fired(String rule, long atMs) {
        nowMs = atMs;
        shadows.look();
        shadows.fired(rule, () -> {
            made++;
            return new byte[0];
        });
    }

    @Test
    void shouldMakeOneASecondOfARule() {
        fired("often", 1_000);
        fired("often", 1_999);
        fired("seldom", 1_999);
        fired("often", 2_000);
        assertThat(made).isEqualTo(3);
        assertThat(shadows.all())
                .extracting(ShadowsReport.Sample::atMs)
                .containsExactlyInAnyOrder(1_000L, 1_999L, 2_000L);
    }

    @Test
    void shouldKeepTheLastFewOfTheRulesThatFireNow() {
        IntStream.range(0, 2 * ShadowAlerts.OF_A_RULE).forEach(i -> fired("often", i * 1_000L));
        assertThat(shadows.all()).hasSize(ShadowAlerts.OF_A_RULE);
        IntStream.range(0, ShadowAlerts.RULES).forEach(i -> fired("rule-" + i, 100_000));
        assertThat(shadows.all())
                .hasSize(ShadowAlerts.RULES)
                .extracting(ShadowsReport.Sample::atMs)
                .containsOnly(100_000L);
    }
}
