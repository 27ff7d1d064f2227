package dev.aimonflink.sql.bind;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * A regular expression as PostgreSQL writes it, without what needs to go back in the text: no back references, and nothing that looks
 * ahead or behind. All ways to match are followed side by side, so that a text takes time in proportion to the product of both
 * lengths at most, whatever the pattern.
 */
public final class RegularExpression implements TextPattern {
    public static final int MAX_CHARACTERS = 1_000;

    /** Some milliseconds: a query can be cancelled between two texts. */
    public static final int MAX_STEPS = 1_000_000;

    private final String written;
    private final boolean ignoresCase;
    private final RegularProgram program;
    private final int position;

    private RegularExpression(String written, boolean ignoresCase, RegularProgram program, int position) {
        this.written = written;
        this.ignoresCase = ignoresCase;
        this.program = program;
        this.position = position;
    }

    public static RegularExpression of(String pattern, boolean ignoresCase, int position) {
        if (pattern.length() > MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "The regular expression has more than " + MAX_CHARACTERS + " characters. Write a shorter one.");
        }
        RegularProgram program = new RegularProgram(position);
        program.emit(new RegularParser(pattern, ignoresCase, position).parse());
        return new RegularExpression(pattern, ignoresCase, program, position);
    }

    /** Whether it matches a part of the text. */
    @Override
    public boolean matches(String text, Work work, int at) {
        Run run = new Run(text, work, at);
        boolean matches = run.matches();
        work.spend(run.steps % Work.AT_ONCE, at);
        return matches;
    }

    /** One text. Holds the places of the program at which the text so far may be. */
    private final class Run {
        private final String text;
        private final int[] pending = new int[program.length()];
        private int[] places = new int[program.length()];
        private int[] nextPlaces = new int[program.length()];
        private final int[] reachedAt = new int[program.length()];
        private final Work work;
        private final int at;
        private int steps;

        Run(String text, Work work, int at) {
            this.text = text;
            this.work = work;
            this.at = at;
        }

        boolean matches() {
            int count = 0;
            int at = 0;
            // Marks are the round in which a place was reached: one more than its character.
            for (int round = 1; ; round++) {
                count = reach(0, at, round, places, count);
                if (count < 0) {
                    return true;
                }
                if (at == text.length()) {
                    return false;
                }
                final int character = text.codePointAt(at);
                at += Character.charCount(character);
                int reached = 0;
                for (int i = 0; i < count; i++) {
                    final int place = places[i];
                    if (program.characters(place).test(character)) {
                        reached = reach(place + 1, at, round + 1, nextPlaces, reached);
                        if (reached < 0) {
                            return true;
                        }
                    }
                }
                final int[] swapped = places;
                places = nextPlaces;
                nextPlaces = swapped;
                count = reached;
            }
        }

        /** Adds the places that take a character and follow one without taking any. Returns their number; -1 at the end. */
        private int reach(int first, int at, int round, int[] into, int count) {
            int length = count;
            int waiting = 0;
            if (reachedAt[first] != round) {
                reachedAt[first] = round;
                pending[waiting++] = first;
            }
            while (waiting > 0) {
                final int place = pending[--waiting];
                step();
                if (program.isEnd(place)) {
                    return -1;
                }
                if (program.characters(place) != null) {
                    into[length++] = place;
                } else if (program.edge(place) == null || program.edge(place).isAt(text, at)) {
                    for (int follower : program.followers(place)) {
                        if (reachedAt[follower] != round) {
                            reachedAt[follower] = round;
                            pending[waiting++] = follower;
                        }
                    }
                }
            }
            return length;
        }

        private void step() {
            if (++steps % Work.AT_ONCE == 0) {
                work.spend(Work.AT_ONCE, at);
            }
            if (steps > MAX_STEPS) {
                throw new SqlException(
                        SqlState.LIMIT_EXCEEDED,
                        position,
                        "The regular expression takes more than " + MAX_STEPS
                                + " steps for one text. Write a simpler one, or use LIKE.");
            }
        }
    }

    @Override
    public String operator() {
        return ignoresCase ? "~*" : "~";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RegularExpression that
                && ignoresCase == that.ignoresCase
                && written.equals(that.written);
    }

    @Override
    public int hashCode() {
        return written.hashCode();
    }

    @Override
    public String toString() {
        return written;
    }
}
