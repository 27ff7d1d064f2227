package dev.aimonflink.sql.canonical;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.NeverFails;
import dev.aimonflink.sql.type.SqlType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The terms of a chain of ANDs or ORs. Those that cannot fail come first, sorted; the others keep their order behind them, because each may
 * protect later ones: {@code b <> 0 AND a / b > 1}.
 */
final class Terms {
    private final boolean isAnd;
    private final Set<Bound> safe = new LinkedHashSet<>();
    private final Set<Bound> others = new LinkedHashSet<>();
    private boolean isDecided;

    private Terms(boolean isAnd) {
        this.isAnd = isAnd;
    }

    static Bound of(Bound.Logical logical) {
        Terms terms = new Terms(logical.isAnd());
        List<Bound> written = new ArrayList<>();
        terms.collect(logical, written);
        for (Bound term : written) {
            // What was not a term of this chain can turn out to be one, as in NOT NOT (a AND b).
            List<Bound> formed = new ArrayList<>();
            terms.collect(CanonicalForm.of(term), formed);
            formed.forEach(terms::add);
        }
        return terms.joined();
    }

    private void collect(Bound bound, List<Bound> terms) {
        if (bound instanceof Bound.Logical logical && logical.isAnd() == isAnd) {
            collect(logical.left(), terms);
            collect(logical.right(), terms);
        } else {
            terms.add(bound);
        }
    }

    private void add(Bound term) {
        if (term instanceof Bound.Constant constant && !constant.isNull()) {
            // TRUE changes no AND and decides each OR.
            isDecided |= constant.value().equals(!isAnd);
        } else if (NeverFails.is(term)) {
            safe.add(term);
        } else {
            others.add(term);
        }
    }

    private Bound joined() {
        if (isDecided) {
            return new Bound.Constant(!isAnd, SqlType.BOOLEAN, 0);
        }
        List<Bound> all = new ArrayList<>(safe);
        all.sort(Comparator.comparing(Object::toString));
        all.addAll(others);
        Bound joined = all.isEmpty() ? new Bound.Constant(isAnd, SqlType.BOOLEAN, 0) : all.get(0);
        for (int i = 1; i < all.size(); i++) {
            joined = new Bound.Logical(isAnd, joined, all.get(i), 0);
        }
        return joined;
    }
}
