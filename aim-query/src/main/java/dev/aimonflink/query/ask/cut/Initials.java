package dev.aimonflink.query.ask.cut;

import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.BoundRewriter;
import java.util.concurrent.atomic.AtomicBoolean;

/** Finds the queries in expressions. */
final class Initials {
    private Initials() {}

    /** Whether an expression, which may be null, needs the value of another query or of the row around its own. */
    static boolean isIn(Bound bound) {
        AtomicBoolean isFound = new AtomicBoolean();
        new BoundRewriter(node -> {
                    if (node instanceof Bound.Initial
                            || node instanceof Bound.InInitial
                            || node instanceof Bound.InitialByKey
                            || node instanceof Bound.Subquery
                            || node instanceof Bound.Outer) {
                        isFound.set(true);
                    }
                    return null;
                })
                .rewrite(bound);
        return isFound.get();
    }
}
