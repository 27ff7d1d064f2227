package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.States;
import java.io.IOException;
import java.util.List;

/**
 * What the rows of one partition, or of several, say towards the answer to a query: a table with a row of states for each group, in
 * the order of the groups' keys. Without groups it has one row. Immutable. Merging is commutative and associative, so partials may
 * be merged in any order.
 */
public final class Partial {
    private static final GroupLimit NO_GROUPS = GroupLimit.orFail(1);

    private final PartialRows rows;

    private Partial(PartialRows rowsInOrder) {
        rows = rowsInOrder;
    }

    /**
     * A partial without groups.
     *
     * @param states with one row each; they belong to the partial from now on
     */
    public static Partial of(States... states) {
        PartialRows rows = new PartialRows(NO_GROUPS, null, List.of(states));
        PartialRows.require("rows without groups", rows.size(), 1, 1);
        return new Partial(rows);
    }

    /**
     * A partial with groups, whose rows come in any order. Rows of the same key are merged.
     *
     * @param keys with a row for each group; they and the states belong to the partial from now on
     * @throws TooManyGroupsException if the limit says so
     */
    public static Partial ofGroups(GroupLimit limit, Keys keys, List<States> states) {
        return new Partial(new PartialRows(limit, keys, states).inOrder());
    }

    /**
     * @param other of the same query
     * @throws TooManyGroupsException if the limit says so
     */
    public Partial merge(Partial other) {
        rows.requireMergeable(other.rows);
        PartialRows merged = rows.empty();
        merged.takeAll(rows, other.rows);
        return new Partial(merged);
    }

    boolean canMergeWith(Partial other) {
        return rows.canMergeWith(other.rows);
    }

    /** How many groups there are; 1 without groups. */
    public int rows() {
        return rows.size();
    }

    /** The groups' keys, to be read only; null without groups. */
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

    /** Reads one that is a state of another. */
    static Partial readInner(byte[] bytes) throws IOException {
        return new Partial(PartialForm.read(bytes, false).inOrder());
    }
}
