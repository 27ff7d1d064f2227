package dev.aimonflink.core.sql;

import dev.aimonflink.core.matrix.Part;
import dev.aimonflink.core.schema.WindowClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How a partition ran a statement, as EXPLAIN ANALYZE shows it.
 *
 * @param made what each fragment has made of the rows
 * @param ageMs the time from the partition's cut to the answer, by the clocks of both
 */
record PartitionRun(Part part, ScanReport report, List<String> made, long ageMs) {
    private static final double NANOS_PER_MS = 1e6;

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MS);
    }

    private static String perRow(long nanos, long rows) {
        return String.format(Locale.ROOT, "%.2f ns a row", rows == 0 ? 0.0 : (double) nanos / rows);
    }

    /** For people: a line for the partition, one for its pass, and one for each fragment and step. */
    List<String> lines() {
        long read = part.rowsScanned();
        List<String> lines = new ArrayList<>();
        lines.add(part.source().partition() + ": read " + read + " rows in " + millis(part.scanNanos()) + " ("
                + perRow(part.scanNanos(), read) + "), made "
                + (made.isEmpty() ? "nothing" : String.join(" and ", made))
                + ", sent " + part.partial().length + " bytes, waited " + millis(part.queuedNanos()));
        lines.add("   cut: " + ageMs + " ms before this answer" + newestEvent() + "; pass: " + sharing());
        for (ScanReport.Step step : report.steps()) {
            lines.add(
                    step.isWhole()
                            ? "   " + step.name() + ": " + millis(step.nanos()) + " (" + perRow(step.nanos(), read)
                                    + ")"
                            : "      " + step.name() + ": " + millis(step.nanos()) + " ("
                                    + perRow(step.nanos(), step.rowsIn()) + "), " + rows(step));
        }
        return lines;
    }

    private String newestEvent() {
        long newestMs = part.cut().newestMs();
        return newestMs == WindowClock.NO_TIME ? "" : ", newest event " + Instant.ofEpochMilli(newestMs);
    }

    private String sharing() {
        int others = report.scansOfPass() - 1;
        String beside = others == 0 ? "alone" : "beside " + others + (others == 1 ? " other query" : " other queries");
        return report.requests() == 1 ? beside : beside + ", for " + report.requests() + " equal requests";
    }

    private static String rows(ScanReport.Step step) {
        return step.rowsOut() == step.rowsIn() ? step.rowsIn() + " rows" : step.rowsIn() + " rows to " + step.rowsOut();
    }

    /** For programs. */
    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("partition", part.source().partition());
        map.put("rowsRead", part.rowsScanned());
        map.put("scanNanos", part.scanNanos());
        map.put("queuedNanos", part.queuedNanos());
        map.put("made", made);
        map.put("bytesSent", part.partial().length);
        map.put("cutAgeMs", ageMs);
        map.put(
                "newestEventMs",
                part.cut().newestMs() == WindowClock.NO_TIME ? null : part.cut().newestMs());
        map.put("queriesOfPass", report.scansOfPass());
        map.put("equalRequests", report.requests());
        map.put("fragments", fragments());
        return map;
    }

    private List<Map<String, Object>> fragments() {
        List<Map<String, Object>> fragments = new ArrayList<>();
        List<Map<String, Object>> steps = List.of();
        for (ScanReport.Step each : report.steps()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put(each.isWhole() ? "runsBy" : "step", each.name());
            map.put("nanos", each.nanos());
            if (each.isWhole()) {
                steps = new ArrayList<>();
                map.put("steps", steps);
                fragments.add(map);
            } else {
                map.put("rowsIn", each.rowsIn());
                map.put("rowsOut", each.rowsOut());
                steps.add(map);
            }
        }
        return fragments;
    }
}
