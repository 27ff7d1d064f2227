package dev.aimonflink.clients.cli.ask;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.aimonflink.clients.cli.environment.Environment;
import dev.aimonflink.clients.output.AnswerOutput;
import dev.aimonflink.clients.output.Look;
import dev.aimonflink.clients.output.OutputFormat;
import dev.aimonflink.clients.output.SqlRows;
import dev.aimonflink.query.serve.format.result.ResultCodec;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Writes answers: in JSON exactly as on the results topic, otherwise their rows. */
final class AnswerPrinter {
    /** Separate, because a table does not need Jackson, which takes a while to load. */
    private static final class Reader {
        static final ObjectReader EXACT = JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
                .build()
                .reader();
    }

    private static final List<String> CELL_COLUMNS = List.of("query", "row", "column", "value");

    private static final List<String> PLAN = List.of("QUERY PLAN");

    private AnswerPrinter() {}

    static void print(Environment environment, AnswerOutput output, QueryResult result) {
        switch (output.format()) {
            case JSON, JSONL -> output.printDocument(document(result));
            case CSV -> printRows(output, result);
            case TABLE -> {
                printRows(output, result);
                if (result.status() == QueryResult.Status.OK) {
                    environment.out().println(footnote(result));
                    progress(result.asOf()).forEach(environment.out()::println);
                    environment.out().flush();
                }
            }
        }
    }

    /** Several answers as one output: in JSON an array of all, in CSV a line for each cell, because their columns differ. */
    static void printTogether(AnswerOutput output, List<QueryResult> results) {
        if (output.format() == OutputFormat.JSON) {
            output.printDocument(results.stream().map(AnswerPrinter::document).toList());
            return;
        }
        List<List<Object>> cells = new ArrayList<>();
        for (QueryResult result : results) {
            if (result.status() == QueryResult.Status.OK) {
                addCells(result, cells);
            }
        }
        output.print(CELL_COLUMNS, cells);
    }

    private static void addCells(QueryResult result, List<List<Object>> cells) {
        for (int row = 0; row < result.rows().size(); row++) {
            for (int column = 0; column < result.columns().size(); column++) {
                cells.add(Arrays.asList(
                        result.query(),
                        row + 1,
                        result.columns().get(column),
                        result.rows().get(row).get(column)));
            }
        }
    }

    /** An answer to SQL: rows as PostgreSQL shows them, and the lines of a plan unchanged. */
    static void printSql(Environment environment, AnswerOutput output, Look look, QueryResult result) {
        if (output.format() == OutputFormat.JSON || output.format() == OutputFormat.JSONL) {
            output.printDocument(document(result));
            return;
        }
        if (result.status() != QueryResult.Status.OK) {
            return;
        }
        PrintStream out = environment.out();
        boolean isTable = output.format() == OutputFormat.TABLE;
        if (isTable && result.columns().equals(PLAN)) {
            result.rows().forEach(row -> out.println(row.get(0)));
        } else {
            output.print(new SqlRows(result.columns(), result.types(), result.rows()), look);
        }
        if (isTable && !look.isRowsOnly()) {
            int rows = result.rows().size();
            out.println("(" + rows + (rows == 1 ? " row) " : " rows) ") + footnote(result));
        }
        out.flush();
    }

    private static void printRows(AnswerOutput output, QueryResult result) {
        if (result.status() == QueryResult.Status.OK) {
            output.print(result.columns(), result.rows());
        }
    }

    private static Object document(QueryResult result) {
        try {
            return Reader.EXACT.readTree(new ResultCodec().encode(result));
        } catch (IOException e) {
            throw new UncheckedIOException("Our own JSON cannot be read.", e);
        }
    }

    /** From this lag on a Kafka partition is really behind, and readers not merely out of step. */
    private static final long SHOWN_LAG_MS = 1_000;

    /** As in {@code q1 as of 2026-11-20T10:00:00Z, 1 day since 2026-11-20, last 24 hours since 2026-11-19T11:00; scanned 1000 rows ...} */
    static String footnote(QueryResult result) {
        return String.format(
                Locale.ROOT,
                "%s; scanned %d rows of %d/%d partitions; queued %.2f ms%s, scanned %.2f ms, merged %.2f ms%s",
                asOf(result),
                result.rowsScanned(),
                result.partitions().answered(),
                result.partitions().expected(),
                result.timings().queuedMicros() / 1000.0,
                unkept(result.timings().unkeptMicros()),
                result.timings().scanMicros() / 1000.0,
                result.timings().mergeMicros() / 1000.0,
                age(result.timings().ageMicros()));
    }

    private static String unkept(long micros) {
        return micros == 0 ? "" : String.format(Locale.ROOT, " (%.2f ms to read columns not kept)", micros / 1000.0);
    }

    /** For a reused answer, or one from an earlier cut. */
    private static String age(long micros) {
        return micros == 0 ? "" : String.format(Locale.ROOT, "; of a cut up to %.2f ms old", micros / 1000.0);
    }

    /** What was asked, and as of when it is answered. */
    static String asOf(QueryResult result) {
        return result.query() + when(result.asOf());
    }

    private static String when(QueryResult.AsOf asOf) {
        if (asOf == null || (asOf.eventTimeMs() == null && asOf.newestMs() == null)) {
            return " before any event";
        }
        String oldest = asOf.eventTimeMs() == null
                ? " before any event of some Kafka partition"
                : " as of " + Instant.ofEpochMilli(asOf.eventTimeMs());
        boolean behind = asOf.newestMs() != null
                && (asOf.eventTimeMs() == null || asOf.newestMs() - asOf.eventTimeMs() > SHOWN_LAG_MS);
        String newest = behind ? " (newest event " + Instant.ofEpochMilli(asOf.newestMs()) + ")" : "";
        StringBuilder windows = new StringBuilder();
        asOf.windows()
                .forEach((window, beginning) ->
                        windows.append(", ").append(window).append(" since ").append(beginning));
        return oldest + newest + windows;
    }

    /** A line for each Kafka partition, if requested. */
    private static List<String> progress(QueryResult.AsOf asOf) {
        if (asOf == null || asOf.progress() == null) {
            return List.of();
        }
        if (asOf.progress().isEmpty()) {
            return List.of("It does not know how far its events go.");
        }
        List<String> lines = new ArrayList<>();
        asOf.progress()
                .forEach((partition, place) -> lines.add("Kafka partition " + partition
                        + ": events before offset " + place.nextOffset()
                        + (place.newestMs() == null
                                ? ""
                                : ", the newest of " + Instant.ofEpochMilli(place.newestMs()))));
        return lines;
    }
}
