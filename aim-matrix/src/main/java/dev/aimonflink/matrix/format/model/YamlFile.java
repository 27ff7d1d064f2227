package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.sql.text.Spelling;
import java.io.Reader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * Reads the values of a YAML file, within limits. Errors name the file, line and column, and how to fix them.
 *
 * @param name of the file in messages
 */
public record YamlFile(String name, String text) {
    /** The largest model file: many times what the largest schema needs. */
    public static final int MAX_BYTES = 64 * 1024;

    /** The deepest nesting, a little more than a model needs: the parser is recursive, and deep text would overflow its stack. */
    static final int MAX_DEPTH = 8;

    /** Longer numbers are mistakes, and slow. */
    private static final int MAX_DIGITS = 40;

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

    /** @param example a possible beginning for an empty file */
    public Node root(int maxCharacters, String example) {
        if (text.length() > maxCharacters) {
            throw wrong(
                    1,
                    1,
                    "The text has " + text.length() + " characters, more than " + maxCharacters
                            + ". Give another file, or split it.",
                    null);
        }
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setUseMarks(true)
                .setCodePointLimit(maxCharacters)
                .build();
        try {
            requireFlat(new Parse(settings).parseReader(new CharacterReader(text)));
            return new Compose(settings)
                    .composeReader(new CharacterReader(text))
                    .orElseThrow(() -> wrong(1, 1, "The file is empty. Write " + example + " and on.", null));
        } catch (MarkedYamlEngineException malformed) {
            YamlMistake mistake = YamlMistake.of(malformed, text);
            throw wrong(mistake.line(), mistake.column(), mistake.sentence(), malformed);
        } catch (YamlEngineException malformed) {
            throw wrong(1, 1, "This is no YAML: " + malformed.getMessage() + ". Fix the file.", malformed);
        }
    }

    private void requireFlat(Iterable<Event> events) {
        int depth = 0;
        for (Event event : events) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            if (depth > MAX_DEPTH) {
                throw wrong(event, "Lists are nested deeper than " + MAX_DEPTH + ". Write flat lists.");
            }
            if (event instanceof AliasEvent) {
                throw wrong(event, "References by '*' are not understood here. Write the value itself.");
            }
        }
    }

    /** @param what begins the message if it is not a mapping */
    public Map<String, Node> mapping(Node node, String what, String example, Collection<String> keys) {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, what + " is not a list of keys with values. Write it like '" + example + "'.");
        }
        Map<String, Node> values = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            String key = scalar(entry.getKeyNode(), "A key", example).getValue();
            if (!keys.isEmpty() && !keys.contains(key)) {
                boolean isRestOfAText = mapping.getFlowStyle() == FlowStyle.FLOW && key.contains(" ");
                throw wrong(
                        entry.getKeyNode(),
                        isRestOfAText
                                ? "In braces, a comma ends a value. Write a text with a comma in quotes."
                                : unknown("key", key, keys));
            }
            if (values.put(key, entry.getValueNode()) != null) {
                throw wrong(entry.getKeyNode(), "key '" + key + "' is given twice. Take one out.");
            }
        }
        return values;
    }

    public List<ScalarNode> list(Node node, String key, String example) {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(node, key + " is not a list. Write it like '" + key + ": " + example + "'.");
        }
        List<ScalarNode> members = new ArrayList<>();
        for (Node each : sequence.getValue()) {
            members.add(scalar(each, "A member of " + key, key + ": " + example));
        }
        return members;
    }

    public ScalarNode scalar(Node node, String what, String example) {
        if (node instanceof ScalarNode scalar) {
            return scalar;
        }
        throw wrong(node, what + " is not a single word. Write it like '" + example + "'.");
    }

    public int number(Node node, String key) {
        String written = scalar(node, key, key + ": 1").getValue();
        if (!NUMBER.matcher(written).matches()) {
            throw wrong(
                    node,
                    key + "=" + Spelling.shortened(written) + " is not a whole number. Write it like '" + key
                            + ": 1'.");
        }
        return Integer.parseInt(written);
    }

    public BigDecimal decimal(Node node, String key) {
        String written = scalar(node, key, key + ": 0").getValue();
        try {
            if (written.length() <= MAX_DIGITS && !written.contains("e") && !written.contains("E")) {
                return new BigDecimal(written);
            }
        } catch (NumberFormatException noNumber) {
            // Reported below, like the others.
        }
        throw wrong(node, key + "=" + Spelling.shortened(written) + " is no number. Write it like '" + key + ": 100'.");
    }

    public <T> T one(Node node, String what, String written, Map<String, T> choices, Collection<String> inOrder) {
        T chosen = choices.get(written);
        if (chosen == null) {
            throw wrong(node, unknown(what, written, inOrder));
        }
        return chosen;
    }

    static String unknown(String what, String written, Collection<String> choices) {
        return what + " '" + Spelling.shortened(written) + "' is not one of " + String.join(", ", choices) + ". "
                + Spelling.closest(written, choices)
                        .map(near -> "Did you mean '" + near + "'?")
                        .orElse("Give one of these.");
    }

    /** Makes a part, and adds its place to its errors. */
    public <T> T at(Node node, Supplier<T> making) {
        try {
            return making.get();
        } catch (InvalidInputException invalid) {
            throw wrong(node, 0, invalid.getMessage(), invalid);
        }
    }

    public InvalidInputException wrong(Node node, String sentence) {
        return wrong(node, 0, sentence, null);
    }

    /** @param offset of the error, in characters from the node's beginning */
    public InvalidInputException wrong(Node node, int offset, String sentence, Exception causeOrNull) {
        return node.getStartMark()
                .map(mark -> wrong(mark.getLine() + 1, mark.getColumn() + 1 + offset, sentence, causeOrNull))
                .orElseGet(() -> wrong(1, 1, sentence, causeOrNull));
    }

    private InvalidInputException wrong(Event event, String sentence) {
        return event.getStartMark()
                .map(mark -> wrong(mark.getLine() + 1, mark.getColumn() + 1, sentence, null))
                .orElseGet(() -> wrong(1, 1, sentence, null));
    }

    InvalidInputException wrong(int line, int column, String sentence, Exception causeOrNull) {
        return new InvalidInputException(name + ", line " + line + ", column " + column + ": " + sentence, causeOrNull);
    }

    /** Reads a text without ever ending between the halves of a character, for which the YAML parser's buffer has no room. */
    private static final class CharacterReader extends Reader {
        private final String text;
        private int at;

        CharacterReader(String text) {
            this.text = text;
        }

        @Override
        public int read(char[] buffer, int offset, int length) {
            if (at == text.length()) {
                return -1;
            }
            int end = Math.min(text.length(), at + length);
            if (end - at > 1 && Character.isHighSurrogate(text.charAt(end - 1))) {
                end--;
            }
            text.getChars(at, end, buffer, offset);
            int read = end - at;
            at = end;
            return read;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
