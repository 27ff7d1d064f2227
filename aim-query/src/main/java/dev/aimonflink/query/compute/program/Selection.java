package dev.aimonflink.query.compute.program;

import dev.aimonflink.matrix.kernel.Primitives;
import java.util.stream.IntStream;

/** The rows of a vector that an aggregate takes, in several forms, each made on first use. */
public final class Selection {
    private static final int UNKNOWN = -1;
    private static final int[] EVERY_POSITION =
            IntStream.range(0, Program.MAX_ROWS).toArray();

    private final Primitives primitives;
    private final int[] mask;
    private int[] positions;
    private int[] lanes;
    private int rows;
    private int count;
    private boolean hasPositions;
    private boolean hasLanes;

    public Selection(Primitives primitives, int[] mask) {
        this.primitives = primitives;
        this.mask = mask;
    }

    public void begin(int ofVector) {
        rows = ofVector;
        count = UNKNOWN;
        hasPositions = false;
        hasLanes = false;
    }

    public void begin(int ofVector, int selected) {
        begin(ofVector);
        count = selected;
    }

    public int[] mask() {
        return mask;
    }

    public int rows() {
        return rows;
    }

    public int count() {
        if (count == UNKNOWN) {
            count = primitives.count(mask, 0, rows);
        }
        return count;
    }

    /** The indexes of the rows, {@link #count} of them, to be read only. */
    public int[] positions() {
        if (count == rows) {
            return EVERY_POSITION;
        }
        if (!hasPositions) {
            positions = positions == null ? new int[Program.MAX_ROWS] : positions;
            count = MaskLoops.positions(mask, positions, rows);
            hasPositions = true;
        }
        return positions;
    }

    /** The groups of the rows, and -1 for rows that are not taken. */
    public int[] lanesOf(int[] groups, int at) {
        if (!hasLanes) {
            lanes = lanes == null ? new int[Program.MAX_ROWS] : lanes;
            primitives.groupOrNone(groups, at, mask, lanes, 0, rows);
            hasLanes = true;
        }
        return lanes;
    }
}
