package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.PartialResult;
import dev.aimonflink.job.stream.MergeInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Partial results as messages. */
final class Parts {
    private static final int USUAL_BYTES = 256;

    private Parts() {}

    static MergeInput of(PartialResult result) {
        return new MergeInput.Part(
                result.request(),
                result.source(),
                result.cut(),
                result.rowsScanned(),
                result.queuedNanos(),
                result.scanNanos(),
                result.partial() == null ? null : written(result),
                result.error());
    }

    private static byte[] written(PartialResult result) {
        DataOutputSerializer out = new DataOutputSerializer(USUAL_BYTES);
        try {
            result.partial().write(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException("Writing to memory failed.", impossible);
        }
        return out.getCopyOfBuffer();
    }
}
