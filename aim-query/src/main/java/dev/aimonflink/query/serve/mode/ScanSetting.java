package dev.aimonflink.query.serve.mode;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Labels;
import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * A job's or client's wish where passes run.
 *
 * @param fixedOrNull the mode of all passes; null if a policy chooses
 */
public record ScanSetting(ScanMode fixedOrNull) implements Serializable {
    public static final ScanSetting ADAPTIVE = new ScanSetting(null);

    private static final String ADAPTIVE_LABEL = "adaptive";

    public static final List<ScanSetting> ALL = Stream.concat(
                    Stream.of(ScanMode.values()).map(ScanSetting::new), Stream.of(ADAPTIVE))
            .toList();

    /** @throws InvalidInputException if no setting has this {@link #label()} */
    public static ScanSetting of(String option, String label) {
        return Labels.find(label, ALL, ScanSetting::label, option + "=" + label + " is no way to scan. Use one of ");
    }

    public int deltas() {
        return fixedOrNull == null
                ? Stream.of(ScanMode.values()).mapToInt(ScanMode::deltas).max().orElseThrow()
                : fixedOrNull.deltas();
    }

    public String label() {
        return fixedOrNull == null ? ADAPTIVE_LABEL : fixedOrNull.label();
    }
}
