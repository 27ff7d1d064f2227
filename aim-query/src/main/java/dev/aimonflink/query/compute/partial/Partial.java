package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.States;
import java.io.IOException;
import java.util.List;

/**
 * What the rows of one or more partitions contribute to the answer: a table with a row of states for each group in the order of keys, or
 * one row without groups. Immutable. Merging is commutative and associative, so the order does not matter.
 */
public final class Partial {
    private static final GroupLimit NO_GROUPS = GroupLimit.orFail(1);

    private final PartialRows rows;

    private Partial(PartialRows rowsInOrder) {
        rows = rowsInOrder;
    }

    /** @param states with one row each, owned by the partial from now on */
    public static Partial of(States... states) {
        PartialRows rows = new PartialRows(NO_GROUPS, null, List.of(states));
        PartialRows.require("rows without groups", rows.size(), 1, 1);
        return new Partial(rows);
    }

    /**
     * A partial with groups in any order; rows of the same key are merged.
     *
     * @param keys a row for each group; owned by the partial from now on, like the states
     */
    public static Partial ofGroups(GroupLimit limit, Keys keys, List<States> states) {
        return new Partial(new PartialRows(limit, keys, states).inOrder());
    }

    /** @param other of the same query */
    public Partial merge(Partial other) {
        rows.requireMergeable(other.rows);
        PartialRows merged = rows.empty();
        merged.takeAll(rows, other.rows);
        return new Partial(merged);
    }

    boolean canMergeWith(Partial other) {
        return rows.canMergeWith(other.rows);
    }

    public int rows() {
        return rows.size();
    }

    /** To be read only; null without groups. */
    public Keys keys() {
        return rows.keys();
    }

    /** The states of one kind, to be read only. */
    public <S extends States> S states(int index, Class<S> type) {
        return type.cast(rows.states().get(index));
    }

    public byte[] toBytes() {
        return PartialForm.write(rows);
    }

    public static Partial read(byte[] bytes) throws IOException {
        return new Partial(PartialForm.read(bytes, true).inOrder());
    }

    static Partial readInner(byte[] bytes) throws IOException {
        return new Partial(PartialForm.read(bytes, false).inOrder());
    }
}
