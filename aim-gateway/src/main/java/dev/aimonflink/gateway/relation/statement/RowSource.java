package dev.aimonflink.gateway.relation.statement;

/** Rows that are put into a frame one by one. */
@FunctionalInterface
interface RowSource {
    /** One row without columns. */
    RowSource ONE = (frame, next) -> next.run();

    /** @param next run for each row, while it is in the frame */
    void each(Frame frame, Runnable next);
}
