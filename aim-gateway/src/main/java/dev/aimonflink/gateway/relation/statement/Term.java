package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.List;

/**
 * An expression whose type is known.
 *
 * @param literal the text of a string whose type depends on what it is used for; null of others
 * @param parameter the number of a parameter whose type depends on what it is used for; 0 of others
 * @param fields of a record; empty of others
 */
record Term(PgType type, int modifier, Eval eval, String literal, int parameter, List<PgColumn> fields) {
    /** Computes the value for a row. */
    @FunctionalInterface
    interface Eval {
        Object of(Frame frame);
    }

    static Term of(PgType type, Eval eval) {
        return new Term(type, PgColumn.NO_MODIFIER, eval, null, 0, List.of());
    }

    static Term constant(PgType type, Object value) {
        return of(type, frame -> value);
    }

    static Term literal(String text) {
        return new Term(PgType.UNKNOWN, PgColumn.NO_MODIFIER, frame -> text, text, 0, List.of());
    }

    static Term openParameter(int number) {
        return new Term(
                PgType.UNKNOWN, PgColumn.NO_MODIFIER, frame -> frame.run.parameter(number), null, number, List.of());
    }

    static Term record(List<PgColumn> fields, Eval eval) {
        return new Term(PgType.RECORD, PgColumn.NO_MODIFIER, eval, null, 0, fields);
    }

    Term withModifier(int limit) {
        return new Term(type, limit, eval, literal, parameter, fields);
    }

    Object value(Frame frame) {
        return eval.of(frame);
    }

    boolean isTrue(Frame frame) {
        return Boolean.TRUE.equals(eval.of(frame));
    }
}
