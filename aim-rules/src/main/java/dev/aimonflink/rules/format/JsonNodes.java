package dev.aimonflink.rules.format;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.aimonflink.matrix.format.JsonValues;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Shows a JSON value as a node of YAML, so that one reader reads both. */
final class JsonNodes {
    private JsonNodes() {}

    static Node of(JsonParser parser) throws IOException {
        Optional<Mark> mark = mark(parser);
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                List<NodeTuple> entries = new ArrayList<>();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    Node key = scalar(Tag.STR, parser.currentName(), mark(parser));
                    parser.nextToken();
                    entries.add(new NodeTuple(key, of(parser)));
                }
                yield new MappingNode(Tag.MAP, true, entries, FlowStyle.FLOW, mark, mark);
            }
            case START_ARRAY -> {
                List<Node> members = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    members.add(of(parser));
                }
                yield new SequenceNode(Tag.SEQ, true, members, FlowStyle.FLOW, mark, mark);
            }
            default -> scalar(JsonValues.readScalar(parser), mark);
        };
    }

    private static Node scalar(Object value, Optional<Mark> mark) {
        if (value == null) {
            return scalar(Tag.NULL, "", mark);
        } else if (value instanceof String text) {
            return scalar(Tag.STR, text, mark);
        } else if (value instanceof Boolean truth) {
            return scalar(Tag.BOOL, truth.toString(), mark);
        }
        return value instanceof BigDecimal decimal
                ? scalar(Tag.FLOAT, decimal.toPlainString(), mark)
                : scalar(Tag.INT, value.toString(), mark);
    }

    private static Node scalar(Tag tag, String value, Optional<Mark> mark) {
        ScalarStyle style = tag.equals(Tag.STR) ? ScalarStyle.DOUBLE_QUOTED : ScalarStyle.PLAIN;
        return new ScalarNode(tag, true, value, style, mark, mark);
    }

    private static Optional<Mark> mark(JsonParser parser) {
        JsonLocation at = parser.currentTokenLocation();
        return Optional.of(new Mark("", 0, at.getLineNr() - 1, at.getColumnNr() - 1, new int[0], 0));
    }
}
