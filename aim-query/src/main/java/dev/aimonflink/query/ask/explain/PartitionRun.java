package dev.aimonflink.query.ask.explain;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.query.compute.scan.ScanReport;
import dev.aimonflink.query.serve.pass.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a partition answered a statement, as EXPLAIN ANALYZE shows it.
 *
 * @param cutMs by the partition's clock
 * @param scan null if it looked up an entity
 */
record PartitionRun(Part part, long cutMs, OfScan scan) {
    private static final double NANOS_PER_MS = 1e6;

    record OfScan(ScanReport report, ReadBytes read, List<RowsMade> made) {}

    /** @param what "row" or "group" */
    record RowsMade(String what, long count) {
        @Override
        public String toString() {
            return counted(count, what);
        }
    }

    Long newestMsOrNull() {
        long newestMs = part.cut().newestMs();
        return newestMs == WindowClock.NO_TIME ? null : newestMs;
    }

    /** For people: one line for the partition, one for its pass, and one for each fragment and step. */
    List<String> lines(long nowMs) {
        Long newestMs = newestMsOrNull();
        String read = part.source().partition() + ": read " + counted(part.rowsScanned(), "row");
        String sent = ", sent " + part.partial().length + " bytes, ";
        String cut = "   cut: " + (nowMs - cutMs) + " ms before this answer"
                + (newestMs == null ? "" : ", newest event " + Instant.ofEpochMilli(newestMs));
        List<String> lines = new ArrayList<>();
        if (scan == null) {
            lines.add(read + sent + "answered within " + millis(part.queuedNanos()));
            lines.add(cut);
        } else {
            lines.add(read + ", " + (scan.read.isExact() ? "" : "about ") + scan.read + " bytes, in "
                    + millisAndOfRow(part.scanNanos(), part.rowsScanned()) + ", made " + made() + sent + "waited "
                    + millis(part.queuedNanos()) + unkept());
            lines.add(cut + "; pass: " + sharing() + "; scan: "
                    + millis(part.scan().cpuNanos()) + " of a core, mode "
                    + part.scan().mode().label() + freshness());
            scan.report.steps().forEach(step -> lines.add(line(step)));
        }
        return lines;
    }

    private String freshness() {
        return part.scan().freshRows() == 0
                ? ""
                : ", freshness rate " + Part.OfScan.freshnessRate(part.scan().freshRows(), part.rowsScanned());
    }

    private String unkept() {
        return part.scan().fillNanos() == 0
                ? ""
                : ", of which " + millisAndOfRow(part.scan().fillNanos(), part.rowsScanned())
                        + " for columns that were not kept, read from records";
    }

    private String made() {
        return scan.made.isEmpty()
                ? "nothing"
                : scan.made.stream().map(RowsMade::toString).collect(Collectors.joining(" and "));
    }

    private String sharing() {
        int others = scan.report.scansOfPass() - 1;
        String beside = others == 0 ? "alone" : "beside " + others + (others == 1 ? " other query" : " other queries");
        return scan.report.requests() == 1 ? beside : beside + ", for " + scan.report.requests() + " equal requests";
    }

    private String line(ScanReport.Step step) {
        return step.isWhole()
                ? "   " + step.name() + ": " + millisAndOfRow(step.nanos(), part.rowsScanned())
                : "      " + step.name() + ": " + millisAndOfRow(step.nanos(), step.rowsIn()) + ", "
                        + counted(step.rowsIn(), "row")
                        + (step.rowsOut() == step.rowsIn() ? "" : " to " + step.rowsOut());
    }

    private static String millisAndOfRow(long nanos, long rows) {
        return millis(nanos) + String.format(Locale.ROOT, " (%.2f ns a row)", rows == 0 ? 0.0 : (double) nanos / rows);
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.3f ms", nanos / NANOS_PER_MS);
    }

    private static String counted(long count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    /** For programs. */
    Map<String, Object> toMap(long nowMs) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("partition", part.source().partition());
        map.put("rowsRead", part.rowsScanned());
        map.put("bytesSent", part.partial().length);
        map.put("cutAgeMs", nowMs - cutMs);
        map.put("newestEventMs", newestMsOrNull());
        if (scan == null) {
            map.put("answeredNanos", part.queuedNanos());
        } else {
            map.put("bytesRead", scan.read.toMap());
            map.put("queuedNanos", part.queuedNanos());
            map.put("scanNanos", part.scanNanos());
            map.put("cpuNanos", part.scan().cpuNanos());
            map.put("mode", part.scan().mode().label());
            if (part.scan().fillNanos() > 0) {
                map.put("unkeptNanos", part.scan().fillNanos());
            }
            map.put("freshRows", part.scan().freshRows());
            map.put("queriesOfPass", scan.report.scansOfPass());
            map.put("equalRequests", scan.report.requests());
            map.put("fragments", fragments());
        }
        return map;
    }

    private List<Map<String, Object>> fragments() {
        List<Map<String, Object>> fragments = new ArrayList<>();
        List<Map<String, Object>> steps = List.of();
        for (ScanReport.Step each : scan.report.steps()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put(each.isWhole() ? "runsBy" : "step", each.name());
            map.put("nanos", each.nanos());
            if (each.isWhole()) {
                RowsMade ofFragment = scan.made.get(each.fragment());
                map.put(ofFragment.what + "sMade", ofFragment.count);
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
