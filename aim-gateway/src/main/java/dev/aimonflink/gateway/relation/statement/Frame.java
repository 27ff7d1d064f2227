package dev.aimonflink.gateway.relation.statement;

/** The values of one row of a query while it is evaluated. A query inside of another one sees the row of that one. */
final class Frame {
    final Run run;

    /** Of the query around; null if there is none. */
    final Frame outer;

    /** The columns of all tables of FROM, one table behind the other. Of a group, those of its first row. */
    Object[] row;

    Object[] aggregates;
    Object[] windows;

    /** The current row of each function of the list behind SELECT that returns rows. */
    Object[] sets;

    Frame(Run run, Frame outer) {
        this.run = run;
        this.outer = outer;
    }

    /** The row as it is now, while the next one is read into this frame. */
    Frame copy() {
        Frame copy = new Frame(run, outer);
        copy.row = run.keepShared(row.clone());
        return copy;
    }
}
