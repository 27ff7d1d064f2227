package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.ModelException;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Finds the place in a text of what is wrong with what was read from it. */
public final class YamlPath {
    private YamlPath() {}

    /** Adds line and column to an error, whose path begins at a node. */
    public static InvalidInputException placed(ModelException wrong, YamlFile file, Node root) {
        Node node = wrong.isOfName() ? key(root, wrong.path()) : node(root, wrong.path());
        return file.wrong(node, offset(node, wrong.offset()), wrong.getMessage(), wrong);
    }

    /** Quotes add a character, and in a folded text nobody can say where a character was. */
    private static int offset(Node node, int offset) {
        if (!(node instanceof ScalarNode scalar)) {
            return 0;
        }
        boolean isOneLine = !scalar.getValue().contains("\n")
                && scalar.getStartMark()
                        .flatMap(start -> scalar.getEndMark().map(end -> start.getLine() == end.getLine()))
                        .orElse(false);
        return isOneLine ? offset + (scalar.getScalarStyle() == ScalarStyle.PLAIN ? 0 : 1) : 0;
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

    /** The node at the end of a path, or as far on the way to it as the page has one. */
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
