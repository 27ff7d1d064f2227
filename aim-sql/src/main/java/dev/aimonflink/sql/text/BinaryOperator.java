package dev.aimonflink.sql.text;

/** An operator between two operands, with its sign. */
public enum BinaryOperator {
    OR("OR"),
    AND("AND"),
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    CONCATENATE("||"),
    MATCHES("~"),
    MATCHES_IGNORING_CASE("~*"),
    MATCHES_NOT("!~"),
    MATCHES_NOT_IGNORING_CASE("!~*"),
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    DIVIDE("/"),
    MODULO("%"),
    POWER("^");

    private final String sign;

    BinaryOperator(String sign) {
        this.sign = sign;
    }

    public String sign() {
        return sign;
    }

    /** Null if there is none. */
    static BinaryOperator ofSign(String sign) {
        for (BinaryOperator operator : values()) {
            if (operator.sign.equals(sign) && !operator.isLogical()) {
                return operator;
            }
        }
        return null;
    }

    /** The comparison for swapped operands. */
    public BinaryOperator mirrored() {
        return switch (this) {
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            default -> this;
        };
    }

    /** The comparison that holds where this one fails, for non-null operands. */
    public BinaryOperator opposite() {
        return switch (this) {
            case EQUAL -> NOT_EQUAL;
            case NOT_EQUAL -> EQUAL;
            case LESS -> GREATER_OR_EQUAL;
            case LESS_OR_EQUAL -> GREATER;
            case GREATER -> LESS_OR_EQUAL;
            case GREATER_OR_EQUAL -> LESS;
            default -> throw new IllegalStateException("not a comparison: " + this);
        };
    }

    public boolean isLogical() {
        return this == OR || this == AND;
    }

    public boolean isComparison() {
        return compareTo(EQUAL) >= 0 && compareTo(GREATER_OR_EQUAL) <= 0;
    }

    public boolean isArithmetic() {
        return compareTo(PLUS) >= 0;
    }
}
