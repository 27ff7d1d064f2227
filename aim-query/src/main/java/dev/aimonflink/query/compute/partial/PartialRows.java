package dev.aimonflink.query.compute.partial;

import dev.aimonflink.query.compute.aggregate.States;
import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.List;

/**
 * The rows of a partial: a key and states for each.
 *
 * @param keys null without groups
 */
record PartialRows(GroupLimit limit, Keys keys, List<States> states) {
    PartialRows {
        require("states", states.size(), keys == null ? 1 : 0, PartialForm.MAX_STATES);
        int size = size(keys, states);
        states.forEach(each -> require("rows of a state", each.rows(), size, size));
    }

    static void require(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + "=" + value + " is outside " + least + ".." + most + ".");
        }
    }

    int size() {
        return size(keys, states);
    }

    private static int size(Keys keys, List<States> states) {
        return keys == null ? states.get(0).rows() : keys.rows();
    }

    PartialRows empty() {
        return new PartialRows(
                limit,
                keys == null ? null : keys.empty(),
                states.stream().map(States::empty).toList());
    }

    boolean canMergeWith(PartialRows other) {
        boolean canMerge = limit.equals(other.limit)
                && (keys == null ? other.keys == null : other.keys != null && keys.canMergeWith(other.keys))
                && states.size() == other.states.size();
        for (int state = 0; canMerge && state < states.size(); state++) {
            canMerge = states.get(state).canMergeWith(other.states.get(state));
        }
        return canMerge;
    }

    void requireMergeable(PartialRows other) {
        if (!canMergeWith(other)) {
            throw new IllegalArgumentException(
                    "The partials are of different queries. Merge those that differ only in their partitions.");
        }
    }

    int compare(int row, PartialRows other, int otherRow) {
        return keys == null ? 0 : keys.compare(row, other.keys, otherRow);
    }

    /**
     * Appends a row of another, or merges it into the last row if their keys are equal; rows come in key order. Returns false if there is
     * no room for it and later ones, because the lowest keys are kept.
     */
    boolean take(PartialRows from, int row) {
        final int last = size() - 1;
        if (last >= 0 && compare(last, from, row) == 0) {
            if (keys != null) {
                keys.mergeIntoLast(from.keys, row);
            }
            for (int state = 0; state < states.size(); state++) {
                states.get(state).merge(last, from.states.get(state), row);
            }
            return true;
        }
        if (size() == limit.groups()) {
            if (limit.keepsLowest()) {
                return false;
            }
            throw new TooManyGroupsException(limit.groups());
        }
        if (keys != null) {
            keys.append(from.keys, row);
        }
        for (int state = 0; state < states.size(); state++) {
            states.get(state).append(from.states.get(state), row);
        }
        return true;
    }

    /** These rows in key order, each key once. */
    PartialRows inOrder() {
        if (size() <= limit.groups() && isInOrder()) {
            return this;
        }
        int[] order = new int[size()];
        for (int row = 0; row < order.length; row++) {
            order[row] = row;
        }
        IntArrays.stableSort(order, (a, b) -> compare(a, this, b));
        PartialRows sorted = empty();
        boolean hasRoom = true;
        for (int i = 0; hasRoom && i < order.length; i++) {
            hasRoom = sorted.take(this, order[i]);
        }
        return sorted;
    }

    private boolean isInOrder() {
        for (int row = 1; row < size(); row++) {
            if (compare(row - 1, this, row) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Merges two whose rows are in order. */
    void takeAll(PartialRows ours, PartialRows theirs) {
        int our = 0;
        int their = 0;
        boolean hasRoom = true;
        while (hasRoom && (our < ours.size() || their < theirs.size())) {
            boolean takesOurs = their == theirs.size() || (our < ours.size() && ours.compare(our, theirs, their) <= 0);
            hasRoom = takesOurs ? take(ours, our++) : take(theirs, their++);
        }
    }
}
