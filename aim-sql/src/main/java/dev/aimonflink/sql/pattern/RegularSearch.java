package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.Arrays;

/** Follows all ways of a program through one text in parallel, so that no way is taken twice. */
final class RegularSearch {
    /** Counts the steps in one text, by one or more programs. */
    static final class Steps {
        private final Work work;
        private final int at;
        private final int position;
        private int steps;
        private int said;

        Steps(Work work, int at, int position) {
            this.work = work;
            this.at = at;
            this.position = position;
        }

        private void step() {
            if (++steps - said >= Work.AT_ONCE) {
                end();
            }
            if (steps > RegularExpression.MAX_STEPS) {
                throw new SqlException(
                        SqlState.LIMIT_EXCEEDED,
                        position,
                        "The regular expression takes more than " + RegularExpression.MAX_STEPS
                                + " steps for one text. Write a simpler one, or use LIKE.");
            }
        }

        /** Reports all steps so far. */
        void end() {
            int unsaid = steps - said;
            said = steps;
            work.spend(unsaid, at);
        }
    }

    private enum Wanted {
        ANY,
        FIRST,
        ENDS
    }

    private static final int NONE = -1;

    private final RegularProgram program;
    private final String text;
    private final Steps steps;
    private final int[] pending;

    /** Steps that take a character, and where the way to each began: earlier ones come first. */
    private int[] places;

    private int[] begins;
    private int[] nextPlaces;
    private int[] nextBegins;
    private final int[] reachedAt;
    private int count;
    private int round;
    private int found;
    private int[] ends = new int[1];
    private int countOfEnds;

    RegularSearch(RegularProgram program, String text, Steps steps) {
        this.program = program;
        this.text = text;
        this.steps = steps;
        pending = new int[program.length()];
        places = new int[program.length()];
        begins = new int[program.length()];
        nextPlaces = new int[program.length()];
        nextBegins = new int[program.length()];
        reachedAt = new int[program.length()];
    }

    boolean isAnywhere() {
        run(0, text.length(), Wanted.ANY);
        return found != NONE;
    }

    /** Where the first match at or behind a place begins, or -1. */
    int begin(int from) {
        run(from, text.length(), Wanted.FIRST);
        return found;
    }

    /** All ends of matches that begin at a place, in order. */
    int[] ends(int begin, int limit) {
        run(begin, limit, Wanted.ENDS);
        return Arrays.copyOf(ends, countOfEnds);
    }

    boolean isWhole(int begin, int end) {
        run(begin, end, Wanted.ENDS);
        return countOfEnds > 0 && ends[countOfEnds - 1] == end;
    }

    private void run(int from, int limit, Wanted wanted) {
        found = NONE;
        countOfEnds = 0;
        count = 0;
        round++;
        int at = from;
        while (true) {
            if (found == NONE && (wanted != Wanted.ENDS || at == from)) {
                reach(0, at, at);
            }
            boolean isOver = at >= limit || (count == 0 && (wanted == Wanted.ENDS || found != NONE));
            if (isOver || (wanted == Wanted.ANY && found != NONE)) {
                return;
            }
            final int character = text.codePointAt(at);
            at += Character.charCount(character);
            follow(character, at, wanted == Wanted.ENDS);
        }
    }

    private void follow(int character, int at, boolean isOfEnds) {
        final int[] fromPlaces = places;
        final int[] fromBegins = begins;
        final int before = count;
        places = nextPlaces;
        begins = nextBegins;
        nextPlaces = fromPlaces;
        nextBegins = fromBegins;
        count = 0;
        round++;
        for (int i = 0; i < before; i++) {
            final int place = fromPlaces[i];
            if ((found == NONE || isOfEnds || fromBegins[i] < found)
                    && program.characters(place).test(character)) {
                reach(place + 1, at, fromBegins[i]);
            }
        }
    }

    /** Adds the places that take a character and can be reached without one. */
    private void reach(int first, int at, int begin) {
        int waiting = 0;
        if (reachedAt[first] != round) {
            reachedAt[first] = round;
            pending[waiting++] = first;
        }
        while (waiting > 0) {
            final int place = pending[--waiting];
            steps.step();
            if (program.isEnd(place)) {
                end(at, begin);
            } else if (program.characters(place) != null) {
                places[count] = place;
                begins[count++] = begin;
            } else if (program.edge(place) == null || program.edge(place).isAt(text, at)) {
                for (int follower : program.followers(place)) {
                    if (reachedAt[follower] != round) {
                        reachedAt[follower] = round;
                        pending[waiting++] = follower;
                    }
                }
            }
        }
    }

    private void end(int at, int begin) {
        found = found == NONE ? begin : Math.min(found, begin);
        if (countOfEnds == ends.length) {
            ends = Arrays.copyOf(ends, 2 * countOfEnds);
        }
        ends[countOfEnds++] = at;
    }
}
