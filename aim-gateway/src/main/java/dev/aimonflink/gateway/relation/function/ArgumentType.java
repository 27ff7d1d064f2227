package dev.aimonflink.gateway.relation.function;

import dev.aimonflink.gateway.relation.value.Coercion;
import dev.aimonflink.gateway.relation.value.NamedTypes;
import dev.aimonflink.sql.type.PgType;

/**
 * What an argument of a function can be.
 *
 * @param type null if it depends on what is given
 */
record ArgumentType(Kind kind, PgType type) {
    /** An argument of exactly that type costs nothing. */
    static final int NO_MATCH = -1;

    private static final int COST_OF_ANY = 1;
    private static final int COST_OF_LITERAL_AS_TEXT = 1;
    private static final int COST_OF_LITERAL = 2;
    private static final int COST_OF_PREFERRED = 3;
    private static final int COST_OF_OTHER = 4;

    /** How the type is given. */
    enum Kind {
        EXACT,
        /** Any type, and the value as it is. */
        ANY,
        /** Any type, and the value as a text; only a boolean as it is, because it is written in two ways. */
        WRITTEN,
        ELEMENT,
        ARRAY
    }

    static ArgumentType of(String written) {
        return switch (written) {
            case "any" -> new ArgumentType(Kind.ANY, null);
            case "written" -> new ArgumentType(Kind.WRITTEN, null);
            case "anyelement" -> new ArgumentType(Kind.ELEMENT, null);
            case "anyarray" -> new ArgumentType(Kind.ARRAY, null);
            default ->
                new ArgumentType(
                        Kind.EXACT,
                        NamedTypes.find(written).orElseThrow(() -> new IllegalStateException("no type: " + written)));
        };
    }

    /** How far a given type is from this one, or {@link #NO_MATCH}. */
    int cost(PgType given) {
        return switch (kind) {
            case ANY, WRITTEN, ELEMENT -> COST_OF_ANY;
            case ARRAY -> given.isArray() || given == PgType.UNKNOWN ? COST_OF_ANY : NO_MATCH;
            case EXACT -> {
                if (given == type) {
                    yield 0;
                }
                if (given == PgType.UNKNOWN) {
                    yield type == PgType.TEXT ? COST_OF_LITERAL_AS_TEXT : COST_OF_LITERAL;
                }
                if (!Coercion.isImplicit(given, type)) {
                    yield NO_MATCH;
                }
                yield Coercion.isPreferred(type) ? COST_OF_PREFERRED : COST_OF_OTHER;
            }
        };
    }

    /** The type that an argument is converted to. */
    PgType of(PgType given, PgType element) {
        return switch (kind) {
            case EXACT -> type;
            case ANY -> given == PgType.UNKNOWN ? PgType.TEXT : given;
            case WRITTEN -> given == PgType.BOOL ? PgType.BOOL : PgType.TEXT;
            case ELEMENT -> element;
            case ARRAY -> given.isVector() ? given : element.array().orElse(PgType.TEXT_ARRAY);
        };
    }
}
