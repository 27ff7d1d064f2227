package dev.aimonflink.bench.experiment;

import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.clients.ClientException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what was measured in each second of each run, for plots. It is written at the end, if all answers are right, a line
 * of JSON for each second.
 */
public final class SecondsLog {
    /** The end of the file's name, after that of the experiment. */
    public static final String EXTENSION = "-seconds.jsonl";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * A second of a run.
     *
     * @param rate of events a second
     * @param after the event from which seconds count, such as a start
     * @param variant of the system that was measured
     * @param turn counted from 1
     * @param second negative before the event was over
     * @param queries that were answered in it
     * @param p50Ms of their latencies, and {@code p99Ms}; not a number if there were none
     * @param cpuSeconds that the TaskManagers used
     */
    public record Row(
            int parallelism,
            int rate,
            String after,
            String variant,
            int turn,
            int second,
            int queries,
            double p50Ms,
            double p99Ms,
            double cpuSeconds) {}

    private final List<Row> rows = new ArrayList<>();

    public void add(Row row) {
        rows.add(row);
    }

    /** Replaces the file, if there are rows. */
    public void write(Path file) {
        if (rows.isEmpty()) {
            return;
        }
        try (SequenceWriter lines = JSON.writer(new MinimalPrettyPrinter("\n")).writeValues(file.toFile())) {
            lines.writeAll(rows);
        } catch (IOException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    public static List<Row> read(Path file) throws IOException {
        try (MappingIterator<Row> rows = JSON.readerFor(Row.class).readValues(file.toFile())) {
            return rows.readAll();
        }
    }
}
