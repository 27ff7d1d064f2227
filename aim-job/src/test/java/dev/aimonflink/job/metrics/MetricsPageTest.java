package dev.aimonflink.job.metrics;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.aimonflink.job.sink.DropReason;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.query.serve.pass.QueryError.Code;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of metrics is written by hand. It must have exactly the metrics of the job. */
class MetricsPageTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path PAGE = DOCS.resolve("metrics.md");
    private static final Path DASHBOARD = DOCS.resolve("grafana/aim.json");
    private static final Path ALERTS = DOCS.resolve("prometheus/alerts.yml");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+) \\|");
    private static final Pattern OURS =
            Pattern.compile("flink_taskmanager_job_task_operator_(?:user_)?aim_(?:kafkaPartition_|client_)?(\\w+)");
    private static final Pattern OF_A_JOB = Pattern.compile("flink_(taskmanager|jobmanager)_job_\\w+(\\{job_id=)?");
    private static final Pattern AGGREGATE =
            Pattern.compile("\\b(sum|max|min|avg)\\b( by \\(job_id, job_name(, kafkaPartition)?\\))?");

    private static List<String> metrics() throws IllegalAccessException {
        List<String> names = new ArrayList<>(List.of("eventsLateForDay", "eventsLateForWeek"));
        for (Field field : AimMetrics.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                names.add((String) field.get(null));
            }
        }
        names.remove(AimMetrics.GROUP);
        names.remove(AimMetrics.KAFKA_PARTITION);
        names.remove(AimMetrics.CLIENT);
        names.remove(AimMetrics.EVENTS_LATE_FOR);
        for (DeadLetterReason reason : DeadLetterReason.values()) {
            names.add(ReasonCounter.metric(AimMetrics.DEAD_LETTERS, reason));
            names.add(ReasonCounter.metric(AimMetrics.LETTERS_SKIPPED, reason));
        }
        for (DropReason reason : DropReason.values()) {
            names.add(ReasonCounter.metric(AimMetrics.RESULTS_DROPPED, reason));
            names.add(ReasonCounter.metric(AimMetrics.SECOND_ROUNDS_DROPPED, reason));
        }
        names.add(AnswerCounter.okMetric());
        for (Code code : Code.values()) {
            names.add(AnswerCounter.metric(code));
        }
        return names;
    }

    @Test
    void shouldExplainEveryMetricAndNothingElse() throws Exception {
        List<String> explained = new ArrayList<>();
        ROW.matcher(Files.readString(PAGE)).results().forEach(row -> {
            for (String name : row.group(1).split(", ")) {
                explained.add(name.replace("`", ""));
            }
        });
        assertThat(explained).containsExactlyInAnyOrderElementsOf(metrics());
    }

    private static List<String> expressionsOfTheDashboard() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : new ObjectMapper().readTree(DASHBOARD.toFile()).path("panels")) {
            panel.path("targets")
                    .forEach(target -> expressions.add(target.path("expr").asText()));
        }
        return expressions;
    }

    private static Set<String> oursIn(String expressions) {
        Set<String> names = new TreeSet<>();
        OURS.matcher(expressions).results().forEach(metric -> names.add(metric.group(1)));
        return names;
    }

    @Test
    void shouldShowEveryMetricOnTheDashboardAndNothingElse() throws Exception {
        assertThat(oursIn(String.join("\n", expressionsOfTheDashboard())))
                .containsExactlyInAnyOrderElementsOf(metrics());
    }

    @Test
    void shouldAlertOnMetricsThatThereAre() throws Exception {
        assertThat(oursIn(Files.readString(ALERTS))).isNotEmpty().isSubsetOf(metrics());
    }

    @Test
    void shouldShowOneJobAtATime() throws Exception {
        for (String expression : expressionsOfTheDashboard()) {
            assertThat(OF_A_JOB.matcher(expression).results())
                    .as(expression)
                    .allMatch(metric -> metric.group(2) != null);
        }
    }

    @Test
    void shouldAlertOnEachJobByItself() throws Exception {
        String expressions = Files.readString(ALERTS)
                .lines()
                .filter(line -> line.contains("flink_"))
                .collect(Collectors.joining("\n"));
        assertThat(AGGREGATE.matcher(expressions).results())
                .isNotEmpty()
                .allMatch(aggregate -> aggregate.group(2) != null, "by (job_id, job_name)");
    }

    @Test
    void shouldCallDeadLettersByTheirReason() {
        assertThat(ReasonCounter.metric(AimMetrics.DEAD_LETTERS, DeadLetterReason.MALFORMED))
                .isEqualTo("deadLettersMalformed");
    }

    @Test
    void shouldCallAnswersByTheirStatus() {
        assertThat(AnswerCounter.okMetric()).isEqualTo("answersOk");
        assertThat(AnswerCounter.metric(Code.TIMED_OUT)).isEqualTo("answersTimedOut");
        assertThat(AnswerCounter.metric(Code.RESULT_TOO_LARGE)).isEqualTo("answersResultTooLarge");
    }
}
