package dev.aimonflink.clients.doctor;

import dev.aimonflink.query.pass.ScanMode;
import dev.aimonflink.query.request.QueryResult;
import dev.aimonflink.query.request.ScansRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reports where scans run, and the memory that this takes. */
final class ScansCheck {
    private static final String CHECK = "scans";
    private static final long MEBIBYTE = 1 << 20;

    private ScansCheck() {}

    /** @param answer to a {@link ScansRequest} */
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
                        + memory(partitions.containsKey(ScanMode.S2.label()), most));
    }

    private static String memory(boolean isBeside, long bytesOfDelta) {
        return isBeside
                ? "; the two deltas of s2 take up to " + mebibytes(2 * bytesOfDelta)
                        + " MiB of each partition, and more while a long pass runs"
                : "; s2 would take up to " + mebibytes(bytesOfDelta)
                        + " MiB more of each partition, for its second delta";
    }

    private static long mebibytes(long bytes) {
        return (bytes + MEBIBYTE - 1) / MEBIBYTE;
    }
}
