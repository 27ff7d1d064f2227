package dev.aimonflink.core.wire;

import dev.aimonflink.core.model.InvalidInputException;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads YAML as a tree whose nodes know their lines, within limits. */
final class YamlNodes {
    /**
     * The deepest nesting, a little more than a schema needs. The parser is recursive, and deep text would overflow its
     * stack.
     */
    static final int MAX_DEPTH = 8;

    private YamlNodes() {}

    static Node compose(String yaml, String name) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(name)
                .setUseMarks(true)
                .setCodePointLimit(SchemaFile.MAX_FILE_BYTES)
                .build();
        try {
            requireFlat(new Parse(settings).parseString(yaml), name);
            return new Compose(settings)
                    .composeString(yaml)
                    .orElseThrow(() -> wrong(
                            name, 1, "The file is empty. Write a schema such as 'windows: [1 day]' and on.", null));
        } catch (MarkedYamlEngineException malformed) {
            int line = malformed
                    .getProblemMark()
                    .or(malformed::getContextMark)
                    .map(YamlNodes::line)
                    .orElse(1);
            throw wrong(name, line, "This is no YAML: " + malformed.getProblem() + ". Fix the line.", malformed);
        } catch (YamlEngineException malformed) {
            throw wrong(name, 1, "This is no YAML: " + malformed.getMessage() + ". Fix the file.", malformed);
        }
    }

    private static void requireFlat(Iterable<Event> events, String name) {
        int depth = 0;
        for (Event event : events) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            }
            int line = event.getStartMark().map(YamlNodes::line).orElse(1);
            if (depth > MAX_DEPTH) {
                throw wrong(name, line, "Lists are nested deeper than " + MAX_DEPTH + ". Write flat lists.", null);
            }
            if (event instanceof AliasEvent) {
                throw wrong(name, line, "References by '*' are not understood here. Write the value itself.", null);
            }
        }
    }

    static int line(Node node) {
        return node.getStartMark().map(YamlNodes::line).orElse(1);
    }

    private static int line(Mark mark) {
        return mark.getLine() + 1;
    }

    static InvalidInputException wrong(String name, int line, String sentence, Exception causeOrNull) {
        return new InvalidInputException(name + ", line " + line + ": " + sentence, causeOrNull);
    }
}
