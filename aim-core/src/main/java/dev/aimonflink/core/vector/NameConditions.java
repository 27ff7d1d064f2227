package dev.aimonflink.core.vector;

/** Selects rows by the code of a name. The condition is tested for each name once, when the program is made. */
final class NameConditions {
    private final Program program;
    private final Masks masks;

    NameConditions(Program program, Masks masks) {
        this.program = program;
        this.masks = masks;
    }

    void select(CodeTable table, boolean truth, int[] mask, boolean isNarrowing) {
        final int[] lanes = new int[table.codes()];
        int first = -1;
        int last = -1;
        int count = 0;
        for (int code = 0; code < lanes.length; code++) {
            if (Boolean.valueOf(truth).equals(table.value(code))) {
                lanes[code] = -1;
                first = first < 0 ? code : first;
                last = code;
                count++;
            }
        }
        final Cells codes = program.cells(table.column());
        if (count == 0) {
            masks.constant(false, mask, isNarrowing);
        } else if (last - first + 1 == count) {
            // As equality is, a prefix is a range of codes: they are sorted by name.
            masks.between(codes, first, last, mask, isNarrowing);
        } else if (gapOf(lanes) != null) {
            final int[] gap = gapOf(lanes);
            masks.fill(
                    into -> program.emit(
                            rows -> program.primitives().outside(codes.ints, codes.at, gap[0], gap[1], into, rows)),
                    mask,
                    isNarrowing);
            if (lanes[0] == 0 && gap[0] > 0) {
                masks.between(codes, 1, lanes.length - 1, mask, true);
            }
        } else {
            masks.fill(
                    into -> program.emit(rows -> MapLoops.lookUp(codes.ints, codes.at, lanes, into, rows)),
                    mask,
                    isNarrowing);
        }
    }

    /** The codes of the only gap in a set of codes from the first name on, as inequality makes it; null if there are more. */
    private static int[] gapOf(int[] lanes) {
        int low = 1;
        while (low < lanes.length && lanes[low] != 0) {
            low++;
        }
        int high = low;
        while (high + 1 < lanes.length && lanes[high + 1] == 0) {
            high++;
        }
        for (int code = high + 1; code < lanes.length; code++) {
            if (lanes[code] == 0) {
                return null;
            }
        }
        return new int[] {low, high};
    }
}
