package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * A regular expression as a list of steps. A step takes a character and continues with the next, tests an edge of a word or text, or
 * continues at several others. Repetitions are unrolled.
 */
final class RegularProgram {
    static final int MAX_STEPS = 2_000;

    /** Highest number of repetitions, as in PostgreSQL. */
    static final int MAX_REPEATS = 255;

    /** A part of a regular expression. */
    sealed interface Node {}

    record Characters(IntPredicate set) implements Node {}

    record AtEdge(Edge edge) implements Node {}

    record Sequence(List<Node> nodes) implements Node {}

    record Choice(List<Node> branches) implements Node {}

    /**
     * @param most -1 for any number
     * @param isLazy whether it takes as few characters as possible
     */
    record Repeat(Node node, int fewest, int most, boolean isLazy) implements Node {}

    /** @param number from 1; 0 for a group that does not capture */
    record Group(int number, Node node) implements Node {}

    /** A place between two characters. */
    enum Edge {
        BEGIN,
        END,
        WORD_BEGIN,
        WORD_END,
        WORD_EDGE,
        NO_WORD_EDGE;

        boolean isAt(String text, int at) {
            boolean isBehindWord = at > 0 && isOfWord(text.codePointBefore(at));
            boolean isBeforeWord = at < text.length() && isOfWord(text.codePointAt(at));
            return switch (this) {
                case BEGIN -> at == 0;
                case END -> at == text.length();
                case WORD_BEGIN -> !isBehindWord && isBeforeWord;
                case WORD_END -> isBehindWord && !isBeforeWord;
                case WORD_EDGE -> isBehindWord != isBeforeWord;
                case NO_WORD_EDGE -> isBehindWord == isBeforeWord;
            };
        }
    }

    private static final class Step {
        /** Null if the step takes none. */
        private IntPredicate characters;

        /** Null if it tests none. */
        private Edge edge;

        /** For a step that takes no character. */
        private int[] followers = {};

        private boolean isEnd;
    }

    private final List<Step> steps = new ArrayList<>();
    private final int position;

    RegularProgram(int position) {
        this.position = position;
    }

    static boolean isOfWord(int character) {
        return Character.isLetterOrDigit(character) || character == '_';
    }

    void emit(Node whole) {
        add(whole);
        step().isEnd = true;
    }

    private void add(Node node) {
        if (node instanceof Characters characters) {
            step().characters = characters.set();
        } else if (node instanceof AtEdge at) {
            Step step = step();
            step.edge = at.edge();
            step.followers = new int[] {steps.size()};
        } else if (node instanceof Sequence sequence) {
            sequence.nodes().forEach(this::add);
        } else if (node instanceof Choice choice) {
            add(choice.branches());
        } else if (node instanceof Group group) {
            add(group.node());
        } else {
            add((Repeat) node);
        }
    }

    private void add(List<Node> branches) {
        Step fork = step();
        int[] begins = new int[branches.size()];
        List<Step> ends = new ArrayList<>();
        for (int i = 0; i < begins.length; i++) {
            begins[i] = steps.size();
            add(branches.get(i));
            ends.add(step());
        }
        fork.followers = begins;
        ends.forEach(end -> end.followers = new int[] {steps.size()});
    }

    private void add(Repeat repeat) {
        int begin = steps.size();
        for (int i = 0; i < repeat.fewest(); i++) {
            add(repeat.node());
            if (steps.size() == begin) {
                // Nothing stays the same however often it is repeated.
                return;
            }
        }
        if (repeat.most() < 0) {
            int loop = steps.size();
            Step fork = step();
            add(repeat.node());
            step().followers = new int[] {loop};
            fork.followers = new int[] {loop + 1, steps.size()};
        } else {
            List<Step> forks = new ArrayList<>();
            for (int i = repeat.fewest(); i < repeat.most(); i++) {
                Step fork = step();
                fork.followers = new int[] {steps.size(), 0};
                forks.add(fork);
                add(repeat.node());
            }
            forks.forEach(fork -> fork.followers[1] = steps.size());
        }
    }

    private Step step() {
        if (steps.size() == MAX_STEPS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "The regular expression has more than " + MAX_STEPS
                            + " parts, of which those that are repeated count each time. Repeat fewer.");
        }
        Step step = new Step();
        steps.add(step);
        return step;
    }

    int length() {
        return steps.size();
    }

    IntPredicate characters(int step) {
        return steps.get(step).characters;
    }

    Edge edge(int step) {
        return steps.get(step).edge;
    }

    int[] followers(int step) {
        return steps.get(step).followers;
    }

    boolean isEnd(int step) {
        return steps.get(step).isEnd;
    }
}
