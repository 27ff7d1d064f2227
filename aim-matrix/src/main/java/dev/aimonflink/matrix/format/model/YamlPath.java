package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Finds the place in a text that an error in a value read from it belongs to. */
public final class YamlPath {
    private static final Set<ScalarStyle> HAS_NO_ESCAPES =
            Set.of(ScalarStyle.PLAIN, ScalarStyle.FOLDED, ScalarStyle.LITERAL);

    private YamlPath() {}

    /** Adds line and column to an error whose path begins at a node. */
    public static InvalidInputException placed(ModelException wrong, YamlFile file, Node root) {
        Node node = wrong.isOfName() ? key(root, wrong.path()) : node(root, wrong.path());
        if (node instanceof ScalarNode scalar
                && !isOneLine(scalar)
                && HAS_NO_ESCAPES.contains(scalar.getScalarStyle())) {
            return inLines(scalar, wrong, file);
        }
        return file.wrong(node, offset(node, wrong.offset()), wrong.getMessage(), wrong);
    }

    private static boolean isOneLine(ScalarNode scalar) {
        return !scalar.getValue().contains("\n")
                && scalar.getStartMark()
                        .flatMap(start -> scalar.getEndMark().map(end -> start.getLine() == end.getLine()))
                        .orElse(false);
    }

    /** Quotes add a character, and in a quoted text of several lines the position is unknown. */
    private static int offset(Node node, int offset) {
        if (!(node instanceof ScalarNode scalar) || !isOneLine(scalar)) {
            return 0;
        }
        return scalar.getScalarStyle() == ScalarStyle.PLAIN ? offset : offset + 1;
    }

    /** A text of several lines differs from its value only in blanks. */
    private static InvalidInputException inLines(ScalarNode scalar, ModelException wrong, YamlFile file) {
        String text = file.text();
        Mark start = scalar.getStartMark().orElseThrow();
        int at = text.offsetByCodePoints(0, start.getIndex());
        int line = start.getLine();
        if (scalar.getScalarStyle() != ScalarStyle.PLAIN) {
            // The first line says how to read the others.
            at = text.indexOf('\n', at) + 1;
            line++;
        }
        String value = scalar.getValue();
        long before = visible(value.substring(0, Math.min(wrong.offset(), value.length())));
        boolean isBehind = wrong.offset() >= value.stripTrailing().length();
        int lineStart = text.lastIndexOf('\n', at - 1) + 1;
        while (at < text.length() && (before > 0 || (!isBehind && Character.isWhitespace(text.charAt(at))))) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            } else if (!Character.isWhitespace(text.charAt(at))) {
                before--;
            }
            at++;
        }
        return file.wrong(line + 1, 1 + text.codePointCount(lineStart, at), wrong.getMessage(), wrong);
    }

    private static long visible(String text) {
        return text.chars().filter(c -> !Character.isWhitespace(c)).count();
    }

    /** The key at the end of a path, or its value where the page has no such key. */
    private static Node key(Node root, List<String> path) {
        int last = path.size() - 1;
        return entry(node(root, path.subList(0, last)), path.get(last))
                .map(NodeTuple::getKeyNode)
                .orElseGet(() -> node(root, path));
    }

    private static Optional<NodeTuple> entry(Node node, String name) {
        return node instanceof MappingNode mapping
                ? mapping.getValue().stream()
                        .filter(each -> each.getKeyNode() instanceof ScalarNode key
                                && key.getValue().equals(name))
                        .findFirst()
                : Optional.empty();
    }

    /** The node at the end of a path, or the last existing one on the way. */
    public static Node node(Node root, List<String> path) {
        Node at = root;
        for (String step : path) {
            Node next = child(at, step);
            if (next == null) {
                return at;
            }
            at = next;
        }
        return at;
    }

    private static Node child(Node node, String step) {
        if (node instanceof SequenceNode sequence) {
            List<Node> members = sequence.getValue();
            for (int i = 0; i < members.size(); i++) {
                boolean isWord = members.get(i) instanceof ScalarNode member
                        && member.getValue().equals(step);
                if (isWord || Integer.toString(i).equals(step)) {
                    return members.get(i);
                }
            }
        }
        return entry(node, step).map(NodeTuple::getValueNode).orElse(null);
    }
}
