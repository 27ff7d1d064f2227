package dev.aimonflink.query.compute.program;

/** A loop over the names of a column of codes, or over what is made of them. It runs a few at a time, see {@link NameLoops}. */
abstract class NameLoop {
    private final int size;
    private final RowPace pace = new RowPace();
    private int next;

    NameLoop(int size) {
        this.size = size;
    }

    /** Takes one after the other into account, from 0 on. */
    abstract void compute(int index);

    /** Whether it may take longer than a step or two. */
    boolean isLong() {
        return false;
    }

    int size() {
        return size;
    }

    boolean hasEnded() {
        return next == size;
    }

    /** Whether the rest takes longer than what has been done. */
    boolean hasMostBeforeIt() {
        return next < size / 2;
    }

    /** Leaves out all that are left. */
    void end() {
        next = size;
    }

    /** Takes the next ones into account, one at least. Returns how long that took. */
    long runPart() {
        final int begin = next;
        final int count = Math.min(pace.rows(), size - begin);
        pace.begin();
        while (next < size && next < begin + count) {
            compute(next++);
        }
        return pace.ended(count);
    }
}
