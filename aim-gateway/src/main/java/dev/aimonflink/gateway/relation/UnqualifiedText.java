package dev.aimonflink.gateway.relation;

import dev.aimonflink.sql.plan.Tables;
import dev.aimonflink.sql.text.Lexer;
import dev.aimonflink.sql.text.Token;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A statement as its job knows it, which has no schemas: blanks stand for the job's name, so that places in the text stay the same. */
public final class UnqualifiedText {
    /** What begins a part of a statement in which names of two parts are tables, or are not. */
    private static final Set<String> WITH_TABLES = Set.of("from", "join", "table");

    private static final Set<String> WITHOUT_TABLES =
            Set.of("select", "where", "on", "by", "having", "limit", "offset", "distinct");

    private UnqualifiedText() {}

    /** @param isTable whether the job has a table of that name: else the schema's name may be that of something else */
    public static String of(String text, String schema, Predicate<String> isTable) {
        char[] blanked = null;
        List<Token> tokens = Lexer.tokens(text);
        boolean isAlsoAnother = IntStream.range(0, tokens.size())
                .anyMatch(i -> isName(tokens.get(i), schema) && !isSign(tokens, i - 1) && !isSign(tokens, i + 1));
        for (int i = 0; i + 2 < tokens.size(); i++) {
            boolean isBehindDatabase = i > 1 && isSign(tokens, i - 1) && isName(tokens.get(i - 2), Tables.DATABASE);
            if (isName(tokens.get(i), schema)
                    && isSign(tokens, i + 1)
                    && tokens.get(i + 2).isName()
                    && isTable.test(tokens.get(i + 2).text())
                    && (isBehindDatabase || !isSign(tokens, i - 1))
                    && (!isAlsoAnother || isSign(tokens, i + 3) || isAmongTables(tokens, i))) {
                blanked = blanked == null ? text.toCharArray() : blanked;
                Arrays.fill(
                        blanked,
                        tokens.get(isBehindDatabase ? i - 2 : i).position(),
                        tokens.get(i + 2).position(),
                        ' ');
            }
        }
        return blanked == null ? text : new String(blanked);
    }

    private static boolean isSign(List<Token> tokens, int dot) {
        return dot >= 0 && dot < tokens.size() && tokens.get(dot).isSign(".");
    }

    /** Whether a name is in FROM, and so no column of a table that is called like the schema. */
    private static boolean isAmongTables(List<Token> tokens, int name) {
        int depth = 0;
        for (int i = name - 1; i >= 0 && depth >= 0; i--) {
            Token token = tokens.get(i);
            depth += token.isSign(")") ? 1 : token.isSign("(") ? -1 : 0;
            boolean isPart = depth == 0 && token.kind() == Token.Kind.WORD;
            if (isPart && WITH_TABLES.contains(token.text())) {
                // As in IS DISTINCT FROM.
                return i == 0 || !tokens.get(i - 1).isWord("distinct");
            } else if (isPart && WITHOUT_TABLES.contains(token.text())) {
                return false;
            }
        }
        return false;
    }

    private static boolean isName(Token token, String name) {
        return token.isName() && token.text().equals(name);
    }
}
