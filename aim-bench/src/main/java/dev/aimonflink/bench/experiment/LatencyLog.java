package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Keeps the latencies of every interval in nanoseconds, tagged with the figure and its parameters, for HdrHistogram's tools. They are
 * written at the end, if all answers are right.
 */
public final class LatencyLog {
    public static final String EXTENSION = ".hlog";

    private final List<Histogram> intervals = new ArrayList<>();

    public void add(String name, Map<String, String> parameters, Histogram nanos) {
        nanos.setTag(tag(name, parameters));
        intervals.add(nanos);
    }

    /** Adds the intervals of a file, if it exists. */
    public void addAll(Path file) {
        if (Files.exists(file)) {
            try {
                read(file, intervals::add);
            } catch (IOException e) {
                throw new ClientException("Cannot read " + file + ": " + e.getMessage(), e);
            }
        }
    }

    public List<Histogram> of(String name, Map<String, String> parameters) {
        String tag = tag(name, parameters);
        return intervals.stream().filter(each -> each.getTag().equals(tag)).toList();
    }

    public static void read(Path file, Consumer<Histogram> intervals) throws IOException {
        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            for (EncodableHistogram next = next(log); next != null; next = next(log)) {
                if (!(next instanceof Histogram interval)) {
                    throw new InvalidInputException("it has histograms of doubles; give nanoseconds as integers");
                }
                intervals.accept(interval);
            }
        }
    }

    /** A broken log shows as any exception. */
    private static EncodableHistogram next(HistogramLogReader log) {
        try {
            return log.nextIntervalHistogram();
        } catch (RuntimeException e) {
            throw new InvalidInputException("it is no log of histograms", e);
        }
    }

    /** Replaces the file, if there are intervals. */
    public void write(Path file) {
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
    private static String tag(String name, Map<String, String> parameters) {
        return name
                + parameters.entrySet().stream()
                        .map(each -> ";" + each.getKey() + "=" + each.getValue())
                        .collect(Collectors.joining());
    }
}
