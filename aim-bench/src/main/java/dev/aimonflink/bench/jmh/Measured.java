package dev.aimonflink.bench.jmh;

import dev.aimonflink.bench.experiment.Samples;
import java.util.Map;

/**
 * One run of a benchmark.
 *
 * @param label such as {@code scan.q1}
 * @param unit of the times
 * @param beside the secondary results by name, such as the roofline's times
 */
record Measured(String label, Map<String, String> parameters, String unit, Samples times, Map<String, Samples> beside) {

    /** A secondary result, which has to be there. */
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
