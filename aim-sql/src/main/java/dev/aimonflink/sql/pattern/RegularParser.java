package dev.aimonflink.sql.pattern;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.pattern.RegularProgram.AtEdge;
import dev.aimonflink.sql.pattern.RegularProgram.Characters;
import dev.aimonflink.sql.pattern.RegularProgram.Choice;
import dev.aimonflink.sql.pattern.RegularProgram.Edge;
import dev.aimonflink.sql.pattern.RegularProgram.Group;
import dev.aimonflink.sql.pattern.RegularProgram.Node;
import dev.aimonflink.sql.pattern.RegularProgram.Repeat;
import dev.aimonflink.sql.pattern.RegularProgram.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/** Reads PostgreSQL's "advanced" regular expressions. */
final class RegularParser {
    /** Nested parentheses. */
    static final int MAX_DEPTH = 100;

    private static final int NONE = -1;

    private final int[] pattern;
    private final boolean ignoresCase;
    private final int position;
    private int at;
    private int depth;
    private int groups;

    RegularParser(String pattern, boolean ignoresCase, int position) {
        this.pattern = pattern.codePoints().toArray();
        this.ignoresCase = ignoresCase;
        this.position = position;
    }

    Node parse() {
        if (isNext("***") || (isNext("(?") && at + 2 < pattern.length && Character.isLetter(pattern[at + 2]))) {
            throw unsupported("Options at its beginning are not supported. Write ~* to ignore upper and lower case.");
        }
        Node whole = branches();
        if (at < pattern.length) {
            throw invalid("A closing parenthesis has no opening one. Write \\) for the character.");
        }
        return whole;
    }

    private Node branches() {
        if (++depth > MAX_DEPTH) {
            throw new SqlException(
                    SqlState.TOO_COMPLEX,
                    position,
                    "The regular expression is nested more than " + MAX_DEPTH + " levels deep. Make it flatter.");
        }
        List<Node> branches = new ArrayList<>();
        do {
            branches.add(branch());
        } while (accept('|'));
        depth--;
        return branches.size() == 1 ? branches.get(0) : new Choice(branches);
    }

    private Node branch() {
        List<Node> nodes = new ArrayList<>();
        while (at < pattern.length && pattern[at] != '|' && pattern[at] != ')') {
            nodes.add(quantified());
        }
        return new Sequence(nodes);
    }

    private Node quantified() {
        if (isQuantifier()) {
            throw nothingToRepeat();
        }
        Node atom = atom();
        if (!isQuantifier()) {
            return atom;
        }
        if (atom instanceof AtEdge) {
            throw nothingToRepeat();
        }
        Repeat many =
                switch (pattern[at++]) {
                    case '*' -> new Repeat(atom, 0, NONE, false);
                    case '+' -> new Repeat(atom, 1, NONE, false);
                    case '?' -> new Repeat(atom, 0, 1, false);
                    default -> bounded(atom);
                };
        Node repeated = accept('?') ? new Repeat(atom, many.fewest(), many.most(), true) : many;
        if (isQuantifier()) {
            throw nothingToRepeat();
        }
        return repeated;
    }

    private boolean isQuantifier() {
        int next = peek();
        return next == '*'
                || next == '+'
                || next == '?'
                || (next == '{' && at + 1 < pattern.length && isDigit(pattern[at + 1]));
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    private Repeat bounded(Node atom) {
        int fewest = number();
        int most = fewest;
        if (accept(',')) {
            most = peek() == '}' ? NONE : number();
        }
        if (!accept('}') || (most != NONE && most < fewest)) {
            throw invalid("A number of repetitions is written like {2}, {2,} or {2,5}.");
        }
        return new Repeat(atom, fewest, most, false);
    }

    private int number() {
        int number = 0;
        int begin = at;
        while (isDigit(peek())) {
            number = 10 * number + pattern[at++] - '0';
            if (number > RegularProgram.MAX_REPEATS) {
                throw invalid("No part can be repeated more than " + RegularProgram.MAX_REPEATS + " times.");
            }
        }
        if (at == begin) {
            throw invalid("A number of repetitions is written like {2}, {2,} or {2,5}.");
        }
        return number;
    }

    private Node atom() {
        int character = pattern[at++];
        return switch (character) {
            case '(' -> group();
            case '.' -> new Characters(any -> true);
            case '^' -> new AtEdge(Edge.BEGIN);
            case '$' -> new AtEdge(Edge.END);
            case '[' -> new Characters(bracket());
            case '\\' -> escape();
            default -> new Characters(folded(literal(character)));
        };
    }

    private Node group() {
        boolean isAsked = !accept('?');
        if (!isAsked && !accept(':')) {
            throw unsupported("Nothing can look ahead or behind with (?. Write two conditions with AND.");
        }
        int number = isAsked ? ++groups : 0;
        Node inner = branches();
        if (!accept(')')) {
            throw invalid("An opening parenthesis has no closing one. Write \\( for the character.");
        }
        return new Group(number, inner);
    }

    int groups() {
        return groups;
    }

    private Node escape() {
        int character = escaped();
        Edge edge =
                switch (character) {
                    case 'A' -> Edge.BEGIN;
                    case 'Z' -> Edge.END;
                    case 'm' -> Edge.WORD_BEGIN;
                    case 'M' -> Edge.WORD_END;
                    case 'y' -> Edge.WORD_EDGE;
                    case 'Y' -> Edge.NO_WORD_EDGE;
                    default -> null;
                };
        return edge != null ? new AtEdge(edge) : new Characters(folded(setOf(character)));
    }

    private int escaped() {
        if (at == pattern.length) {
            throw invalid("It ends with a backslash. Write \\\\ for the character.");
        }
        return pattern[at++];
    }

    /** What follows a backslash. */
    private IntPredicate setOf(int character) {
        return switch (character) {
            case 'd' -> Character::isDigit;
            case 'D' -> other -> !Character.isDigit(other);
            case 's' -> RegularParser::isSpace;
            case 'S' -> other -> !isSpace(other);
            case 'w' -> RegularProgram::isOfWord;
            case 'W' -> other -> !RegularProgram.isOfWord(other);
            default -> literal(escapedCharacter(character));
        };
    }

    private int escapedCharacter(int character) {
        return switch (character) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'f' -> '\f';
            default -> {
                if (Character.isLetterOrDigit(character)) {
                    throw unsupported("It has no escape \\" + Character.toString(character)
                            + ". Write \\d, \\s, \\w, or \\y for the edge of a word.");
                }
                yield character;
            }
        };
    }

