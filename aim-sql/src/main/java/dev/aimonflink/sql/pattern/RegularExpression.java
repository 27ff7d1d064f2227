package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;

/**
 * A regular expression in PostgreSQL's syntax, without back references and look-around, which would need backtracking. All ways to match
 * are followed in parallel, so time is at most proportional to the product of both lengths.
 */
public final class RegularExpression implements TextPattern {
    public static final int MAX_CHARACTERS = 1_000;

    /** Some milliseconds; a query can be cancelled between two texts. */
    public static final int MAX_STEPS = 1_000_000;

    private final String written;
    private final boolean ignoresCase;
    private final RegularProgram program;
    private final RegularGroups groups;

    private RegularExpression(String written, boolean ignoresCase, RegularProgram program, RegularGroups groups) {
        this.written = written;
        this.ignoresCase = ignoresCase;
        this.program = program;
        this.groups = groups;
    }

    public static RegularExpression of(String pattern, boolean ignoresCase, int position) {
        if (pattern.length() > MAX_CHARACTERS) {
            throw new SqlException(
                    SqlState.LIMIT_EXCEEDED,
                    position,
                    "The regular expression has more than " + MAX_CHARACTERS + " characters. Write a shorter one.");
        }
        RegularProgram program = new RegularProgram(position);
        RegularParser parser = new RegularParser(pattern, ignoresCase, position);
        RegularProgram.Node whole = parser.parse();
        program.emit(whole);
        return new RegularExpression(
                pattern, ignoresCase, program, new RegularGroups(whole, parser.groups(), position));
    }

    @Override
    public boolean matches(String text, Work work, int at) {
        RegularSearch.Steps steps = new RegularSearch.Steps(work, at, groups.position());
        boolean matches = new RegularSearch(program, text, steps).isAnywhere();
        steps.end();
        return matches;
    }

    public int groups() {
        return groups.count();
    }

    public Matches in(String text, Work work, int at) {
        return new Matches(text, new RegularSearch.Steps(work, at, groups.position()));
    }

    /** Finds matches from left to right. */
    public final class Matches {
        private final String text;
        private final RegularSearch.Steps steps;
        private final RegularSearch search;

        private Matches(String text, RegularSearch.Steps steps) {
            this.text = text;
            this.steps = steps;
            search = new RegularSearch(program, text, steps);
        }

        /** The bounds of the first match at or behind a place, or null. */
        public int[] next(int from) {
            int begin = search.begin(from);
            int[] ends = begin < 0 ? null : search.ends(begin, text.length());
            steps.end();
            return ends == null ? null : new int[] {begin, groups.isLazy() ? ends[0] : ends[ends.length - 1]};
        }

        /** The bounds of the whole match and its groups; -1 for a group without a part in it. */
        public int[] groups(int[] match) {
            int[] places = groups.of(text, match[0], match[1], steps);
            steps.end();
            return places;
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
