package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.Expression.Is.Test;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Turns tokens into an expression: an operator takes as operands what binds more tightly than itself. The levels are
 * PostgreSQL's, from loose to tight:
 *
 * <pre>
 * OR | AND | NOT | IS | &lt; &gt; = &lt;= &gt;= &lt;&gt; | BETWEEN IN LIKE ILIKE | || ~ and other operators
 *    | + - | * / % | ^ | sign | ::
 * </pre>
 */
public final class ExpressionParser {
    private static final int OR = 1;
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int IS = 4;
    private static final int COMPARISON = 5;
    private static final int RANGE = 6;
    private static final int OTHER = 7;
    private static final int SUM = 8;
    private static final int PRODUCT = 9;
    private static final int POWER = 10;
    private static final int SIGN = 11;
    private static final int CAST = 12;

    /** Words that cannot be the name of a column unless they are quoted. */
    private static final Set<String> RESERVED = Set.of(
            "all",
            "and",
            "any",
            "array",
            "as",
            "asc",
            "between",
            "both",
            "case",
            "cast",
            "check",
            "collate",
            "column",
            "constraint",
            "create",
            "cross",
            "default",
            "desc",
            "distinct",
            "do",
            "else",
            "end",
            "except",
            "false",
            "fetch",
            "for",
            "foreign",
            "from",
            "full",
            "grant",
            "group",
            "having",
            "ilike",
            "in",
            "inner",
            "intersect",
            "into",
            "is",
            "isnull",
            "join",
            "lateral",
            "leading",
            "left",
            "like",
            "limit",
            "natural",
            "not",
            "notnull",
            "null",
            "offset",
            "on",
            "only",
            "or",
            "order",
            "outer",
            "primary",
            "references",
            "right",
            "select",
            "similar",
            "some",
            "symmetric",
            "table",
            "then",
            "to",
            "trailing",
            "true",
            "union",
            "unique",
            "user",
            "using",
            "when",
            "where",
            "window",
            "with");

    private final String text;
    private final List<Token> tokens;
    private int at;
    private int depth;
    private int nodes;

    private ExpressionParser(String text) {
        this.text = text;
        this.tokens = Lexer.tokens(text);
    }

    /** Parses a text that is one expression and nothing else. */
    public static Expression parse(String text) {
        ExpressionParser parser = new ExpressionParser(text);
        Expression expression = parser.expression(0);
        if (parser.token().kind() != Token.Kind.END) {
            throw parser.unexpected("an operator or the end of the text");
        }
        return expression;
    }

    /** An expression whose operators all bind more tightly than a level. */
    private Expression expression(int level) {
        if (++depth > SqlLimits.MAX_DEPTH) {
            throw tooComplex(
                    "The expression is nested more than " + SqlLimits.MAX_DEPTH + " levels deep. Make it flatter.");
        }
        Expression left = operand();
        while (true) {
            Expression longer = infix(left, level);
            if (longer == null) {
                depth--;
                return left;
            }
            left = longer;
        }
    }

    private <T extends Expression> T node(T expression) {
        if (++nodes > SqlLimits.MAX_NODES) {
            throw tooComplex("The expression has more than " + SqlLimits.MAX_NODES + " parts. Make it shorter.");
        }
        return expression;
    }

    private Expression operand() {
        Token token = token();
        return switch (token.kind()) {
            case NUMBER -> {
                at++;
                yield node(new Expression.NumberLiteral(token.text(), token.position()));
            }
            case STRING -> {
                at++;
                yield node(new Expression.StringLiteral(token.text(), token.position()));
            }
            case PARAMETER -> {
                at++;
                yield node(new Expression.Parameter(parameterNumber(token), token.position()));
            }
            case QUOTED_NAME -> nameOrCall();
            case WORD -> word(token);
            case SIGN -> signed(token);
            case END -> throw unexpected("a value");
        };
    }

    private int parameterNumber(Token token) {
        try {
            return Integer.parseInt(token.text());
        } catch (NumberFormatException tooLarge) {
            throw new SqlException(
                    SqlState.UNDEFINED_PARAMETER,
                    token.position(),
                    "There is no parameter $" + token.text() + ". Parameters are numbered from $1 on.");
        }
    }

    private Expression signed(Token token) {
        at++;
        if (token.isSign("-")) {
            return node(new Expression.Unary(UnaryOperator.MINUS, expression(SIGN), token.position()));
        }
        if (token.isSign("+")) {
            return node(new Expression.Unary(UnaryOperator.PLUS, expression(SIGN), token.position()));
        }
        if (token.isSign("(")) {
            Expression inner = expression(0);
            expectSign(")");
            return inner;
        }
        at--;
        throw unexpected("a value");
    }

