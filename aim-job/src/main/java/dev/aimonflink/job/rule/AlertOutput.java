package dev.aimonflink.job.rule;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.config.RuleSettings;
import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.PerSecond;
import dev.aimonflink.rules.format.AlertJson;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleValues;
import dev.aimonflink.rules.report.ShadowsReport;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Sends the alerts and events of rules within their limits, and keeps some of the shadow rules'. */
public final class AlertOutput implements RuleJudge.Alerts {
    /** Kafka's default record size, with room for headers. */
    static final int MAX_BYTES = 900 * 1024;

    /** Log at most this many percent of the suppressed alerts. */
    public static final int MOST_SAMPLES = 10;

    private final RuleSettings settings;
    private final String eventsTopic;
    private final Consumer<Alert> output;
    private final PerSecond limit;
    private final ShadowAlerts shadows = new ShadowAlerts(System::currentTimeMillis);
    private final Counter fired;
    private final Counter shadowed;
    private final Counter skipped;
    private final Counter tooLarge;

    public AlertOutput(JobSettings job, Consumer<Alert> output, PerSecond limit, MetricGroup operator) {
        settings = job.rules();
        eventsTopic = job.eventsTopic();
        this.output = output;
        this.limit = limit;
        MetricGroup group = AimMetrics.of(operator);
        fired = group.counter(AimMetrics.ALERTS_FIRED);
        shadowed = group.counter(AimMetrics.ALERTS_SHADOWED);
        skipped = group.counter(AimMetrics.ALERTS_SKIPPED);
        tooLarge = group.counter(AimMetrics.RULE_EVENTS_TOO_LARGE);
    }

    void look() {
        limit.look();
        shadows.look();
    }

    /** Some of the alerts that shadow rules would have made. */
    List<ShadowsReport.Sample> shadows() {
        return shadows.all();
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        if (rule.rule().shadow()) {
            shadowed.inc();
            shadows.fired(
                    rule.rule().id(),
                    () -> AlertJson.alert(id(rule, values, isResolved), rule, values, isResolved, suppressed, sinceMs));
            return;
        }
        fired.inc();
        if (limit.isBeyond()) {
            skipped.inc();
            return;
        }
        String id = id(rule, values, isResolved);
        send(new Alert(
                settings.alertsTopic(),
                id,
                values.record().key().toString().getBytes(StandardCharsets.UTF_8),
                AlertJson.alert(id, rule, values, isResolved, suppressed, sinceMs)));
        if (rule.rule().event() != null && !isResolved) {
            final byte[] key = AlertJson.eventKey(rule, values);
            final byte[] event = AlertJson.event(rule, values);
            if (values.isBeyondBudget()) {
                tooLarge.inc();
            } else {
                send(new Alert(rule.rule().event().topic(), id, key, event));
            }
        }
    }

    private String id(BoundRule rule, RuleValues values, boolean isResolved) {
        return AlertJson.id(rule, eventsTopic, values, isResolved);
    }

    private void send(Alert alert) {
        if (alert.key().length + alert.value().length > MAX_BYTES) {
            tooLarge.inc();
        } else {
            output.accept(alert);
        }
    }
}