    private static boolean isSpace(int character) {
        return character == ' ' || (character >= '\t' && character <= '\r');
    }

    private static IntPredicate literal(int character) {
        return other -> other == character;
    }

    /** The set with both cases of its characters, if case is ignored. */
    private IntPredicate folded(IntPredicate set) {
        return !ignoresCase
                ? set
                : character -> set.test(character)
                        || set.test(Character.toLowerCase(character))
                        || set.test(Character.toUpperCase(character));
    }

    private IntPredicate bracket() {
        boolean isNegated = accept('^');
        IntPredicate set = other -> false;
        boolean isFirst = true;
        while (isFirst || peek() != ']') {
            if (at >= pattern.length) {
                throw invalid("An opening bracket has no closing one. Write \\[ for the character.");
            }
            set = set.or(item());
            isFirst = false;
        }
        at++;
        IntPredicate whole = folded(set);
        return isNegated ? whole.negate() : whole;
    }

    private IntPredicate item() {
        if (isNext("[:")) {
            return namedClass();
        }
        if (isNext("[.") || isNext("[=")) {
            throw unsupported("It has no [. .] and [= =]. Write the characters.");
        }
        int first = pattern[at++];
        if (first == '\\') {
            int character = escaped();
            if ("dsw".indexOf(character) >= 0) {
                return setOf(character);
            }
            if ("DSW".indexOf(character) >= 0) {
                throw invalid("\\D, \\S and \\W cannot stand in brackets.");
            }
            first = escapedCharacter(character);
        }
        return peek() == '-' && at + 1 < pattern.length && pattern[at + 1] != ']' ? range(first) : literal(first);
    }

    private IntPredicate range(int first) {
        at++;
        int end = pattern[at++];
        final int last = end == '\\' ? escapedCharacter(escaped()) : end;
        if (last < first) {
            throw invalid("The range of characters " + Character.toString(first) + "-" + Character.toString(last)
                    + " is in the wrong order.");
        }
        return other -> other >= first && other <= last;
    }

    private IntPredicate namedClass() {
        at += 2;
        StringBuilder name = new StringBuilder();
        while (at < pattern.length && pattern[at] != ':') {
            name.appendCodePoint(pattern[at++]);
        }
        at++;
        if (!accept(']')) {
            throw invalid("A class of characters is written like [[:digit:]].");
        }
        return switch (name.toString().toLowerCase(Locale.ROOT)) {
            case "alnum" -> Character::isLetterOrDigit;
            case "alpha" -> Character::isLetter;
            case "digit" -> Character::isDigit;
            case "lower" -> Character::isLowerCase;
            case "upper" -> Character::isUpperCase;
            case "space" -> RegularParser::isSpace;
            case "blank" -> character -> character == ' ' || character == '\t';
            case "punct" -> character -> character > ' ' && character < 0x7F && !Character.isLetterOrDigit(character);
            case "word" -> RegularProgram::isOfWord;
            default ->
                throw invalid("There is no class of characters [:" + name
                        + ":]. Write alnum, alpha, digit, lower, upper, space, blank, punct or word.");
        };
    }

    /** -1 at the end. */
    private int peek() {
        return at < pattern.length ? pattern[at] : NONE;
    }

    private boolean accept(int character) {
        if (peek() != character) {
            return false;
        }
        at++;
        return true;
    }

    private boolean isNext(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (at + i >= pattern.length || pattern[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private SqlException nothingToRepeat() {
        return invalid("*, +, ? and {n} repeat what is before them, and there is nothing to repeat. Write \\* and so on"
                + " for the characters.");
    }

    private SqlException invalid(String what) {
        return new SqlException(
                SqlState.INVALID_REGULAR_EXPRESSION, position, "The regular expression is not valid: " + what);
    }

    private SqlException unsupported(String what) {
        return new SqlException(SqlState.NOT_SUPPORTED, position, "The regular expression is not supported: " + what);
    }
}
