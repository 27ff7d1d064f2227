package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Samples;
import java.util.Map;

/**
 * One run of a benchmark.
 *
 * @param label such as {@code scan.q1}
 * @param unit of the times
 * @param beside what was measured beside the times, by name, such as the roofline's times
 */
record Measured(String label, Map<String, String> parameters, String unit, Samples times, Map<String, Samples> beside) {

    boolean is(String wantedLabel, Map<String, String> wantedParameters) {
        return label.equals(wantedLabel) && parameters.entrySet().containsAll(wantedParameters.entrySet());
    }
}
