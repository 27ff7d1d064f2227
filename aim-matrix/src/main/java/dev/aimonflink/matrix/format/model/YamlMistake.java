package dev.aimonflink.matrix.format.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/**
 * What is wrong with a text that is not YAML, in its writer's words. The parser speaks of its own states, and of where it noticed, which
 * may be a line further.
 *
 * @param line counted from 1
 * @param column counted from 1
 */
record YamlMistake(int line, int column, String sentence) {
    private static final String NO_YAML = "This is no YAML: ";
    private static final Pattern NO_BEGINNING = Pattern.compile("found character '(.)' that cannot start any token.*");

    /** A line that begins with a key. */
    private static final Pattern KEY = Pattern.compile("( *)[^ :]+ *");

    static YamlMistake of(MarkedYamlEngineException malformed, String yaml) {
        String problem = malformed.getProblem();
        String context = String.valueOf(malformed.getContext());
        Mark noticed = malformed.getProblemMark().orElse(null);
        Mark begun = malformed.getContextMark().orElse(noticed);
        if (context.equals("while parsing a flow mapping")) {
            return at(begun, "this brace has no end where it needs one. Close it, or write a comma between its keys.");
        }
        if (context.equals("while parsing a flow sequence")) {
            return at(
                    begun,
                    "this bracket has no end where it needs one. Close it, or write a comma between its values.");
        }
        if (context.equals("while scanning a quoted scalar")) {
            return at(begun, "this quote has no end. Close it.");
        }
        if (problem.equals("could not find expected ':'")) {
            return at(begun, "the line has no colon. Write it like 'key: value'.");
        }
        if (problem.contains("(TAB)")) {
            return at(noticed, "a line begins with a tab. Write blanks.");
        }
        if (problem.equals("mapping values are not allowed here") && noticed != null) {
            return at(noticed, ofColon(noticed, yaml.split("\n", -1)));
        }
        if (problem.endsWith("but found '<block mapping start>'")) {
            return at(noticed, "the line is indented otherwise than those above. Begin it below one of them.");
        }
        Matcher noBeginning = NO_BEGINNING.matcher(problem);
        if (noBeginning.matches()) {
            return at(noticed, "a value cannot begin with '" + noBeginning.group(1) + "'. Write it in quotes.");
        }
        return at(noticed == null ? begun : noticed, problem + ". Fix the line.");
    }

    private static YamlMistake at(Mark markOrNull, String sentence) {
        return markOrNull == null
                ? new YamlMistake(1, 1, NO_YAML + sentence)
                : new YamlMistake(markOrNull.getLine() + 1, markOrNull.getColumn() + 1, NO_YAML + sentence);
    }

    /** Says why there must be no colon: in a value, behind one that continues, or after a line without one. */
    private static String ofColon(Mark colon, String[] lines) {
        String line = lines[colon.getLine()];
        Matcher key = KEY.matcher(line.substring(0, line.offsetByCodePoints(0, colon.getColumn())));
        if (!key.matches()) {
            return "a value with a colon needs quotes. Write them around it.";
        }
        for (int above = colon.getLine() - 1; above >= 0; above--) {
            if (!lines[above].isBlank()) {
                int indent = lines[above].length() - lines[above].stripLeading().length();
                return key.group(1).length() > indent
                        ? "the line is indented further than the one above, which has a value already. Begin it below that."
                        : "the line above has no colon. Write it like 'key: value'.";
            }
        }
        return "a value with a colon needs quotes. Write them around it.";
    }
}
