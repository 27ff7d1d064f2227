package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.model.InvalidInputException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.avro.Schema;

/**
 * Refuses schemas by which a few bytes can stand for endless values. Avro itself bounds texts by the remaining bytes, but not what takes no
 * bytes.
 */
final class AvroBounds {
    private final String name;
    private final Set<Schema> seen;
    private final Set<Schema> open = identities();

    private AvroBounds(String name, Set<Schema> seen) {
        this.name = name;
        this.seen = seen;
    }

    private static Set<Schema> identities() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    static void require(String name, Schema schema) {
        new AvroBounds(name, identities()).visit(schema);
    }

    private void visit(Schema schema) {
        switch (schema.getType()) {
            case RECORD -> visitRecord(schema);
            case ARRAY -> {
                visitLater(schema.getElementType());
                if (!takesBytes(schema.getElementType())) {
                    throw new InvalidInputException(name + " has an array of the type "
                            + schema.getElementType().getFullName()
                            + ", which takes no bytes, so that its length has no limit. Take it out.");
                }
            }
            case MAP -> visitLater(schema.getValueType());
            case UNION -> schema.getTypes().forEach(this::visitLater);
            default -> {
                // Has no parts.
            }
        }
    }

    /** Unions, arrays and maps begin with bytes of their own, so a record may contain itself after them. */
    private void visitLater(Schema part) {
        new AvroBounds(name, seen).visit(part);
    }

    private void visitRecord(Schema schema) {
        if (!open.add(schema)) {
            throw new InvalidInputException(name + " has a record " + schema.getFullName()
                    + " that always contains another one of itself and never ends. Make the field optional.");
        }
        if (seen.add(schema)) {
            schema.getFields().forEach(field -> visit(field.schema()));
        }
        open.remove(schema);
    }

    private static boolean takesBytes(Schema schema) {
        return switch (schema.getType()) {
            case NULL -> false;
            case FIXED -> schema.getFixedSize() > 0;
            case RECORD -> schema.getFields().stream().anyMatch(field -> takesBytes(field.schema()));
            default -> true;
        };
    }
}
