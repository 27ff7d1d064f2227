package dev.aimonflink.rules.judge;

import dev.aimonflink.rules.judge.RuleForm.Threshold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values of columns with thresholds at some events: they show which thresholds few values are in. */
final class SeenValues {
    private static final int ENOUGH = 64;

    private static final int EIGHT = 8;

    private final Map<Integer, List<Long>> values = new HashMap<>();
    private final Map<Integer, CellSource> sources = new HashMap<>();
    private int events;

    SeenValues(Collection<Threshold> thresholds, RuleColumns columns) {
        for (Threshold each : thresholds) {
            values.putIfAbsent(each.column(), new ArrayList<>());
            sources.computeIfAbsent(each.column(), column -> CellSource.of(column, columns));
        }
    }

    boolean isEnoughWith(RuleValues ofEvent) {
        sources.forEach((column, source) -> {
            if (!source.isNull(ofEvent)) {
                values.get(column).add(source.value(ofEvent));
            }
        });
        events++;
        return events == ENOUGH;
    }

    /** How many eighths of the events had a value in a threshold, rounded down. */
    int eighths(Threshold threshold) {
        long in = values.get(threshold.column()).stream()
                .filter(value -> value >= threshold.low() && value <= threshold.high())
                .count();
        return events == 0 ? 0 : (int) (in * EIGHT / events);
    }
}
