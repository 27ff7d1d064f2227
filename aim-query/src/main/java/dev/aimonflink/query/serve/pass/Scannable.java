package dev.aimonflink.query.serve.pass;

import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import java.util.Set;

/** A question answered by a scan over all rows; equal questions have equal answers. */
public interface Scannable {
    Set<String> columns();

    /** The character of the question's text where it uses a column, from 1 on; 0 if nowhere. */
    default int positionOf(String column) {
        return QueryError.InSql.NOWHERE;
    }

    /** Equal for questions that differ only in values: their scans take about as long. */
    default int shapeHash() {
        return hashCode();
    }

    /** Whether an error in an equal question's text is at the same place in this one. */
    default boolean isWrittenAs(Scannable equal) {
        return true;
    }

    Scan open(ScanContext context);

    /** The error for more groups or different values than the question may have. In a question without groups it is a defect. */
    default QueryError error(TooManyGroupsException tooMany) {
        return QueryError.ofDefect(tooMany, "");
    }

    /** Whether its part may also answer a later equal question that accepts an older one. */
    default boolean isReusable() {
        return false;
    }

    /** Whether two scans may divide the blocks and merge their partials. */
    default boolean isDivisible() {
        return false;
    }

    /** Whether another scan of the same cut follows once all partitions' results are known. */
    default boolean hasSecondRound() {
        return false;
    }
}
