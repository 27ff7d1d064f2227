package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;

/** Reads the list of SELECT, and the clauses up to HAVING. */
final class SelectParser {
    private final Tokens tokens;
    private final Complexity complexity;
    private final ExpressionParser expressions;
    private final Clauses clauses;
    private final FromParser froms;

    SelectParser(
            Tokens tokens, Complexity complexity, ExpressionParser expressions, Clauses clauses, FromParser froms) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.expressions = expressions;
        this.clauses = clauses;
        this.froms = froms;
    }

    QueryBody.Select select(int position) {
        boolean isDistinct = isDistinct();
        List<Expression> distinctOn = isDistinct && tokens.isCallOf("on") ? distinctOn() : List.of();
        List<SelectItem> items = items();
        refuseInto();
        List<FromItem> from = tokens.acceptWord("from") ? froms.items() : List.of();
        Expression where = condition("where", "WHERE");
        List<Expression> groups = groups();
        Expression having = condition("having", "HAVING");
        List<QueryBody.NamedWindow> windows = tokens.acceptWord("window") ? windows() : List.of();
        return complexity.node(
                new QueryBody.Select(
                        isDistinct && distinctOn.isEmpty(),
                        distinctOn,
                        items,
                        from,
                        where,
                        groups,
                        having,
                        windows,
                        position),
                position);
    }

    private List<QueryBody.NamedWindow> windows() {
        List<QueryBody.NamedWindow> windows = new ArrayList<>();
        do {
            Token name = tokens.next();
            tokens.name("the name of a window");
            tokens.expectWord("as");
            windows.add(new QueryBody.NamedWindow(name.text(), expressions.window(name.position())));
        } while (tokens.acceptComma());
        clauses.end("WINDOW");
        return List.copyOf(windows);
    }

    /** {@code TABLE t} is short for {@code SELECT * FROM t}. */
    QueryBody.Select table(int position) {
        SelectItem all = new SelectItem.AllColumns(List.of(), position);
        FromItem table = froms.table();
        return complexity.node(
                new QueryBody.Select(
                        false, List.of(), List.of(all), List.of(table), null, List.of(), null, List.of(), position),
                position);
    }

    private boolean isDistinct() {
        if (tokens.acceptWord("distinct")) {
            return true;
        }
        if (!tokens.acceptWord("all") && tokens.isWord("top") && tokens.next(1).kind() == Token.Kind.NUMBER) {
            throw tokens.error("TOP is not known. Write LIMIT "
                    + Spelling.shortened(tokens.next(1).text()) + " at the end of the query.");
        }
        return false;
    }

    private List<Expression> distinctOn() {
        tokens.take();
        tokens.expectSign("(");
        List<Expression> keys = expressions.expressions();
        tokens.expectSign(")");
        return keys;
    }

    private void refuseInto() {
        if (tokens.isWord("into")) {
            throw RefusedStatements.readOnly(
                    tokens.next(), "SELECT INTO creates no table. Leave INTO out, or name the query with WITH.");
        }
    }

    private List<SelectItem> items() {
        List<SelectItem> items = new ArrayList<>();
        do {
            items.add(item());
        } while (tokens.acceptComma());
        clauses.end("SELECT");
        return List.copyOf(items);
    }

    private SelectItem item() {
        Token start = tokens.next();
        if (tokens.acceptSign("*")) {
            return new SelectItem.AllColumns(List.of(), start.position());
        }
        int parts = partsBeforeStar();
        if (parts > 0) {
            List<String> table = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                table.add(tokens.name("the name of a table"));
                tokens.expectSign(".");
            }
            tokens.expectSign("*");
            return new SelectItem.AllColumns(List.copyOf(table), start.position());
        }
        return new SelectItem.Value(expressions.expression(), alias(), start.position());
    }

    /** How many names stand before {@code .*}; none if the item is something else. */
    private int partsBeforeStar() {
        int parts = 0;
        while (tokens.next(2 * parts).isName() && tokens.next(2 * parts + 1).isSign(".")) {
            parts++;
        }
        return tokens.next(2 * parts).isSign("*") ? parts : 0;
    }

    /** Behind AS, every word is a name. */
    private String alias() {
        if (tokens.acceptWord("as")) {
            if (tokens.next().kind() == Token.Kind.STRING) {
                throw tokens.error("An alias is a name. Write \""
                        + Spelling.shortened(tokens.next().text()) + "\" in double quotes.");
            }
            return tokens.anyName("an alias");
        }
        return clauses.bareAlias();
    }

    private Expression condition(String word, String clause) {
        if (!tokens.acceptWord(word)) {
            return null;
        }
        Expression condition = expressions.expression();
        clauses.end(clause);
        return condition;
    }

    private List<Expression> groups() {
        if (!tokens.acceptWord("group")) {
            return List.of();
        }
        tokens.expectWord("by");
        List<Expression> groups = new ArrayList<>();
        do {
            refuseGroupingSets();
            groups.add(expressions.expression());
        } while (tokens.acceptComma());
        clauses.end("GROUP BY");
        return List.copyOf(groups);
    }

    private void refuseGroupingSets() {
        Token token = tokens.next();
        if (tokens.isCallOf("rollup")
                || tokens.isCallOf("cube")
                || (token.isWord("grouping") && tokens.next(1).isWord("sets"))
                || (token.isSign("(") && tokens.next(1).isSign(")"))) {
            throw Tokens.unsupported(
                    token,
                    "GROUPING SETS, ROLLUP, CUBE and () are not supported. Write one query for each grouping and"
                            + " UNION ALL between them.");
        }
    }
}
