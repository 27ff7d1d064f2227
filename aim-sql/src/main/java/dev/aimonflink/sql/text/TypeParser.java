package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;

/** Reads the names of types, some of which have several words. */
final class TypeParser {
    private TypeParser() {}

    static TypeName type(Tokens tokens) {
        int position = tokens.next().position();
        String name = name(tokens);
        if (name.equals("double")) {
            tokens.expectWord("precision");
            name = "double precision";
        } else if (name.equals("character") && tokens.acceptWord("varying")) {
            name = "character varying";
        }
        List<Integer> modifiers = new ArrayList<>();
        if (tokens.acceptSign("(")) {
            do {
                modifiers.add(modifier(tokens));
            } while (tokens.acceptComma());
            tokens.expectSign(")");
        }
        if ((name.equals("timestamp") || name.equals("time"))
                && (isZone(tokens, "with") || isZone(tokens, "without"))) {
            name += " " + tokens.take().text() + " time zone";
            tokens.expectWord("time");
            tokens.expectWord("zone");
        }
        if (tokens.isSign("[")) {
            skipDimensions(tokens);
            name += "[]";
        }
        return new TypeName(name, List.copyOf(modifiers), position);
    }

    private static String name(Tokens tokens) {
        Token first = tokens.next();
        String name = tokens.anyName("a name");
        if (name.equals("pg_catalog") && tokens.acceptSign(".")) {
            first = tokens.next();
            name = tokens.anyName("a name");
        }
        if (first.kind() == Token.Kind.QUOTED_NAME && name.equals("char")) {
            return "\"char\"";
        }
        return tokens.acceptSign(".") ? name + "." + tokens.anyName("a name") : name;
    }

    /** An array of arrays is an array, and its size is not part of the type. */
    private static void skipDimensions(Tokens tokens) {
        while (tokens.acceptSign("[")) {
            if (tokens.next().kind() == Token.Kind.NUMBER) {
                modifier(tokens);
            }
            tokens.expectSign("]");
        }
    }

    private static boolean isZone(Tokens tokens, String word) {
        return tokens.isWord(word) && tokens.next(1).isWord("time");
    }

    private static int modifier(Tokens tokens) {
        Token token = tokens.next();
        if (token.kind() != Token.Kind.NUMBER || !token.text().matches("[0-9]{1,4}")) {
            throw tokens.unexpected("a whole number");
        }
        tokens.take();
        return Integer.parseInt(token.text());
    }
}
