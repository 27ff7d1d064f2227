package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.gateway.relation.value.Casts;
import dev.aimonflink.gateway.relation.value.Coercion;
import dev.aimonflink.gateway.relation.value.Faults;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.SqlNames;
import java.util.ArrayList;
import java.util.List;

/** Terms of one type as terms of another. */
final class Conversions {
    private final Binding binding;

    Conversions(Binding binding) {
        this.binding = binding;
    }

    /** The value as one of the type. A string is read once. */
    Term to(Term term, PgType type, int position) {
        if (term.type() == type) {
            return term;
        }
        if (term.parameter() > 0) {
            Term typed = binding.typed(term.parameter(), type);
            return typed.type() == type ? typed : to(typed, type, position);
        }
        PgType from = term.type();
        if (from == PgType.UNKNOWN && term.literal() != null) {
            Object owner = new Object();
            String text = term.literal();
            return Term.of(
                    type, frame -> frame.run.once(owner, () -> converted(text, PgType.TEXT, type, position, frame)));
        }
        Term.Eval eval = term.eval();
        return new Term(
                type,
                PgColumn.NO_MODIFIER,
                frame -> converted(eval.of(frame), from, type, position, frame),
                null,
                0,
                term.fields());
    }

    private static Object converted(Object value, PgType from, PgType to, int position, Frame frame) {
        frame.run.stepThrough(value);
        try {
            Object converted = Casts.convert(value, from, to, frame.run.environment());
            if (from.isText()) {
                frame.run.stepThrough(converted);
            }
            return converted;
        } catch (SqlException error) {
            throw Faults.at(error, position);
        }
    }

    /** The term, which has to be of the type or to become so without a cast. */
    Term require(Term term, PgType type, String what, int position) {
        if (!Coercion.isImplicit(term.type(), type)) {
            throw new SqlException(
                    SqlState.DATATYPE_MISMATCH,
                    position,
                    "argument of " + what + " must be type " + SqlNames.of(type) + ", not type "
                            + SqlNames.of(term.type()) + ". Write a cast.");
        }
        return to(term, type, position);
    }

    /** All terms with one type, as CASE, VALUES and the like have it. */
    List<Term> alike(List<Term> terms, String what, int position) {
        PgType type = common(terms.stream().map(Term::type).toList(), what, position);
        List<Term> alike = new ArrayList<>();
        for (Term term : terms) {
            alike.add(to(term, type, position));
        }
        return alike;
    }

    static PgType common(List<PgType> types, String what, int position) {
        return Coercion.common(types)
                .orElseThrow(() -> new SqlException(
                        SqlState.DATATYPE_MISMATCH,
                        position,
                        what + " types "
                                + String.join(
                                        " and ",
                                        types.stream()
                                                .filter(type -> type != PgType.UNKNOWN)
                                                .map(SqlNames::of)
                                                .distinct()
                                                .toList())
                                + " cannot be matched. Cast them to one type."));
    }

    /** The modifier that all terms have. */
    static int modifier(List<Term> terms) {
        int first = terms.get(0).modifier();
        return terms.stream()
                        .allMatch(term -> term.modifier() == first
                                && term.type() == terms.get(0).type())
                ? first
                : PgColumn.NO_MODIFIER;
    }
}
