package dev.aimonflink.query.compute.program;

/** A loop over the names of a column of codes, or over what is made of them. It runs in parts, see {@link NameLoops}. */
abstract class NameLoop {
    private final int size;
    private final RowPace pace = new RowPace();
    private int next;

    NameLoop(int size) {
        this.size = size;
    }

    /** Called for each index in order, from 0 on. */
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

    void end() {
        next = size;
    }

    /** Takes at least one more into account; returns how long that took. */
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
