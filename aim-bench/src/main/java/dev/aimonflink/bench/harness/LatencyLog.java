package dev.aimonflink.bench.harness;

import dev.aimonflink.clients.ClientException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Keeps the latencies of every interval in nanoseconds, tagged with the figure and its parameters, for HdrHistogram's tools.
 * They are written at the end, if all answers are right.
 */
final class LatencyLog {
    static final String EXTENSION = ".hlog";

    private final List<AbstractHistogram> intervals = new ArrayList<>();

    void add(String name, Map<String, String> parameters, AbstractHistogram nanos) {
        nanos.setTag(tag(name, parameters));
        add(nanos);
    }

    /** Adds latencies that are already tagged. */
    void add(AbstractHistogram nanos) {
        intervals.add(nanos);
    }

    /** Reads the intervals of a file; none if there is no file. */
    static List<Histogram> read(Path file) {
        List<Histogram> read = new ArrayList<>();
        if (Files.exists(file)) {
            try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
                for (var next = reader.nextIntervalHistogram(); next != null; next = reader.nextIntervalHistogram()) {
                    read.add((Histogram) next);
                }
            } catch (IOException e) {
                throw new ClientException("Cannot read " + file + ": " + e.getMessage(), e);
            }
        }
        return read;
    }

    /** Replaces the file, if there are intervals. */
    void write(Path file) {
        if (intervals.isEmpty()) {
            return;
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputLegend();
            intervals.forEach(writer::outputIntervalHistogram);
            writer.close();
        } catch (IOException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** A tag has neither commas nor blanks. */
    static String tag(String name, Map<String, String> parameters) {
        return name
                + parameters.entrySet().stream()
                        .map(each -> ";" + each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining());
    }
}
