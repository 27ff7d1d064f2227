package dev.aimonflink.query.compute.partial;

import dev.aimonflink.matrix.bytes.ByteReader;
import dev.aimonflink.matrix.bytes.ByteWriter;
import dev.aimonflink.query.compute.aggregate.AggregateFunctions;
import dev.aimonflink.query.compute.aggregate.States;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The binary form of a partial, version 1. It consists of numbers and texts of {@link ByteWriter}:
 *
 * <pre>
 * version
 * the most groups, 1 to keep the lowest keys or 0 to fail
 * 1 if there are groups  the width of their keys, and the orders of these
 * n, then n kinds        states; what a kind alone does not say of a column follows it
 * n, then n rows         its key, then its states
 * </pre>
 */
final class PartialForm {
    /** Never 0, so that zeros are not a partial. */
    static final int VERSION = 1;

    static final int MAX_WIDTH = 4_096;
    static final int MAX_STATES = 4_096;

    static final List<States.Kind> KINDS = Stream.concat(
                    Stream.of(Records.KIND, NestedPartials.KIND), AggregateFunctions.kinds().stream())
            .toList();

    private PartialForm() {}

    static byte[] write(PartialRows rows) {
        ByteWriter out = new ByteWriter();
        out.number(VERSION);
        out.number(rows.limit().groups());
        out.flag(rows.limit().keepsLowest());
        out.flag(rows.keys() != null);
        if (rows.keys() != null) {
            rows.keys().writeForm(out);
        }
        out.number(rows.states().size());
        for (States each : rows.states()) {
            out.number(KINDS.indexOf(each.kind()));
            each.writeForm(out);
        }
        out.number(rows.size());
        for (int row = 0; row < rows.size(); row++) {
            if (rows.keys() != null) {
                rows.keys().write(row, out);
            }
            for (States each : rows.states()) {
                each.write(row, out);
            }
        }
        return out.toBytes();
    }

    private static States readKind(ByteReader in, boolean mayHavePartials) throws IOException {
        States.Kind kind = KINDS.get((int) in.number("kind", 0, KINDS.size() - 1));
        // Nesting deeper would take a stack level to read each.
        if (kind.equals(NestedPartials.KIND) && !mayHavePartials) {
            throw in.damaged("a partial in a partial has partials");
        }
        return kind.read(in);
    }

    /** @param mayHavePartials false inside a nested partial */
    static PartialRows read(byte[] bytes, boolean mayHavePartials) throws IOException {
        ByteReader in = new ByteReader("A partial", bytes);
        long version = in.getSigned();
        if (version != VERSION) {
            throw new IOException("A partial has version " + version + "; this release reads version " + VERSION
                    + ". Use one release for the whole job.");
        }
        GroupLimit limit = new GroupLimit((int) in.number("groups", 1, GroupLimit.MAX_GROUPS), in.flag());
        Keys keys = in.flag() ? Keys.readForm(in) : null;
        List<States> states = new ArrayList<>();
        for (long left = in.number("states", keys == null ? 1 : 0, MAX_STATES); left > 0; left--) {
            states.add(readKind(in, mayHavePartials));
        }
        // Without groups there is always one row, even over no rows of the matrix.
        for (long left = in.number("rows", keys == null ? 1 : 0, keys == null ? 1 : limit.groups()); left > 0; left--) {
            if (keys != null) {
                keys.read(in);
            }
            for (States each : states) {
                each.read(in);
            }
        }
        in.requireEnd();
        return new PartialRows(limit, keys, states);
    }
}
