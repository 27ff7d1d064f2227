package dev.aimonflink.sql.text;

/** An operator before its operand. */
public enum UnaryOperator {
    PLUS,
    MINUS,
    NOT
}
