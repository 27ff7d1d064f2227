package dev.aimonflink.query.serve.schedule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a job or a client says of where passes run.
 *
 * @param fixedOrNull the state of all of them; null if a policy chooses
 */
public record ScanSetting(ScanMode fixedOrNull) implements Serializable {
    public static final ScanSetting ADAPTIVE = new ScanSetting(null);

    private static final String ADAPTIVE_LABEL = "adaptive";

    public static final List<ScanSetting> ALL = Stream.concat(
                    Stream.of(ScanMode.values()).map(ScanSetting::new), Stream.of(ADAPTIVE))
            .toList();

    /**
     * The setting with this {@link #label()}.
     *
     * @param option the name under which it is given
     * @throws InvalidInputException if there is none
     */
    public static ScanSetting of(String option, String label) {
        return Labels.find(label, ALL, ScanSetting::label, option + "=" + label + " is no way to scan. Use one of ");
    }

    /** How many deltas its passes may need at the most. */
    public int deltas() {
        return fixedOrNull == null
                ? Stream.of(ScanMode.values()).mapToInt(ScanMode::deltas).max().orElseThrow()
                : fixedOrNull.deltas();
    }

    /** As options and clients write it. */
    public String label() {
        return fixedOrNull == null ? ADAPTIVE_LABEL : fixedOrNull.label();
    }
}
