package dev.aimonflink.sql.text;

/**
 * The precedence of operators, as in PostgreSQL, from loose to tight:
 *
 * <pre>
 * OR | AND | NOT | IS | &lt; &gt; = &lt;= &gt;= &lt;&gt; | BETWEEN IN LIKE ILIKE | || ~ and other operators
 *    | + - | * / % | ^ | AT TIME ZONE | COLLATE | sign | ::
 * </pre>
 */
final class Levels {
    static final int LOOSEST = 0;
    static final int OR = 1;
    static final int AND = 2;
    static final int NOT = 3;
    static final int IS = 4;
    static final int COMPARISON = 5;
    static final int RANGE = 6;
    static final int OTHER = 7;
    static final int SUM = 8;
    static final int PRODUCT = 9;
    static final int POWER = 10;
    static final int AT = 11;
    static final int COLLATE = 12;
    static final int SIGN = 13;
    static final int CAST = 14;

    private Levels() {}

    static int of(BinaryOperator operator) {
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
}
