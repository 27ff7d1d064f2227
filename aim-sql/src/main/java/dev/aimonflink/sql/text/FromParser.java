package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;

/** Reads FROM: tables, queries in parentheses, and joins. */
final class FromParser {
    private final Tokens tokens;
    private final Complexity complexity;
    private final ExpressionParser expressions;
    private final QueryParser queries;
    private final Clauses clauses;

    FromParser(
            Tokens tokens, Complexity complexity, ExpressionParser expressions, QueryParser queries, Clauses clauses) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.expressions = expressions;
        this.queries = queries;
        this.clauses = clauses;
    }

    List<FromItem> items() {
        List<FromItem> items = new ArrayList<>();
        do {
            items.add(joined());
        } while (tokens.acceptComma());
        clauses.end("FROM");
        return List.copyOf(items);
    }

    private FromItem joined() {
        int before = complexity.begin();
        FromItem left = item();
        refuseSample();
        FromItem longer = left;
        while (longer != null) {
            left = longer;
            complexity.grow(left.position());
            longer = join(left);
        }
        complexity.end(before);
        return left;
    }

    private void refuseSample() {
        if (tokens.next().isWord("tablesample")) {
            throw Tokens.unsupported(
                    tokens.next(),
                    "TABLESAMPLE is not supported. Ask of all rows, or of some as in WHERE key % 10 = 0.");
        }
    }

    private FromItem join(FromItem left) {
        Token start = tokens.next();
        boolean isNatural = tokens.acceptWord("natural");
        Token word = tokens.next();
        FromItem.Join.Kind kind =
                switch (word.kind() == Token.Kind.WORD ? word.text() : "") {
                    case "join", "inner" -> FromItem.Join.Kind.INNER;
                    case "left" -> FromItem.Join.Kind.LEFT;
                    case "right" -> FromItem.Join.Kind.RIGHT;
                    case "full" -> FromItem.Join.Kind.FULL;
                    case "cross" -> FromItem.Join.Kind.CROSS;
                    default -> null;
                };
        if (isNatural && (kind == null || kind == FromItem.Join.Kind.CROSS)) {
            throw tokens.unexpected("JOIN, LEFT JOIN, RIGHT JOIN or FULL JOIN");
        }
        if (kind == null) {
            return null;
        }
        if (!tokens.acceptWord("join")) {
            tokens.take();
            if (kind != FromItem.Join.Kind.INNER && kind != FromItem.Join.Kind.CROSS) {
                tokens.acceptWord("outer");
            }
            tokens.expectWord("join");
        }
        FromItem right = item();
        Expression condition = null;
        List<String> using = List.of();
        if (kind != FromItem.Join.Kind.CROSS && !isNatural) {
            if (tokens.acceptWord("on")) {
                condition = expressions.expression();
            } else if (tokens.acceptWord("using")) {
                using = queries.columns();
            } else {
                throw clauses.misplacedInJoin("ON or USING", List.of("on", "using"));
            }
        }
        return node(new FromItem.Join(kind, left, right, condition, using, isNatural, start.position()));
    }

    private FromItem item() {
        Token start = tokens.next();
        if (start.isWord("lateral")) {
            return lateral(start);
        }
        if (tokens.isSign("(")) {
            return inParentheses();
        }
        return isFunction() || isRowsFrom() ? function() : table();
    }

    private FromItem lateral(Token word) {
        tokens.take();
        if (!tokens.isSign("(")) {
            return function();
        }
        Token start = tokens.next();
        if (inParentheses() instanceof FromItem.Derived derived) {
            return new FromItem.Derived(derived.query(), true, derived.alias(), word.position());
        }
        throw Tokens.error(start, "Behind LATERAL stands a query in parentheses or a function. Leave LATERAL out.");
    }

    /** Whether a name with a parenthesis behind it is next. */
    private boolean isFunction() {
        int ahead = 1;
        while (tokens.next(ahead).isSign(".") && tokens.next(ahead + 1).isName()) {
            ahead += 2;
        }
        return tokens.next().isName() && tokens.next(ahead).isSign("(");
    }

    private FromItem function() {
        int position = tokens.next().position();
        List<Expression.Call> calls = isRowsFrom() ? rowsFrom() : List.of(expressions.functionInFrom());
        boolean hasOrdinality = tokens.isWord("with") && tokens.next(1).isWord("ordinality");
        if (hasOrdinality) {
            tokens.take();
            tokens.take();
        }
        return node(new FromItem.Function(calls, hasOrdinality, alias(), position));
    }

    private boolean isRowsFrom() {
        return tokens.isWord("rows")
                && tokens.next(1).isWord("from")
                && tokens.next(2).isSign("(");
    }

    private List<Expression.Call> rowsFrom() {
        tokens.take();
        tokens.take();
        tokens.expectSign("(");
        List<Expression.Call> calls = new ArrayList<>();
        do {
            calls.add(expressions.functionInFrom());
        } while (tokens.acceptComma());
        tokens.expectEndOfList();
        return List.copyOf(calls);
    }

    /** The name of a table, perhaps with an alias. */
    FromItem.Table table() {
        int position = tokens.next().position();
        List<String> name = new ArrayList<>();
        name.add(tokens.name("the name of a table"));
        while (tokens.acceptSign(".")) {
            name.add(tokens.anyName("the name of a table"));
        }
        if (tokens.isSign("(")) {
            throw Tokens.unsupported(
                    tokens.next(), "A function cannot be a table. Name a table, or write a query in parentheses.");
        }
        return node(new FromItem.Table(List.copyOf(name), alias(), position));
    }

    /** As in an expression, what looks like a complete query may be the beginning of a longer one. */
    private FromItem inParentheses() {
        int position = tokens.next().position();
        complexity.enter(position);
        tokens.expectSign("(");
        FromItem inner;
        if (queries.isAt(0)) {
            inner = new FromItem.Derived(queries.query(), false, null, position);
        } else {
            inner = joined();
            if (inner instanceof FromItem.Derived first && first.alias() == null && queries.isContinued()) {
                inner = new FromItem.Derived(queries.continued(first.query()), false, null, position);
            }
        }
        if (!tokens.acceptSign(")")) {
            throw clauses.misplacedInJoin("\")\"", Keywords.OFTEN_MISSPELLED);
        }
        complexity.leave();
        return named(inner, position);
    }

    private FromItem named(FromItem inner, int position) {
        Token name = tokens.next();
        FromItem.Alias alias = alias();
        if (inner instanceof FromItem.Derived derived && derived.alias() == null) {
            return node(new FromItem.Derived(derived.query(), false, alias, position));
        }
        if (alias != null) {
            throw Tokens.unsupported(name, "Tables in parentheses cannot have one alias. Give each its own.");
        }
        return inner;
    }

    /** Null if there is none. */
    private FromItem.Alias alias() {
        String name = tokens.acceptWord("as") ? tokens.name("an alias") : clauses.bareAlias();
        if (name == null) {
            return null;
        }
        return new FromItem.Alias(name, tokens.isSign("(") ? queries.columns() : List.of());
    }

    private <T extends FromItem> T node(T item) {
        return complexity.node(item, item.position());
    }
}
