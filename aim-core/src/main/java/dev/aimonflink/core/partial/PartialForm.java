package dev.aimonflink.core.partial;

import dev.aimonflink.core.aggregate.AggregateFunctions;
import dev.aimonflink.core.aggregate.States;
import dev.aimonflink.core.bytes.ByteReader;
import dev.aimonflink.core.bytes.ByteWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a partial, version 1. All is numbers and texts of {@link ByteWriter}:
 *
 * <pre>
 * version
 * the most groups, 1 to keep the lowest keys or 0 to fail
 * n, then n types        parts of keys; the width and the orders follow that of rows
 * n, then n kinds        states; what a kind alone does not say of a column follows it
 * n, then n rows         the parts of its key, then its states
 * </pre>
 */
final class PartialForm {
    /** Never 0, so that zeros are no partial. */
    static final int VERSION = 1;

    static final int MAX_KEYS = 64;
    static final int MAX_STATES = 4_096;

    static final List<States.Kind> KINDS = kinds();

    private PartialForm() {}

    private static List<States.Kind> kinds() {
        List<States.Kind> kinds = new ArrayList<>(List.of(Records.KIND, Partials.KIND));
        kinds.addAll(AggregateFunctions.kinds());
        kinds.addAll(List.of(Sums.KIND, Ratios.KIND, LowestRatios.KIND, EntityExtremes.KIND));
        return kinds;
    }

    static byte[] write(PartialRows rows) {
        ByteWriter out = new ByteWriter();
        out.number(VERSION);
        out.number(rows.limit().groups());
        out.flag(rows.limit().keepsLowest());
        out.number(rows.keys().size());
        rows.keys().forEach(each -> Keys.writeType(each, out));
        out.number(rows.states().size());
        rows.states().forEach(each -> writeKind(each, out));
        out.number(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            for (Keys each : rows.keys()) {
                each.write(row, out);
            }
            for (States each : rows.states()) {
                each.write(row, out);
            }
        }
        return out.toBytes();
    }

    private static void writeKind(States states, ByteWriter out) {
        out.number(KINDS.indexOf(states.kind()));
        states.writeForm(out);
    }

    /** Reads of which kind a column is, and makes it. */
    private static States readKind(ByteReader in, boolean mayHavePartials) throws IOException {
        States.Kind kind = KINDS.get((int) in.number("kind", 0, KINDS.size() - 1));
        // Each level of partials in partials would take a level of the stack to read.
        if (kind == Partials.KIND && !mayHavePartials) {
            throw in.damaged("a partial in a partial has partials");
        }
        return kind.read(in);
    }

    /** @param mayHavePartials whether these bytes are not of a partial in a partial */
    static PartialRows read(byte[] bytes, boolean mayHavePartials) throws IOException {
        ByteReader in = new ByteReader("A partial", bytes);
        long version = in.getSigned();
        if (version != VERSION) {
            throw new IOException("A partial has version " + version + "; this release reads version " + VERSION
                    + ". Use one release for the whole job.");
        }
        GroupLimit limit = new GroupLimit((int) in.number("groups", 1, GroupLimit.MAX_GROUPS), in.flag());
        List<Keys> keys = new ArrayList<>();
        for (long left = in.number("keys", 0, MAX_KEYS); left > 0; left--) {
            keys.add(Keys.readType(in));
        }
        List<States> states = new ArrayList<>();
        for (long left = in.number("states", keys.isEmpty() ? 1 : 0, MAX_STATES); left > 0; left--) {
            states.add(readKind(in, mayHavePartials));
        }
        // Without groups there is always one row, even over no rows of the matrix.
        for (long left = in.number("rows", keys.isEmpty() ? 1 : 0, keys.isEmpty() ? 1 : limit.groups());
                left > 0;
                left--) {
            for (Keys each : keys) {
                each.read(in);
            }
            for (States each : states) {
                each.read(in);
            }
        }
        in.requireEnd();
        return new PartialRows(limit, keys, states);
    }
}
