package dev.aimonflink.query.program;

import java.util.List;

/** The codes for whose names a condition has a truth value. */
final class CodeSet extends NameLoop {
    static final String TOO_SLOW = "there is no time to compute it for each name";

    private final CodeTable table;
    private final Boolean truth;

    /** For each code -1 if it is in the set, else 0. */
    private final int[] lanes;

    private final Span selected = new Span();

    /** Of the codes of names, those that are not in the set. */
    private final Span others = new Span();

    private static final class Span {
        private int first = -1;
        private int last = -1;
        private int count;

        void add(int code) {
            first = first < 0 ? code : first;
            last = code;
            count++;
        }

        boolean hasNoGap() {
            return last - first + 1 == count;
        }
    }

    private CodeSet(CodeTable table, boolean truth) {
        super(table.codes());
        this.table = table;
        this.truth = truth;
        lanes = new int[size()];
    }

    static CodeSet of(CodeTable table, boolean truth, Program program) {
        CodeSet set = program.nameLoops().ended(CodeSet.class, List.of(table, truth), () -> new CodeSet(table, truth));
        if (set == null) {
            throw new NoVectorsException(TOO_SLOW);
        }
        return set;
    }

    @Override
    void compute(int code) {
        if (truth.equals(table.value(code))) {
            lanes[code] = -1;
            selected.add(code);
        } else if (code > 0) {
            others.add(code);
        }
    }

    int[] lanes() {
        return lanes;
    }

    boolean isEmpty() {
        return selected.count == 0;
    }

    boolean isRange() {
        return selected.hasNoGap();
    }

    /** The first code of the set. */
    int first() {
        return selected.first;
    }

    int last() {
        return selected.last;
    }

    /** Whether the codes of names that are not in the set are a range, as inequality makes it. */
    boolean hasOneGap() {
        return others.count > 0 && others.hasNoGap();
    }

    int firstOfGap() {
        return others.first;
    }

    int lastOfGap() {
        return others.last;
    }
}
