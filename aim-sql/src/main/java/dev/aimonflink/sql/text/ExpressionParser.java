package dev.aimonflink.sql.text;

import dev.aimonflink.sql.text.Expression.Is.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Turns tokens into an expression by operator precedence, see {@link Levels}; {@link OperandParser} reads what is between operators. */
public final class ExpressionParser {
    private final Tokens tokens;
    private final Complexity complexity;
    private final OperandParser operands;
    private final QueryParser queries;

    ExpressionParser(Tokens tokens, Complexity complexity) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.queries = new QueryParser(tokens, complexity, this);
        this.operands = new OperandParser(tokens, complexity, this, queries);
    }

    public static Expression parse(String text) {
        Tokens tokens = new Tokens(text);
        Expression expression = new ExpressionParser(tokens, new Complexity()).expression();
        if (!tokens.isEnd()) {
            throw tokens.unexpected("an operator or the end of the text");
        }
        return expression;
    }

    QueryParser queries() {
        return queries;
    }

    Expression expression() {
        return expression(Levels.LOOSEST);
    }

    /** An expression whose operators all bind more tightly than a level. */
    Expression expression(int level) {
        complexity.enter(tokens.next().position());
        int before = complexity.begin();
        Expression left = operands.operand();
        Expression longer = left;
        while (longer != null) {
            left = longer;
            complexity.grow(left.position());
            longer = infix(left, level);
        }
        complexity.end(before);
        complexity.leave();
        return left;
    }

    /** The call of a function in FROM, with nothing behind its parentheses. */
    Expression.Call functionInFrom() {
        return operands.calls().inFrom();
    }

    /** A window in parentheses, without a call. */
    Expression.Window window(int position) {
        return operands.calls().window(null, position);
    }

    /** Separated by commas. */
    List<Expression> expressions() {
        List<Expression> expressions = new ArrayList<>();
        do {
            expressions.add(expression());
        } while (tokens.acceptComma());
        return List.copyOf(expressions);
    }

    /** The next operator applied to its left operand; null if it binds more loosely than the level. */
    private Expression infix(Expression left, int level) {
        Token token = tokens.next();
        return switch (token.kind()) {
            case WORD -> infixWord(left, token, level);
            case SIGN -> infixSign(left, token, level);
            default -> null;
        };
    }

    private Expression infixSign(Expression left, Token token, int level) {
        if (Lexer.isPunctuation(token)) {
            return token.isSign("[") ? operands.arrays().subscript(left) : null;
        }
        if (token.isSign("::")) {
            return level < Levels.CAST ? cast(left) : null;
        }
        BinaryOperator operator = BinaryOperator.ofSign(token.text());
        if (operator != null) {
            return binary(operator, Levels.of(operator), left, level);
        }
        if (!WideOperators.isAt(tokens)) {
            throw ForeignSigns.error(tokens);
        }
        return level < Levels.OTHER ? wide(left, tokens.take(), token.position()) : null;
    }

    /** An operator that the matrix does not have, without a level of its own. */
    private Expression wide(Expression left, Token sign, int position) {
        return node(WideOperators.applied(sign.text(), left, expression(Levels.OTHER), position));
    }

    private Expression cast(Expression left) {
        int position = tokens.take().position();
        return node(new Expression.Cast(left, TypeParser.type(tokens), position));
    }

    private Expression infixWord(Expression left, Token token, int level) {
        return switch (token.text()) {
            case "or" -> binary(BinaryOperator.OR, Levels.OR, left, level);
            case "and" -> binary(BinaryOperator.AND, Levels.AND, left, level);
            case "is" -> level < Levels.IS ? is(left) : null;
            case "isnull", "notnull" -> level < Levels.IS ? isNull(left) : null;
            case "not", "between", "in", "like", "ilike", "similar" -> level < Levels.RANGE ? range(left) : null;
            case "operator" -> tokens.isCallOf("operator") && level < Levels.OTHER ? namedOperator(left) : null;
            case "at" -> tokens.next(1).isWord("time") && level < Levels.AT ? atTimeZone(left) : null;
            case "collate" -> level < Levels.COLLATE ? collate(left) : null;
            default -> null;
        };
    }

    private Expression binary(BinaryOperator operator, int itsLevel, Expression left, int level) {
        if (itsLevel <= level) {
            return null;
        }
        Token sign = tokens.take();
        Expression whole = applied(operator, itsLevel, left, sign);
        if (operator.isComparison()) {
            refuseChain(operator);
        }
        return whole;
    }

    private Expression applied(BinaryOperator operator, int itsLevel, Expression left, Token sign) {
        for (String quantifier : List.of("any", "some", "all")) {
            if (tokens.isCallOf(quantifier)) {
                return quantified(operator, left, sign);
            }
        }
        return node(new Expression.Binary(operator, left, expression(itsLevel), sign.position()));
    }

    /** Parentheses around a query do not make it an array. */
    private Expression quantified(BinaryOperator operator, Expression left, Token sign) {
        boolean isAll = tokens.take().isWord("all");
        tokens.expectSign("(");
        Expression operand = operands.queryOrExpression();
        tokens.expectSign(")");
        return node(
                operand instanceof Expression.ScalarQuery rows
                        ? new Expression.Quantified(operator, left, isAll, rows.query(), sign.position())
                        : new Expression.QuantifiedArray(operator, left, isAll, operand, sign.position()));
    }

    private void refuseChain(BinaryOperator first) {
        Token token = tokens.next();
        BinaryOperator second = token.kind() == Token.Kind.SIGN ? BinaryOperator.ofSign(token.text()) : null;
        if (second != null && second.isComparison()) {
            throw tokens.error("A comparison cannot be compared. Write \"a " + first.sign() + " b and b "
                    + second.sign() + " c\".");
        }
    }

    /** {@code OPERATOR(pg_catalog.~)}: any operator, bound like those without a level. */
    private Expression namedOperator(Expression left) {
        Token word = tokens.take();
        tokens.expectSign("(");
        if (tokens.next().kind() == Token.Kind.WORD) {
            tokens.expectWord("pg_catalog");
            tokens.expectSign(".");
        }
        BinaryOperator operator = BinaryOperator.ofSign(tokens.next().text());
        boolean isWide = WideOperators.isAt(tokens);
        if (tokens.next().kind() != Token.Kind.SIGN || (operator == null && !isWide)) {
            throw tokens.unexpected("an operator such as ~");
        }
        Token sign = tokens.take();
        tokens.expectSign(")");
        return isWide ? wide(left, sign, word.position()) : applied(operator, Levels.OTHER, left, word);
    }

    /** A call of the function that it stands for. */
    private Expression atTimeZone(Expression left) {
        int position = tokens.take().position();
        tokens.expectWord("time");
        tokens.expectWord("zone");
        return node(new Expression.Call("timezone", List.of(expression(Levels.AT), left), position));
    }

    /** Ignored: all text is compared by collation C. */
    private Expression collate(Expression left) {
        tokens.take();
        Token collation = tokens.next();
        String name = tokens.anyName("a collation");
        if (name.equals("pg_catalog") && tokens.acceptSign(".")) {
            name = tokens.anyName("a collation");
        }
        if (!List.of("C", "POSIX", "default", "ucs_basic").contains(name)) {
            throw Tokens.unsupported(
                    collation,
                    "The collation \"" + name + "\""
                            + " is not supported: text is compared by the codes of its characters. Write COLLATE"
                            + " \"C\", or leave it out.");
        }
        return left;
    }

    private Expression isNull(Expression left) {
        Token token = tokens.take();
        return node(new Expression.Is(left, Test.NULL, token.isWord("notnull"), token.position()));
    }

    private Expression is(Expression left) {
        int position = tokens.take().position();
        boolean isNegated = tokens.acceptWord("not");
        if (tokens.acceptWord("distinct")) {
            tokens.expectWord("from");
            return node(new Expression.IsDistinct(left, expression(Levels.IS), isNegated, position));
        }
        for (Test test : Test.values()) {
            if (tokens.acceptWord(test.name().toLowerCase(Locale.ROOT))) {
                return node(new Expression.Is(left, test, isNegated, position));
            }
        }
        throw tokens.unexpected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
    }

    private Expression range(Expression left) {
        int position = tokens.next().position();
        boolean isNegated = tokens.acceptWord("not");
        Token word = tokens.next();
        if (tokens.acceptWord("between")) {
            return between(left, isNegated, position);
        }
        if (tokens.acceptWord("in")) {
            return in(left, isNegated, position);
        }
        if (tokens.acceptWord("like") || tokens.acceptWord("ilike")) {
            Expression pattern = expression(Levels.RANGE);
            Expression escape = tokens.acceptWord("escape") ? expression(Levels.RANGE) : null;
            return node(new Expression.Like(left, pattern, escape, word.isWord("ilike"), isNegated, position));
        }
        if (word.isWord("similar")) {
            throw Tokens.unsupported(word, "SIMILAR TO is not supported. Use LIKE, or ~ with a regular expression.");
        }
        throw tokens.unexpected("BETWEEN, IN, LIKE or ILIKE");
    }

    private Expression between(Expression left, boolean isNegated, int position) {
        boolean isSymmetric = tokens.acceptWord("symmetric");
        if (!isSymmetric) {
            tokens.acceptWord("asymmetric");
        }
        Expression low = expression(Levels.RANGE);
        tokens.expectWord("and");
        return node(new Expression.Between(left, low, expression(Levels.RANGE), isSymmetric, isNegated, position));
    }

    private Expression in(Expression left, boolean isNegated, int position) {
        tokens.expectSign("(");
        int nodes = complexity.nodes();
        Expression first = operands.queryOrExpression();
        if (first instanceof Expression.ScalarQuery scalar && tokens.acceptSign(")")) {
            return node(new Expression.InQuery(left, scalar.query(), isNegated, position));
        }
        List<Expression> values = new ArrayList<>();
        values.add(first);
        forgetLiteral(first, nodes);
        addOthers(values);
        tokens.expectEndOfList();
        return node(new Expression.In(left, List.copyOf(values), isNegated, position));
    }

    List<Expression> values() {
        List<Expression> values = new ArrayList<>();
        int nodes = complexity.nodes();
        values.add(expression());
        forgetLiteral(values.get(0), nodes);
        addOthers(values);
        return List.copyOf(values);
    }

    private void addOthers(List<Expression> values) {
        while (tokens.acceptComma()) {
            if (values.size() == SqlLimits.MAX_LIST_VALUES) {
                throw Complexity.tooComplex(
                        tokens.next().position(),
                        "A list has more than " + SqlLimits.MAX_LIST_VALUES + " values. List fewer.");
            }
            int nodes = complexity.nodes();
            values.add(expression());
            forgetLiteral(values.get(values.size() - 1), nodes);
        }
    }

    /** Lists of literals have a limit of their own. */
    private void forgetLiteral(Expression value, int nodesBefore) {
        Expression unsigned = value instanceof Expression.Unary unary ? unary.operand() : value;
        if (unsigned instanceof Expression.NumberLiteral || complexity.nodes() == nodesBefore + 1) {
            complexity.setNodes(nodesBefore);
        }
    }

    private <T extends Expression> T node(T expression) {
        return complexity.node(expression, expression.position());
    }
}
