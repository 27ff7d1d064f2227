package dev.aimonflink.job.metrics;

import dev.aimonflink.job.metrics.DeadLetterCounter.Reason;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page of metrics is written by hand; this sees to it that it lacks none and has none too many. */
class MetricsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "metrics.md");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`[^|]+) \\|");

    private static List<String> metrics() throws IllegalAccessException {
        List<String> names = new ArrayList<>(List.of("eventsLateForDay", "eventsLateForWeek"));
        for (Field field : AimMetrics.class.getFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                names.add((String) field.get(null));
            }
        }
        names.remove(AimMetrics.GROUP);
        names.remove(AimMetrics.EVENTS_LATE_FOR);
        for (Reason reason : Reason.values()) {
            names.add(reason.metric());
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

    @Test
    void shouldCallDeadLettersByTheirReason() {
        assertThat(Reason.MALFORMED.metric()).isEqualTo("deadLettersMalformed");
    }
}
