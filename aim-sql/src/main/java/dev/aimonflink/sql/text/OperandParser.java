package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what stands between operators: literals, names, calls, and parentheses. */
final class OperandParser {
    /** The first words of types that can precede a string. */
    private static final Set<String> TYPES = Set.of(
            "date",
            "time",
            "timetz",
            "timestamp",
            "timestamptz",
            "interval",
            "int",
            "integer",
            "int4",
            "int8",
            "bigint",
            "numeric",
            "decimal",
            "float",
            "float8",
            "double",
            "bool",
            "boolean",
            "text",
            "varchar",
            "character");

    private static final Set<String> UNITS_OF_INTERVALS = Set.of("year", "month", "day", "hour", "minute", "second");

    private final Tokens tokens;
    private final Complexity complexity;
    private final ExpressionParser expressions;
    private final QueryParser queries;
    private final CallParser calls;
    private final ArrayParser arrays;

    OperandParser(Tokens tokens, Complexity complexity, ExpressionParser expressions, QueryParser queries) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.expressions = expressions;
        this.queries = queries;
        this.calls = new CallParser(tokens, complexity, expressions);
        this.arrays = new ArrayParser(tokens, complexity, expressions);
    }

    CallParser calls() {
        return calls;
    }

    ArrayParser arrays() {
        return arrays;
    }

    Expression operand() {
        Token token = tokens.next();
        return switch (token.kind()) {
            case NUMBER -> node(new Expression.NumberLiteral(tokens.take().text(), token.position()));
            case STRING -> node(new Expression.StringLiteral(tokens.take().text(), token.position()));
            case PARAMETER -> node(new Expression.Parameter(parameterNumber(tokens.take()), token.position()));
            case QUOTED_NAME -> nameOrCall();
            case WORD -> word(token);
            case SIGN -> signed(token);
            case END -> throw tokens.unexpected("a value");
        };
    }

    private static int parameterNumber(Token token) {
        try {
            return Integer.parseInt(token.text());
        } catch (NumberFormatException tooLarge) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    token.position(),
                    "There is no parameter $" + Spelling.shortened(token.text())
                            + ". Parameters are numbered from $1 on.");
        }
    }

    private Expression signed(Token token) {
        if (tokens.acceptSign("-")) {
            return unary(UnaryOperator.MINUS, Levels.SIGN, token);
        }
        if (tokens.acceptSign("+")) {
            return unary(UnaryOperator.PLUS, Levels.SIGN, token);
        }
        if (tokens.acceptSign("(")) {
            return inParentheses(token);
        }
        if (!Lexer.isPunctuation(token) && BinaryOperator.ofSign(token.text()) == null && !WideOperators.isAt(tokens)) {
            throw ForeignSigns.error(tokens);
        }
        throw tokens.unexpected("a value");
    }

    private Expression unary(UnaryOperator operator, int level, Token token) {
        return node(new Expression.Unary(operator, expressions.expression(level), token.position()));
    }

    private Expression inParentheses(Token start) {
        Expression first = queryOrExpression();
        if (!tokens.isSign(",")) {
            tokens.expectSign(")");
            return fieldOf(first);
        }
        return row(first, start);
    }

    /** The field of what stood in parentheses, if one follows; else the same. */
    private Expression fieldOf(Expression operand) {
        Expression whole = operand;
        while (tokens.isSign(".")) {
            int position = tokens.take().position();
            complexity.grow(position);
            whole = node(new Expression.FieldOf(whole, tokens.anyName("the name of a field"), position));
        }
        return whole;
    }

    private Expression row(Expression first, Token start) {
        List<Expression> values = new ArrayList<>();
        values.add(first);
        while (tokens.acceptComma()) {
            values.add(expressions.expression());
        }
        tokens.expectEndOfList();
        return node(new Expression.Row(List.copyOf(values), start.position()));
    }

    /**
     * What is in parentheses. As in {@code ((SELECT 1) UNION SELECT 2)}, a query may begin with one in parentheses, so what was read as a
     * value may turn out to be its beginning.
     */
    Expression queryOrExpression() {
        int position = tokens.next().position();
        if (queries.isAt(0)) {
            return node(new Expression.ScalarQuery(queries.query(), position));
        }
        Expression expression = expressions.expression();
        return expression instanceof Expression.ScalarQuery first && queries.isContinued()
                ? node(new Expression.ScalarQuery(queries.continued(first.query()), position))
                : expression;
    }

    private Expression word(Token token) {
        if (TYPES.contains(token.text()) && isBeforeString()) {
            return literalOf(token);
        }
        return switch (token.text()) {
            case "true", "false" ->
                node(new Expression.BooleanLiteral(tokens.take().isWord("true"), token.position()));
            case "null" -> node(new Expression.NullLiteral(tokens.take().position()));
            case "not" -> unary(UnaryOperator.NOT, Levels.NOT, tokens.take());
            case "case" -> caseOf(tokens.take());
            case "cast" -> cast(tokens.take());
            case "array" -> arrays.array();
            case "exists" -> tokens.isCallOf("exists") ? exists(tokens.take()) : nameOrCall();
            case "row" -> tokens.isCallOf("row") ? rowOf(tokens.take()) : nameOrCall();
            default -> {
                Expression special = calls.special(token);
                yield special == null ? nameOrCall() : special;
            }
        };
    }

    private Expression exists(Token word) {
        return node(new Expression.Exists(queries.inParentheses(), word.position()));
    }

    private Expression rowOf(Token word) {
        tokens.expectSign("(");
        return row(expressions.expression(), word);
    }

    private boolean isBeforeString() {
        return tokens.next(1).kind() == Token.Kind.STRING
                || ((tokens.next(1).isWord("precision") || tokens.next(1).isWord("varying"))
                        && tokens.next(2).kind() == Token.Kind.STRING)
                || ((tokens.next(1).isWord("with") || tokens.next(1).isWord("without"))
                        && tokens.next(2).isWord("time")
                        && tokens.next(4).kind() == Token.Kind.STRING);
    }

    /** {@code DATE '2026-01-31'} and the like: a string converted to the type. */
    private Expression literalOf(Token token) {
        TypeName type = TypeParser.type(tokens);
        Token string = tokens.take();
        Expression literal = node(new Expression.StringLiteral(string.text(), string.position()));
        if (type.name().equals("interval")
                && tokens.next().kind() == Token.Kind.WORD
                && UNITS_OF_INTERVALS.contains(tokens.next().text())) {
            throw tokens.error("The unit of an interval belongs into its string. Write INTERVAL '"
                    + Spelling.shortened(string.text()) + " " + tokens.next().text() + "'.");
        }
        return node(new Expression.Cast(literal, type, token.position()));
    }

    private Expression nameOrCall() {
        Token first = tokens.next();
        if (Keywords.isReserved(first) && !Keywords.isFunctionAndJoin(first, tokens.next(1))) {
            throw reserved(first);
        }
        ForeignStrings.refuse(tokens);
        List<String> parts = new ArrayList<>();
        Token last;
        do {
            last = tokens.next();
            parts.add(tokens.anyName("a name"));
        } while (tokens.acceptSign("."));
        if (tokens.isSign("(")) {
            return calls.call(parts, first);
        }
        if (parts.size() <= 2 && tokens.next().kind() == Token.Kind.STRING) {
            // The name of a type, perhaps with its schema.
            tokens.goBack(2 * parts.size() - 1);
            return literalOf(first);
        }
        boolean isQuoted = last.kind() == Token.Kind.QUOTED_NAME;
        return node(new Expression.Name(List.copyOf(parts), isQuoted, first.position()));
    }

    private SqlException reserved(Token word) {
        // A filter that begins with SELECT can only mean a field of that name.
        return word.isWord("select") && tokens.index() > 0
                ? tokens.unexpected("a value", "Put a query in parentheses.")
                : tokens.unexpected("a value");
    }

    private Expression caseOf(Token start) {
        Expression operand = tokens.isWord("when") ? null : expressions.expression();
        List<Expression.Case.When> branches = new ArrayList<>();
        while (tokens.acceptWord("when")) {
            Expression condition = expressions.expression();
            tokens.expectWord("then");
            branches.add(new Expression.Case.When(condition, expressions.expression()));
        }
        if (branches.isEmpty()) {
            throw tokens.unexpected("WHEN");
        }
        Expression otherwise = tokens.acceptWord("else") ? expressions.expression() : null;
        tokens.expectWord("end");
        return node(new Expression.Case(operand, List.copyOf(branches), otherwise, start.position()));
    }

    private Expression cast(Token start) {
        tokens.expectSign("(");
        Expression operand = expressions.expression();
        tokens.expectWord("as");
        TypeName type = TypeParser.type(tokens);
        tokens.expectSign(")");
        return node(new Expression.Cast(operand, type, start.position()));
    }

    private <T extends Expression> T node(T expression) {
        return complexity.node(expression, expression.position());
    }

    /** Unsupported strings with a letter before the quote, each with a substitute. */
    private static final class ForeignStrings {
        private static final Map<String, String> INSTEAD = Map.of(
                "x", "Write the number in decimal digits.",
                "b", "Write the number in decimal digits.",
                "n", "Leave the N out.",
                "u", "Write E'\\u0041' for such a character.");

        private ForeignStrings() {}

        /** Throws the error of such a string; returns if the next tokens are something else. */
        static void refuse(Tokens tokens) {
            Token letter = tokens.next();
            String instead = INSTEAD.get(letter.text());
            if (letter.kind() != Token.Kind.WORD || instead == null) {
                return;
            }
            boolean isUnicode = letter.isWord("u");
            if (isUnicode && !(tokens.next(1).isSign("&") && tokens.next(1).position() == letter.end())) {
                return;
            }
            Token before = isUnicode ? tokens.next(1) : letter;
            Token string = tokens.next(isUnicode ? 2 : 1);
            if (string.kind() == Token.Kind.STRING && string.position() == before.end()) {
                throw tokens.error("A string that begins with " + Letters.upper(letter.text()) + (isUnicode ? "&" : "")
                        + "' is not supported. " + instead);
            }
        }
    }
}
