package dev.aimonflink.gateway.relation.statement;

import java.util.List;
import java.util.function.Supplier;

/** A query whose columns are known. */
final class Query {
    /** Computes the rows. */
    @FunctionalInterface
    interface Body {
        /** @param frame that of the query around */
        List<Object[]> rows(Frame frame);
    }

    private final List<Output> columns;
    private final boolean isCorrelated;
    private final Body body;

    /** @param isCorrelated whether it depends on the row of the query around */
    Query(List<Output> columns, boolean isCorrelated, Body body) {
        this.columns = columns;
        this.isCorrelated = isCorrelated;
        this.body = body;
    }

    List<Output> columns() {
        return columns;
    }

    boolean isCorrelated() {
        return isCorrelated;
    }

    /** @param outer the frame of the query around; null if there is none */
    List<Object[]> rows(Run run, Frame outer) {
        Supplier<List<Object[]>> rows = () -> body.rows(new Frame(run, outer));
        return isCorrelated ? run.passing(rows) : run.once(this, rows);
    }
}
