package dev.aimonflink.gateway.relation.statement;

import dev.aimonflink.sql.text.BinaryOperator;
import dev.aimonflink.sql.text.Expression;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One of the conditions between which AND stands.
 *
 * @param use what it depends on
 * @param equality its sides if it compares two for equality, or else null
 */
record Conjunct(Term condition, Scope.Use use, Equality equality) {
    /** Two sides, of one type, and what each depends on. */
    record Equality(Term left, Scope.Use leftUse, Term right, Scope.Use rightUse) {
        @SuppressWarnings("ArgumentSelectionDefectChecker")
        Equality mirrored() {
            return new Equality(right, rightUse, left, leftUse);
        }

        /** Whether rows with the columns of a range can be found by the right side, if some other columns are known. */
        boolean isKey(int from, int to, BitSet known) {
            return rightUse.isInside(from, to) && leftUse.isAmong(known);
        }
    }

    static List<Conjunct> of(Expression condition, String clause, ExpressionBinder expressions) {
        List<Conjunct> conjuncts = new ArrayList<>();
        add(condition, clause, expressions, conjuncts);
        return conjuncts;
    }

    private static void add(
            Expression condition, String clause, ExpressionBinder expressions, List<Conjunct> conjuncts) {
        if (condition instanceof Expression.Binary both && both.operator() == BinaryOperator.AND) {
            add(both.left(), clause, expressions, conjuncts);
            add(both.right(), clause, expressions, conjuncts);
        } else if (condition instanceof Expression.Binary both && both.operator() == BinaryOperator.EQUAL) {
            Term[] sides = new Term[2];
            Scope.Use left = expressions.scope().useOf(() -> sides[0] = expressions.bind(both.left()));
            Scope.Use right = expressions.scope().useOf(() -> sides[1] = expressions.bind(both.right()));
            conjuncts.add(equal(sides[0], left, sides[1], right, both.position(), expressions));
        } else {
            Term[] term = new Term[1];
            Scope.Use use = expressions.scope().useOf(() -> term[0] = expressions.condition(condition, clause));
            conjuncts.add(new Conjunct(term[0], use, null));
        }
    }

    static Conjunct equal(
            Term left, Scope.Use leftUse, Term right, Scope.Use rightUse, int position, ExpressionBinder expressions) {
        Term condition = expressions.applied(BinaryOperator.EQUAL, left, right, position);
        if (left.type() == PgType.RECORD) {
            return new Conjunct(condition, leftUse.and(rightUse), null);
        }
        PgType type = ExpressionBinder.compared(left.type(), right.type(), "=", position);
        Conversions conversions = expressions.conversions();
        Equality equality = new Equality(
                conversions.to(left, type, position), leftUse, conversions.to(right, type, position), rightUse);
        return new Conjunct(condition, leftUse.and(rightUse), equality);
    }
}