    private Expression word(Token token) {
        return switch (token.text()) {
            case "true", "false" -> {
                at++;
                yield node(new Expression.BooleanLiteral(token.isWord("true"), token.position()));
            }
            case "null" -> {
                at++;
                yield node(new Expression.NullLiteral(token.position()));
            }
            case "not" -> {
                at++;
                yield node(new Expression.Unary(UnaryOperator.NOT, expression(NOT), token.position()));
            }
            case "case" -> caseOf(token);
            case "cast" -> cast(token);
            default -> {
                if (RESERVED.contains(token.text())) {
                    throw unexpected("a value");
                }
                yield nameOrCall();
            }
        };
    }

    private Expression nameOrCall() {
        Token first = token();
        List<String> parts = new ArrayList<>();
        parts.add(nextName());
        while (acceptSign(".")) {
            parts.add(nextName());
        }
        if (parts.size() == 1 && acceptSign("(")) {
            List<Expression> arguments = new ArrayList<>();
            if (!acceptSign(")")) {
                do {
                    arguments.add(expression(0));
                } while (acceptSign(","));
                expectSign(")");
            }
            return node(new Expression.Call(parts.get(0), List.copyOf(arguments), first.position()));
        }
        return node(new Expression.Name(List.copyOf(parts), first.position()));
    }

    private String nextName() {
        Token token = token();
        if (token.kind() != Token.Kind.WORD && token.kind() != Token.Kind.QUOTED_NAME) {
            throw unexpected("a name");
        }
        at++;
        return token.text();
    }

    private Expression caseOf(Token start) {
        at++;
        Expression operand = token().isWord("when") ? null : expression(0);
        List<Expression.Case.When> branches = new ArrayList<>();
        while (acceptWord("when")) {
            Expression condition = expression(0);
            expectWord("then");
            branches.add(new Expression.Case.When(condition, expression(0)));
        }
        if (branches.isEmpty()) {
            throw unexpected("WHEN");
        }
        Expression otherwise = acceptWord("else") ? expression(0) : null;
        expectWord("end");
        return node(new Expression.Case(operand, List.copyOf(branches), otherwise, start.position()));
    }

    private Expression cast(Token start) {
        at++;
        expectSign("(");
        Expression operand = expression(0);
        expectWord("as");
        TypeName type = typeName();
        expectSign(")");
        return node(new Expression.Cast(operand, type, start.position()));
    }

    private TypeName typeName() {
        int position = token().position();
        String name = nextName();
        if (name.equals("double")) {
            expectWord("precision");
            name = "double precision";
        } else if (name.equals("character") && acceptWord("varying")) {
            name = "character varying";
        }
        List<Integer> modifiers = new ArrayList<>();
        if (acceptSign("(")) {
            do {
                modifiers.add(modifier());
            } while (acceptSign(","));
            expectSign(")");
        }
        if ((name.equals("timestamp") || name.equals("time"))
                && (token().isWord("with") || token().isWord("without"))) {
            name += " " + nextName() + " time zone";
            expectWord("time");
            expectWord("zone");
        }
        return new TypeName(name, List.copyOf(modifiers), position);
    }

    private int modifier() {
        Token token = token();
        if (token.kind() != Token.Kind.NUMBER || !token.text().matches("[0-9]{1,4}")) {
            throw unexpected("a whole number");
        }
        at++;
        return Integer.parseInt(token.text());
    }

    /** The operator that follows, applied to its left operand; null if what follows binds more loosely than the level. */
    private Expression infix(Expression left, int level) {
        Token token = token();
        if (token.kind() == Token.Kind.WORD) {
            return infixWord(left, token, level);
        }
        if (token.kind() != Token.Kind.SIGN) {
            return null;
        }
        if (token.isSign("::")) {
            if (CAST <= level) {
                return null;
            }
            at++;
            return node(new Expression.Cast(left, typeName(), token.position()));
        }
        BinaryOperator operator = operator(token);
        if (operator == null || levelOf(operator) <= level) {
            return null;
        }
        at++;
        Expression right = expression(levelOf(operator));
        if (operator.isComparison() && isComparison(token())) {
            throw new SqlException(
                    SqlState.SYNTAX_ERROR,
                    token().position(),
                    "A comparison cannot be compared. Write \"a < b and b < c\".");
        }
        return node(new Expression.Binary(operator, left, right, token.position()));
    }

    private static boolean isComparison(Token token) {
        BinaryOperator operator = token.kind() == Token.Kind.SIGN ? operator(token) : null;
        return operator != null && operator.isComparison();
    }

