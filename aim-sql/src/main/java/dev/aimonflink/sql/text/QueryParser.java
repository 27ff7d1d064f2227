package dev.aimonflink.sql.text;

import dev.aimonflink.sql.text.QueryBody.SetOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads queries. INTERSECT binds more tightly than UNION and EXCEPT, which bind alike and to the left; order and limits belong to the whole. */
final class QueryParser {
    private final Tokens tokens;
    private final Complexity complexity;
    private final ExpressionParser expressions;
    private final Clauses clauses;
    private final SelectParser selects;
    private final LimitParser limits;

    QueryParser(Tokens tokens, Complexity complexity, ExpressionParser expressions) {
        this.tokens = tokens;
        this.complexity = complexity;
        this.expressions = expressions;
        this.clauses = new Clauses(tokens);
        this.selects = new SelectParser(
                tokens,
                complexity,
                expressions,
                clauses,
                new FromParser(tokens, complexity, expressions, this, clauses));
        this.limits = new LimitParser(tokens, expressions, clauses);
    }

    /** Whether a query without a leading parenthesis begins {@code ahead} tokens ahead. */
    boolean isAt(int ahead) {
        Token token = tokens.next(ahead);
        return token.isWord("select")
                || token.isWord("with")
                || token.isWord("table")
                || (token.isWord("values") && tokens.next(ahead + 1).isSign("("));
    }

    /** Whether what was read as a query in parentheses is the beginning of another one. */
    boolean isContinued() {
        return setOperator() != null
                || tokens.isWord("order")
                || tokens.isWord("limit")
                || tokens.isWord("offset")
                || tokens.isWord("fetch");
    }

    QueryExpression inParentheses() {
        tokens.expectSign("(");
        QueryExpression query = query();
        tokens.expectSign(")");
        return query;
    }

    /** A query, up to the parenthesis or semicolon that ends it. */
    QueryExpression query() {
        Token start = tokens.next();
        complexity.enter(start.position());
        int before = complexity.begin();
        List<QueryExpression.CommonTable> with = tokens.acceptWord("with") ? commonTables() : List.of();
        QueryExpression query = ended(with, primary(), start.position());
        requireEnd();
        complexity.grow(start.position());
        complexity.end(before);
        complexity.leave();
        return query;
    }

    /** The query whose first part stood in parentheses. */
    QueryExpression continued(QueryExpression first) {
        QueryExpression query = ended(List.of(), first.simplified(), first.position());
        requireEnd();
        return query;
    }

    private QueryExpression ended(List<QueryExpression.CommonTable> with, QueryBody first, int position) {
        QueryBody body = unions(first);
        List<SortKey> order = order();
        LimitParser.Limits cut = limits.limits();
        if (tokens.isWord("for")) {
            throw RefusedStatements.readOnly(tokens.next(), "it locks no rows. Leave FOR and what follows it out.");
        }
        QueryExpression query = new QueryExpression(with, body, order, cut.limit(), cut.offset(), position);
        return query.isPlain() && body instanceof QueryExpression inner ? inner : query;
    }

    private void requireEnd() {
        if (!tokens.isEnd() && !tokens.isSign(")") && !tokens.isSign(";")) {
            throw clauses.misplaced(complexity.isNested() ? "\")\"" : "the end of the statement");
        }
    }

    private List<QueryExpression.CommonTable> commonTables() {
        boolean areRecursive = tokens.acceptWord("recursive");
        List<QueryExpression.CommonTable> tables = new ArrayList<>();
        do {
            Token name = tokens.next();
            tokens.name("a name for a query");
            List<String> columns = tokens.isSign("(") ? columns() : List.of();
            tokens.expectWord("as");
            // Whether its rows are kept or computed again does not change an answer.
            if (tokens.acceptWord("not")) {
                tokens.expectWord("materialized");
            } else {
                tokens.acceptWord("materialized");
            }
            tables.add(new QueryExpression.CommonTable(
                    name.text(), columns, areRecursive, inParentheses(), name.position()));
        } while (tokens.acceptComma());
        return List.copyOf(tables);
    }

    /** Names of columns in parentheses. */
    List<String> columns() {
        tokens.expectSign("(");
        List<String> columns = new ArrayList<>();
        do {
            columns.add(tokens.name("the name of a column"));
        } while (tokens.acceptComma());
        tokens.expectEndOfList();
        return List.copyOf(columns);
    }

    private QueryBody unions(QueryBody first) {
        QueryBody left = intersections(first);
        while (setOperator() != null) {
            left = setOperation(left);
        }
        return left;
    }

    private QueryBody intersections(QueryBody first) {
        QueryBody left = first;
        while (setOperator() == SetOperation.Kind.INTERSECT) {
            left = setOperation(left);
        }
        return left;
    }

    private QueryBody setOperation(QueryBody left) {
        SetOperation.Kind kind = setOperator();
        int position = tokens.take().position();
        boolean isAll = tokens.acceptWord("all");
        if (!isAll) {
            tokens.acceptWord("distinct");
        }
        QueryBody right = primary();
        if (kind != SetOperation.Kind.INTERSECT) {
            right = intersections(right);
        }
        complexity.grow(position);
        return complexity.node(new SetOperation(kind, isAll, left, right, position), position);
    }

    /** Null if the next token is not a set operator. */
    private SetOperation.Kind setOperator() {
        for (SetOperation.Kind kind : SetOperation.Kind.values()) {
            if (tokens.isWord(kind.name().toLowerCase(Locale.ROOT))) {
                return kind;
            }
        }
        return null;
    }

    private QueryBody primary() {
        Token start = tokens.next();
        if (tokens.acceptSign("(")) {
            QueryExpression query = query();
            tokens.expectSign(")");
            return query.simplified();
        }
        if (tokens.acceptWord("select")) {
            return selects.select(start.position());
        }
        if (tokens.acceptWord("table")) {
            return selects.table(start.position());
        }
        if (tokens.acceptWord("values")) {
            return values(start.position());
        }
        RefusedStatements.refuse(start);
        throw tokens.unexpected("SELECT or VALUES", Keywords.meant(start, List.of("select", "values")));
    }

    private QueryBody.Values values(int position) {
        List<List<Expression>> rows = new ArrayList<>();
        do {
            tokens.expectSign("(");
            rows.add(expressions.expressions());
            tokens.expectEndOfList();
        } while (tokens.acceptComma());
        clauses.end("VALUES");
        return complexity.node(new QueryBody.Values(List.copyOf(rows), position), position);
    }

    List<SortKey> order() {
        if (!tokens.acceptWord("order")) {
            return List.of();
        }
        tokens.expectWord("by");
        List<SortKey> keys = new ArrayList<>();
        do {
            keys.add(sortKey());
        } while (tokens.acceptComma());
        clauses.end("ORDER BY");
        return List.copyOf(keys);
    }

    private SortKey sortKey() {
        Expression value = expressions.expression();
        if (tokens.isWord("using")) {
            throw Tokens.unsupported(tokens.next(), "ORDER BY ... USING is not supported. Write ASC or DESC.");
        }
        boolean isDescending = tokens.acceptWord("desc");
        if (!isDescending) {
            tokens.acceptWord("asc");
        }
        boolean nullsFirst = isDescending;
        if (tokens.acceptWord("nulls")) {
            nullsFirst = tokens.acceptWord("first");
            if (!nullsFirst) {
                tokens.expectOneOf("FIRST or LAST", "last");
            }
        }
        return new SortKey(value, isDescending, nullsFirst);
    }
}
