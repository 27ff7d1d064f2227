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

    /** What was measured beside each time; it was. */
    Samples beside(String name) {
        Samples samples = beside.get(name);
        if (samples == null) {
            throw new IllegalStateException(label + " has no samples of " + name + ".");
        }
        return samples;
    }

    boolean is(String wantedLabel, Map<String, String> wantedParameters) {
        return label.equals(wantedLabel) && parameters.entrySet().containsAll(wantedParameters.entrySet());
    }
}
