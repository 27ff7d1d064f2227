package dev.aimonflink.bench.harness;

import dev.aimonflink.clients.ClientException;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramLogWriter;

/** Keeps the latencies of every interval, for HdrHistogram's tools: nanoseconds, tagged with what was measured. */
final class LatencyLog implements AutoCloseable {
    private final Path file;
    /** Null until there is something to write. */
    private HistogramLogWriter writer;

    LatencyLog(Path file) {
        this.file = file;
    }

    void write(String name, Map<String, String> parameters, AbstractHistogram nanos) {
        if (writer == null) {
            writer = open();
        }
        nanos.setTag(tag(name, parameters));
        writer.outputIntervalHistogram(nanos);
    }

    private HistogramLogWriter open() {
        try {
            HistogramLogWriter opened = new HistogramLogWriter(file.toFile());
            opened.outputLogFormatVersion();
            opened.outputLegend();
            return opened;
        } catch (FileNotFoundException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** A tag has neither commas nor blanks. */
    private static String tag(String name, Map<String, String> parameters) {
        return name
                + parameters.entrySet().stream()
                        .map(each -> ";" + each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining());
    }

    @Override
    public void close() {
        if (writer != null) {
            writer.close();
        }
    }
}
