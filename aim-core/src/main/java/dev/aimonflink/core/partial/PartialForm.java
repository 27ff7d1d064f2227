package dev.aimonflink.core.partial;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The binary form of a partial, version 1. All is numbers and texts of {@link PartialWriter}:
 *
 * <pre>
 * version
 * the most groups, 1 to keep the lowest keys or 0 to fail
 * n, then n types        parts of keys; the width and the orders follow that of rows
 * n, then n kinds        states; the most entities or values follows the kinds that have one
 * n, then n rows         the parts of its key, then its states
 * </pre>
 */
final class PartialForm {
    /** Never 0, so that zeros are no partial. */
    static final int VERSION = 1;

    static final int MAX_KEYS = 64;
    static final int MAX_STATES = 4_096;

    private PartialForm() {}

    static byte[] write(PartialRows rows) {
        PartialWriter out = new PartialWriter();
        out.number(VERSION);
        out.number(rows.limit().groups());
        out.flag(rows.limit().keepsLowest());
        out.number(rows.keys().size());
        rows.keys().forEach(each -> Keys.writeType(each, out));
        out.number(rows.states().size());
        rows.states().forEach(each -> StateKind.write(each, out));
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

    static PartialRows read(byte[] bytes, boolean mayHavePartials) throws IOException {
        PartialReader in = new PartialReader(bytes, mayHavePartials);
        long version = in.number();
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
            states.add(StateKind.read(in));
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
