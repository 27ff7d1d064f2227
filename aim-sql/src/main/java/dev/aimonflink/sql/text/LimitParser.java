package dev.aimonflink.sql.text;

/** Reads LIMIT and OFFSET as PostgreSQL and the standard write them, in either order. */
final class LimitParser {
    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final Clauses clauses;

    LimitParser(Tokens tokens, ExpressionParser expressions, Clauses clauses) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.clauses = clauses;
    }

    /** Either can be null. */
    record Limits(Expression limit, Expression offset) {}

    Limits limits() {
        Expression limit = null;
        Expression offset = null;
        boolean hasLimit = false;
        while (true) {
            if (tokens.isWord("offset")) {
                requireFirst(offset == null, "OFFSET");
                offset = offset();
            } else if (tokens.isWord("limit") || tokens.isWord("fetch")) {
                requireFirst(!hasLimit, "LIMIT or FETCH");
                limit = tokens.isWord("limit") ? limit() : fetch();
                hasLimit = true;
            } else {
                return new Limits(limit, offset);
            }
            clauses.end("LIMIT");
        }
    }

    private void requireFirst(boolean isFirst, String what) {
        if (!isFirst) {
            throw tokens.error(what + " is there twice. Take one out.");
        }
    }

    private Expression limit() {
        tokens.take();
        if (tokens.acceptWord("all")) {
            return null;
        }
        Token skipped = tokens.next();
        Expression limit = expressions.expression();
        if (tokens.isSign(",")) {
            boolean areNumbers =
                    limit instanceof Expression.NumberLiteral && tokens.next(1).kind() == Token.Kind.NUMBER;
            throw tokens.error("LIMIT takes one number. Write LIMIT "
                    + (areNumbers
                            ? Spelling.shortened(tokens.next(1).text()) + " OFFSET "
                                    + Spelling.shortened(skipped.text())
                            : "n OFFSET m")
                    + ".");
        }
        return limit;
    }

    private Expression offset() {
        tokens.take();
        Expression offset = expressions.expression();
        if (!tokens.acceptWord("rows")) {
            tokens.acceptWord("row");
        }
        return offset;
    }

    private Expression fetch() {
        Token word = tokens.take();
        tokens.expectOneOf("FIRST or NEXT", "first", "next");
        Expression limit = tokens.isWord("row") || tokens.isWord("rows")
                ? new Expression.NumberLiteral("1", word.position())
                : expressions.expression();
        tokens.expectOneOf("ROWS", "rows", "row");
        if (tokens.isWord("with")) {
            throw Tokens.unsupported(tokens.next(), "WITH TIES is not supported. Write ONLY.");
        }
        tokens.expectWord("only");
        return limit;
    }
}
