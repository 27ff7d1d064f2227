package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;

/** Reads the names of types, some of which have several words. */
final class TypeParser {
    private TypeParser() {}

    static TypeName type(Tokens tokens) {
        int position = tokens.next().position();
        String name = tokens.anyName("a name");
        if (name.equals("pg_catalog") && tokens.acceptSign(".")) {
            name = tokens.anyName("a name");
        }
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
            throw OperandParser.arrays(tokens.next());
        }
        return new TypeName(name, List.copyOf(modifiers), position);
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
