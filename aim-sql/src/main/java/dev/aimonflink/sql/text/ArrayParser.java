package dev.aimonflink.sql.text;

import java.util.ArrayList;
import java.util.List;

/** Reads arrays and their subscripts. */
final class ArrayParser {
    private final Tokens tokens;
    private final Complexity complexity;
    private final ExpressionParser expressions;

    ArrayParser(Tokens tokens, Complexity complexity, ExpressionParser expressions) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.expressions = expressions;
    }

    /** {@code ARRAY[1, 2]} or {@code ARRAY(SELECT ...)}. */
    Expression array() {
        Token word = tokens.take();
        if (tokens.isSign("(")) {
            return node(new Expression.ArrayQuery(expressions.queries().inParentheses(), word.position()));
        }
        if (!tokens.isSign("[")) {
            throw tokens.unexpected("\"[\" or a query in parentheses");
        }
        return inBrackets(word.position());
    }

    private Expression inBrackets(int position) {
        complexity.enter(position);
        int before = complexity.begin();
        tokens.expectSign("[");
        List<Expression> values = List.of();
        if (tokens.isSign("[")) {
            values = rows();
        } else if (!tokens.isSign("]")) {
            values = expressions.values();
        }
        if (!tokens.acceptSign("]")) {
            throw tokens.unexpected("\",\" or \"]\"");
        }
        complexity.grow(position);
        complexity.end(before);
        complexity.leave();
        return node(new Expression.ArrayOf(values, position));
    }

    /** The arrays in an array, which need no word before their brackets. */
    private List<Expression> rows() {
        List<Expression> rows = new ArrayList<>();
        do {
            rows.add(inBrackets(tokens.next().position()));
        } while (tokens.acceptComma());
        return List.copyOf(rows);
    }

    /** {@code operand[index]}, whose bracket is next; binds more tightly than any operator. */
    Expression subscript(Expression operand) {
        Token bracket = tokens.take();
        Expression index = expressions.expression();
        tokens.expectSign("]");
        return node(new Expression.Subscript(operand, index, bracket.position()));
    }

    private <T extends Expression> T node(T expression) {
        return complexity.node(expression, expression.position());
    }
}
