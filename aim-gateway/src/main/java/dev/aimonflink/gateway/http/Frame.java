package dev.aimonflink.gateway.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What a statement that is watched has answered at a moment, or why it did not, and the events that say so, written once for all viewers.
 * Thread-safe.
 */
final class Frame {
    /** In a map, besides its characters. */
    private static final int BYTES_OF_A_ROW = 160;

    private final long askedNanos;
    private final boolean isError;
    private final String progress;
    private final byte[] compared;
    private final Map<String, String> rowsByKey;
    private final byte[] whole;

    /** The last event of changes, and to which frame they are relative: to the same for most viewers. */
    private volatile Changes changes = new Changes(null, null);

    private record Changes(Frame since, byte[] event) {}

    private Frame(
            long askedNanos,
            boolean isError,
            String progress,
            byte[] answer,
            byte[] compared,
            Map<String, String> rowsByKey) {
        this.askedNanos = askedNanos;
        this.isError = isError;
        this.progress = progress;
        this.compared = compared;
        this.rowsByKey = rowsByKey;
        whole = event(isError ? "error" : "answer", new String(answer, StandardCharsets.UTF_8));
    }

    /**
     * @param askedNanos when it was asked
     * @param progress which events the answer has; empty if that is not known
     * @param answer as JSON
     * @param rows of the answer as JSON, without its moment
     * @param rowsByKey each as JSON, by its key as JSON; empty if rows have no key
     */
    static Frame of(long askedNanos, String progress, byte[] answer, byte[] rows, Map<String, String> rowsByKey) {
        return new Frame(askedNanos, false, progress, answer, rows, rowsByKey);
    }

    /** @param error as JSON */
    static Frame ofError(long askedNanos, String progress, byte[] error) {
        return new Frame(askedNanos, true, progress, error, error, Map.of());
    }

    long askedNanos() {
        return askedNanos;
    }

    boolean isError() {
        return isError;
    }

    /** Whether who has seen the other has nothing new to see. */
    boolean saysTheSame(Frame other) {
        return isError == other.isError && Arrays.equals(compared, other.compared);
    }

    /** Which events the answer has. */
    String progress() {
        return progress;
    }

    /** About what it keeps on the heap; errors are small. */
    long bytes() {
        return isError
                ? 0
                : whole.length
                        + compared.length
                        + rowsByKey.entrySet().stream()
                                .mapToLong(each -> BYTES_OF_A_ROW
                                        + each.getKey().length()
                                        + each.getValue().length())
                                .sum();
    }

    /** The event of all of it. */
    byte[] whole() {
        return whole;
    }

    /** The event of what differs from an earlier one of the same statement: rows added and changed, and keys of those removed. */
    @SuppressWarnings("ReferenceEquality")
    byte[] since(Frame earlier) {
        Changes known = changes;
        if (known.since != earlier) {
            known = new Changes(earlier, changesSince(earlier));
            changes = known;
            // Else each frame would hold all before it.
            earlier.changes = new Changes(null, null);
        }
        return known.event;
    }

    private byte[] changesSince(Frame earlier) {
        List<String> added = new ArrayList<>();
        List<String> changed = new ArrayList<>();
        rowsByKey.forEach((key, row) -> {
            String before = earlier.rowsByKey.get(key);
            if (before == null) {
                added.add(row);
            } else if (!before.equals(row)) {
                changed.add(row);
            }
        });
        List<String> removed = earlier.rowsByKey.keySet().stream()
                .filter(key -> !rowsByKey.containsKey(key))
                .toList();
        return event("rows", "{\"added\":" + added + ",\"changed\":" + changed + ",\"removed\":" + removed + "}");
    }

    private byte[] event(String kind, String data) {
        return Viewer.event(progress, kind, data);
    }
}
