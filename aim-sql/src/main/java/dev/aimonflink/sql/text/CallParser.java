package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads calls of functions and aggregates. Words between arguments, as in {@code SUBSTRING(x FROM 2)}, become PostgreSQL's ordinary call. */
final class CallParser {
    private static final Map<String, String> WITHOUT_PARENTHESES = Map.of(
            "current_date", "current_date",
            "current_time", "current_time",
            "current_timestamp", "now",
            "localtime", "localtime",
            "localtimestamp", "localtimestamp",
            "current_user", "current_user",
            "current_role", "current_user",
            "session_user", "session_user",
            "current_catalog", "current_database",
            "current_schema", "current_schema");

    private final Tokens tokens;
    private final Complexity complexity;
    private final ExpressionParser expressions;

    CallParser(Tokens tokens, Complexity complexity, ExpressionParser expressions) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.expressions = expressions;
    }

    /** A call with its own syntax; null if the word begins none. */
    Expression special(Token word) {
        if (!tokens.isCallOf(word.text())) {
            boolean isUser = word.isWord("user");
            String function = isUser ? "current_user" : WITHOUT_PARENTHESES.get(word.text());
            return function == null
                    ? null
                    : node(new Expression.Call(
                            function, List.of(), tokens.take().position()));
        }
        return switch (word.text()) {
            case "extract" -> extract();
            case "substring" -> substring();
            case "position" -> position();
            case "trim" -> trim();
            default -> null;
        };
    }

    private Expression extract() {
        Token word = begin();
        Token field = tokens.next();
        if (field.kind() != Token.Kind.WORD && field.kind() != Token.Kind.STRING) {
            throw tokens.unexpected("a field of a time, such as HOUR");
        }
        tokens.take();
        tokens.expectWord("from");
        Expression name = node(new Expression.StringLiteral(field.text(), field.position()));
        return end("extract", List.of(name, expressions.expression()), word);
    }

    private Expression substring() {
        Token word = begin();
        List<Expression> arguments = new ArrayList<>();
        arguments.add(expressions.expression());
        if (tokens.acceptWord("from")) {
            arguments.add(expressions.expression());
        } else if (tokens.isWord("for")) {
            arguments.add(node(new Expression.NumberLiteral("1", tokens.next().position())));
        } else {
            addOthers(arguments);
            return end("substring", arguments, word);
        }
        if (tokens.acceptWord("for")) {
            arguments.add(expressions.expression());
        }
        return end("substring", arguments, word);
    }

    /** The function takes the text first, and the word IN must not be read as the operator. */
    private Expression position() {
        Token word = begin();
        Expression part = expressions.expression(Levels.RANGE);
        tokens.expectWord("in");
        return end("strpos", List.of(expressions.expression(Levels.RANGE), part), word);
    }

    private Expression trim() {
        Token word = begin();
        String function = "btrim";
        if (tokens.acceptWord("leading")) {
            function = "ltrim";
        } else if (tokens.acceptWord("trailing")) {
            function = "rtrim";
        } else {
            tokens.acceptWord("both");
        }
        List<Expression> arguments = new ArrayList<>();
        if (!tokens.acceptWord("from")) {
            arguments.add(expressions.expression());
            if (!tokens.acceptWord("from")) {
                addOthers(arguments);
                return end(function, arguments, word);
            }
        }
        arguments.add(0, expressions.expression());
        return end(function, arguments, word);
    }

    private Token begin() {
        Token word = tokens.take();
        tokens.expectSign("(");
        return word;
    }

    private void addOthers(List<Expression> arguments) {
        while (tokens.acceptComma()) {
            arguments.add(expressions.expression());
        }
    }

    private Expression end(String function, List<Expression> arguments, Token word) {
        tokens.expectSign(")");
        return node(new Expression.Call(function, List.copyOf(arguments), word.position()));
    }

    Expression call(List<String> name, Token first) {
        tokens.expectSign("(");
        List<Expression> arguments = new ArrayList<>();
        Token star = tokens.next();
        boolean isStar = tokens.acceptSign("*");
        boolean isDistinct = !isStar && tokens.acceptWord("distinct");
        if (isStar) {
            arguments.add(node(new Expression.AllRows(star.position())));
        } else if (isDistinct || !tokens.isSign(")")) {
            tokens.acceptWord("all");
            addArguments(arguments);
        }
        List<SortKey> order = isStar ? List.of() : expressions.queries().order();
        if (isStar) {
            tokens.expectSign(")");
        } else {
            tokens.expectEndOfList();
        }
        Expression.Call call = node(new Expression.Call(function(name), List.copyOf(arguments), first.position()));
        return aggregate(call, order, isStar, isDistinct);
    }

    private static String function(List<String> name) {
        boolean hasSchema = name.size() > 1 && !name.get(0).equals("pg_catalog");
        return String.join(".", hasSchema ? name : name.subList(name.size() - 1, name.size()));
    }

    /** A call of only a name and arguments. */
    Expression.Call inFrom() {
        Token first = tokens.next();
        List<String> name = new ArrayList<>();
        name.add(tokens.name("the name of a function"));
        while (tokens.acceptSign(".")) {
            name.add(tokens.anyName("the name of a function"));
        }
        tokens.expectSign("(");
        List<Expression> arguments = new ArrayList<>();
        if (!tokens.isSign(")")) {
            addArguments(arguments);
        }
        tokens.expectEndOfList();
        return node(new Expression.Call(function(name), List.copyOf(arguments), first.position()));
    }

    private void addArguments(List<Expression> arguments) {
        do {
            arguments.add(argument());
        } while (tokens.acceptComma());
    }

    private Expression argument() {
        Token name = tokens.next();
        if (!name.isName() || !tokens.next(1).isSign("=>")) {
            return expressions.expression();
        }
        tokens.take();
        tokens.take();
        return node(new Expression.NamedArgument(name.text(), expressions.expression(), name.position()));
    }

    private Expression aggregate(Expression.Call call, List<SortKey> order, boolean isStar, boolean isDistinct) {
        List<SortKey> withinGroup = List.of();
        if (tokens.isWord("within") && tokens.next(1).isWord("group")) {
            tokens.take();
            tokens.take();
            tokens.expectSign("(");
            withinGroup = expressions.queries().order();
            if (withinGroup.isEmpty()) {
                throw tokens.unexpected("ORDER BY");
            }
            tokens.expectSign(")");
        }
        Expression filter = null;
        if (tokens.isCallOf("filter")) {
            tokens.take();
            tokens.expectSign("(");
            tokens.expectWord("where");
            filter = expressions.expression();
            tokens.expectSign(")");
        }
        boolean isPlain = !isStar && !isDistinct && order.isEmpty() && withinGroup.isEmpty() && filter == null;
        Expression whole = isPlain
                ? call
                : node(new Expression.Aggregate(call, isDistinct, order, withinGroup, filter, call.position()));
        if (tokens.isCallOf("over")) {
            tokens.take();
            return window(whole, whole.position());
        }
        return isOverName() ? named(whole) : whole;
    }

    /** {@code OVER name}. */
    private Expression named(Expression call) {
        tokens.take();
        String name = tokens.name("the name of a window");
        return node(new Expression.Window(call, name, true, List.of(), List.of(), null, call.position()));
    }

    Expression.Window window(Expression call, int position) {
        tokens.expectSign("(");
        boolean isClause = tokens.isWord("partition")
                || tokens.isWord("order")
                || tokens.isWord("rows")
                || tokens.isWord("range")
                || tokens.isWord("groups");
        String base = !isClause && tokens.next().isName() ? tokens.name("the name of a window") : null;
        List<Expression> partition = List.of();
        if (tokens.isWord("partition") && tokens.next(1).isWord("by")) {
            tokens.take();
            tokens.take();
            partition = expressions.expressions();
        }
        List<SortKey> order = expressions.queries().order();
        WindowFrame<Expression> frame = tokens.isWord("rows") || tokens.isWord("range") ? frame() : null;
        if (tokens.next().isName()) {
            throw windows(tokens);
        }
        tokens.expectSign(")");
        return node(new Expression.Window(call, base, false, partition, order, frame, position));
    }

    private WindowFrame<Expression> frame() {
        boolean isRows = tokens.take().isWord("rows");
        if (!tokens.acceptWord("between")) {
            WindowFrame.Edge<Expression> current = new WindowFrame.Edge<>(WindowFrame.Place.CURRENT_ROW, null);
            return new WindowFrame<>(isRows, edge(isRows), current);
        }
        WindowFrame.Edge<Expression> from = edge(isRows);
        tokens.expectWord("and");
        return new WindowFrame<>(isRows, from, edge(isRows));
    }

    private WindowFrame.Edge<Expression> edge(boolean isRows) {
        if (tokens.acceptWord("current")) {
            tokens.expectWord("row");
            return new WindowFrame.Edge<>(WindowFrame.Place.CURRENT_ROW, null);
        }
        boolean isUnbounded = tokens.acceptWord("unbounded");
        if (!isUnbounded && !isRows) {
            throw Tokens.unsupported(
                    tokens.next(), "RANGE with an offset is not supported. Write ROWS, or RANGE UNBOUNDED PRECEDING.");
        }
        Expression rows = isUnbounded ? null : expressions.expression(Levels.OTHER);
        if (tokens.acceptWord("preceding")) {
            return new WindowFrame.Edge<>(
                    isUnbounded ? WindowFrame.Place.UNBOUNDED_PRECEDING : WindowFrame.Place.PRECEDING, rows);
        }
        tokens.expectWord("following");
        return new WindowFrame.Edge<>(
                isUnbounded ? WindowFrame.Place.UNBOUNDED_FOLLOWING : WindowFrame.Place.FOLLOWING, rows);
    }

    /** OVER can also be an alias, in which case no name follows. */
    private boolean isOverName() {
        Token window = tokens.next(1);
        return tokens.isWord("over") && window.isName() && !Keywords.isReserved(window);
    }

    /** The error of a frame, at the next token. */
    private static SqlException windows(Tokens tokens) {
        return Tokens.unsupported(
                tokens.next(),
                "GROUPS and EXCLUDE are not supported. Write OVER (PARTITION BY ... ORDER BY ... ROWS ...).");
    }

    private <T extends Expression> T node(T expression) {
        return complexity.node(expression, expression.position());
    }
}
