package dev.aimonflink.bench.experiment;

import dev.aimonflink.clients.ClientException;
import dev.aimonflink.matrix.model.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Keeps what was measured in each second of each run, for plots. It is written at the end as CSV, if all answers are right.
 */
public final class SecondsLog {
    /** The end of the file's name, after that of the experiment. */
    public static final String EXTENSION = "-seconds.csv";

    private static final String HEADER =
            "parallelism,rate,after,variant,turn,second,queries,p50_ms,p99_ms,cpu_s,garbage_mb";
    private static final int COLUMNS = 11;

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
     * @param garbageMegabytes that the TaskManagers' collectors reclaimed
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
            double cpuSeconds,
            double garbageMegabytes) {

        private String line() {
            return String.join(
                    ",",
                    Integer.toString(parallelism),
                    Integer.toString(rate),
                    after,
                    variant,
                    Integer.toString(turn),
                    Integer.toString(second),
                    Integer.toString(queries),
                    text(p50Ms),
                    text(p99Ms),
                    text(cpuSeconds),
                    text(garbageMegabytes));
        }

        private static String text(double value) {
            return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
        }

        private static Row parse(String line) {
            String[] cells = line.split(",", -1);
            if (cells.length != COLUMNS) {
                throw new InvalidInputException(
                        "its line " + line + " has " + cells.length + " cells and not " + COLUMNS);
            }
            try {
                return new Row(
                        Integer.parseInt(cells[0]),
                        Integer.parseInt(cells[1]),
                        cells[2],
                        cells[3],
                        Integer.parseInt(cells[4]),
                        Integer.parseInt(cells[5]),
                        Integer.parseInt(cells[6]),
                        number(cells[7]),
                        number(cells[8]),
                        number(cells[9]),
                        number(cells[10]));
            } catch (NumberFormatException e) {
                throw new InvalidInputException("its line " + line + " has a cell that is no number", e);
            }
        }

        private static double number(String cell) {
            return cell.isEmpty() ? Double.NaN : Double.parseDouble(cell);
        }
    }

    private final List<Row> rows = new ArrayList<>();

    public void add(Row row) {
        rows.add(row);
    }

    /** Replaces the file, if there are rows. */
    public void write(Path file) {
        if (rows.isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>(List.of(HEADER));
        rows.stream().map(Row::line).forEach(lines::add);
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new ClientException("Cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    public static List<Row> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new InvalidInputException("it does not begin with " + HEADER);
        }
        return lines.stream().skip(1).map(Row::parse).toList();
    }
}
