package dev.aimonflink.core.explain;

import dev.aimonflink.core.pass.Part;
import dev.aimonflink.core.scan.ScanReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How a partition ran a scan.
 *
 * @param read the bytes of the columns that the scan read
 * @param made of each fragment, what it has made of the rows
 */
record ScanRun(Part part, ScanReport report, ReadBytes read, List<Made> made, long ageMs) implements PartitionRun {
    /** @param what "row" or "group" */
    record Made(String what, long count) {}

    private static String perRow(long nanos, long rows) {
        return String.format(Locale.ROOT, "%.2f ns a row", rows == 0 ? 0.0 : (double) nanos / rows);
    }

    /** A line for the partition, one for its pass, and one for each fragment and step. */
    @Override
    public List<String> lines() {
        long rows = part.rowsScanned();
        List<String> lines = new ArrayList<>();
        lines.add(part.source().partition() + ": read " + PartitionRun.counted(rows, "row") + ", "
                + (read.isExact() ? "" : "about ") + read + " bytes, in " + PartitionRun.millis(part.scanNanos()) + " ("
                + perRow(part.scanNanos(), rows) + "), made " + madeWords()
                + ", sent " + part.partial().length + " bytes, waited " + PartitionRun.millis(part.queuedNanos()));
        lines.add(cutLine() + "; pass: " + sharing());
        for (ScanReport.Step step : report.steps()) {
            lines.add(
                    step.isWhole()
                            ? "   " + step.name() + ": " + PartitionRun.millis(step.nanos()) + " ("
                                    + perRow(step.nanos(), rows) + ")"
                            : "      " + step.name() + ": " + PartitionRun.millis(step.nanos()) + " ("
                                    + perRow(step.nanos(), step.rowsIn()) + "), " + rows(step));
        }
        return lines;
    }

    private String madeWords() {
        return made.isEmpty()
                ? "nothing"
                : made.stream()
                        .map(each -> PartitionRun.counted(each.count, each.what))
                        .collect(Collectors.joining(" and "));
    }

    private String sharing() {
        int others = report.scansOfPass() - 1;
        String beside = others == 0 ? "alone" : "beside " + others + (others == 1 ? " other query" : " other queries");
        return report.requests() == 1 ? beside : beside + ", for " + report.requests() + " equal requests";
    }

    private static String rows(ScanReport.Step step) {
        return PartitionRun.counted(step.rowsIn(), "row")
                + (step.rowsOut() == step.rowsIn() ? "" : " to " + step.rowsOut());
    }

    @Override
    public Map<String, Object> toMap() {
        Map<String, Object> map = commonMap();
        map.put("bytesRead", read.toMap());
        map.put("queuedNanos", part.queuedNanos());
        map.put("scanNanos", part.scanNanos());
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
                Made ofFragment = made.get(each.fragment());
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
