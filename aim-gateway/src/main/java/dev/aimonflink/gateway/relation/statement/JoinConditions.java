package dev.aimonflink.gateway.relation.statement;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The conditions of a step of a join.
 *
 * @param leftKeys what has to be equal to the keys of the right side; depends on the left side alone
 * @param conditions what makes two rows partners, besides the keys
 * @param filters what a row has to fulfil after it got a partner, or none
 */
record JoinConditions(List<Term> leftKeys, List<Term> rightKeys, List<Term> conditions, List<Term> filters) {
    /**
     * @param from the first column of the right side
     * @param to the first column after the right side
     * @param known the columns of the left side
     */
    static JoinConditions of(List<Conjunct> conjuncts, List<Conjunct> filters, int from, int to, BitSet known) {
        List<Term> leftKeys = new ArrayList<>();
        List<Term> rightKeys = new ArrayList<>();
        List<Term> conditions = new ArrayList<>();
        for (Conjunct conjunct : conjuncts) {
            Conjunct.Equality equality = conjunct.equality();
            if (equality != null && equality.isKey(from, to, known)) {
                leftKeys.add(equality.left());
                rightKeys.add(equality.right());
            } else if (equality != null && equality.mirrored().isKey(from, to, known)) {
                leftKeys.add(equality.right());
                rightKeys.add(equality.left());
            } else {
                conditions.add(conjunct.condition());
            }
        }
        return new JoinConditions(
                leftKeys,
                rightKeys,
                conditions,
                filters.stream().map(Conjunct::condition).toList());
    }
}
