package dev.aimonflink.clients.doctor;

import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScansRequest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reports where scans run, and their memory. */
final class ScansCheck {
    private static final String CHECK = "scans";
    private static final long MEBIBYTE = 1 << 20;

    private ScansCheck() {}

    static Finding finding(QueryResult answer) {
        if (answer.status() != QueryResult.Status.OK) {
            return Finding.skipped(
                    CHECK,
                    "the job does not say where its scans run: "
                            + answer.error().message(),
                    "Ask again with `aim scans`.");
        }
        if (!answer.columns().containsAll(List.of(ScansRequest.MODE, ScansRequest.FULL_DELTA_BYTES))) {
            return Finding.skipped(
                    CHECK,
                    "the job does not say where its scans run.",
                    "Use the release of the job, and ask `aim scans`.");
        }
        final int mode = answer.columns().indexOf(ScansRequest.MODE);
        final int bytes = answer.columns().indexOf(ScansRequest.FULL_DELTA_BYTES);
        Map<String, Long> partitions = answer.rows().stream()
                .collect(Collectors.groupingBy(row -> (String) row.get(mode), TreeMap::new, Collectors.counting()));
        final long most = answer.rows().stream()
                .mapToLong(row -> ((Number) row.get(bytes)).longValue())
                .max()
                .orElse(0);
        return Finding.ok(
                CHECK,
                partitions.entrySet().stream()
                                .map(each -> "mode " + each.getKey() + " in " + each.getValue() + " of "
                                        + answer.rows().size() + " partitions")
                                .collect(Collectors.joining(", "))
                        + memory(deltas(partitions.keySet()), most));
    }

    /** The most that one of the modes may need. */
    private static int deltas(Set<String> modes) {
        return ScanSetting.ALL.stream()
                .filter(each -> modes.contains(each.label()))
                .mapToInt(ScanSetting::deltas)
                .max()
                .orElse(1);
    }

    private static String memory(int deltas, long bytesOfDelta) {
        return deltas > 1
                ? "; up to " + deltas + " deltas take up to " + mebibytes(deltas * bytesOfDelta)
                        + " MiB of each partition, and more while a long pass runs"
                : "; s2 would take up to " + mebibytes(bytesOfDelta)
                        + " MiB more of each partition, for its second delta";
    }

    private static long mebibytes(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE;
    }
}