    private static BinaryOperator operator(Token token) {
        for (BinaryOperator operator : BinaryOperator.values()) {
            if (operator.sign().equals(token.text())) {
                return operator;
            }
        }
        return null;
    }

    private static int levelOf(BinaryOperator operator) {
        return switch (operator) {
            case OR -> OR;
            case AND -> AND;
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> COMPARISON;
            case CONCATENATE, MATCHES, MATCHES_IGNORING_CASE, MATCHES_NOT, MATCHES_NOT_IGNORING_CASE -> OTHER;
            case PLUS, MINUS -> SUM;
            case TIMES, DIVIDE, MODULO -> PRODUCT;
            case POWER -> POWER;
        };
    }

    private Expression infixWord(Expression left, Token token, int level) {
        return switch (token.text()) {
            case "or" -> logical(BinaryOperator.OR, OR, left, token, level);
            case "and" -> logical(BinaryOperator.AND, AND, left, token, level);
            case "is" -> level < IS ? is(left, token) : null;
            case "isnull", "notnull" -> level < IS ? isNull(left, token) : null;
            case "not", "between", "in", "like", "ilike" -> level < RANGE ? range(left, token) : null;
            default -> null;
        };
    }

    private Expression isNull(Expression left, Token token) {
        at++;
        return node(new Expression.Is(left, Test.NULL, token.isWord("notnull"), token.position()));
    }

    private Expression logical(BinaryOperator operator, int itsLevel, Expression left, Token token, int level) {
        if (itsLevel <= level) {
            return null;
        }
        at++;
        return node(new Expression.Binary(operator, left, expression(itsLevel), token.position()));
    }

    private Expression is(Expression left, Token token) {
        at++;
        boolean isNegated = acceptWord("not");
        if (acceptWord("distinct")) {
            expectWord("from");
            return node(new Expression.IsDistinct(left, expression(IS), isNegated, token.position()));
        }
        for (Test test : Test.values()) {
            if (acceptWord(test.name().toLowerCase(Locale.ROOT))) {
                return node(new Expression.Is(left, test, isNegated, token.position()));
            }
        }
        throw unexpected("NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM");
    }

    private Expression range(Expression left, Token token) {
        boolean isNegated = acceptWord("not");
        Token word = token();
        if (acceptWord("between")) {
            boolean isSymmetric = acceptWord("symmetric");
            Expression low = expression(RANGE);
            expectWord("and");
            return node(new Expression.Between(left, low, expression(RANGE), isSymmetric, isNegated, token.position()));
        }
        if (acceptWord("in")) {
            return node(new Expression.In(left, list(), isNegated, token.position()));
        }
        if (acceptWord("like") || acceptWord("ilike")) {
            Expression pattern = expression(RANGE);
            Expression escape = acceptWord("escape") ? expression(RANGE) : null;
            return node(new Expression.Like(left, pattern, escape, word.isWord("ilike"), isNegated, token.position()));
        }
        throw unexpected("BETWEEN, IN, LIKE or ILIKE");
    }

    private List<Expression> list() {
        expectSign("(");
        List<Expression> values = new ArrayList<>();
        do {
            if (values.size() == SqlLimits.MAX_LIST_VALUES) {
                throw tooComplex("IN lists more than " + SqlLimits.MAX_LIST_VALUES + " values. List fewer.");
            }
            final int before = nodes;
            values.add(expression(0));
            // A plain value has a limit of its own.
            nodes = nodes == before + 1 ? before : nodes;
        } while (acceptSign(","));
        expectSign(")");
        return List.copyOf(values);
    }

    private Token token() {
        return tokens.get(at);
    }

    private boolean acceptWord(String word) {
        if (token().isWord(word)) {
            at++;
            return true;
        }
        return false;
    }

    private boolean acceptSign(String sign) {
        if (token().isSign(sign)) {
            at++;
            return true;
        }
        return false;
    }

    private void expectWord(String word) {
        if (!acceptWord(word)) {
            throw unexpected(word.toUpperCase(Locale.ROOT));
        }
    }

    private void expectSign(String sign) {
        if (!acceptSign(sign)) {
            throw unexpected('"' + sign + '"');
        }
    }

    private SqlException unexpected(String expected) {
        return new SqlException(
                SqlState.SYNTAX_ERROR,
                token().position(),
                "Expected " + expected + ", but found " + token().shown(text) + ".");
    }

    private SqlException tooComplex(String message) {
        return new SqlException(SqlState.TOO_COMPLEX, token().position(), message);
    }
}
