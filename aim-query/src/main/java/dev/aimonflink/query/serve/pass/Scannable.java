package dev.aimonflink.query.serve.pass;

import dev.aimonflink.query.compute.aggregate.TooManyGroupsException;
import java.util.Set;

/** A question that a scan over all rows answers. Equal questions have the same answer. */
public interface Scannable {
    /** The aggregate columns that the scan reads. */
    Set<String> columns();

    /** The character of the question's text at which it uses a column, from 1 on; 0 if there is none. */
    default int positionOf(String column) {
        return QueryError.InSql.NOWHERE;
    }

    /** A number that is the same for questions that differ in values alone: their scans take about as long. */
    default int shapeHash() {
        return hashCode();
    }

    /** Whether an error in the text of an equal question is at the same place of this one's. */
    default boolean isWrittenAs(Scannable equal) {
        return true;
    }

    Scan open(ScanContext context);

    /** The error where there are more groups or different values than the question may have. One without groups has a defect. */
    default QueryError error(TooManyGroupsException tooMany) {
        return QueryError.ofDefect(tooMany, "");
    }

    /** Whether its part may also answer an equal question that comes later, if that takes an older one. */
    default boolean isReusable() {
        return false;
    }

    /** Whether two scans may share the blocks, whose partials are merged then. */
    default boolean isDivisible() {
        return false;
    }

    /** Whether another scan of the same cut follows, once the results of all partitions are known. */
    default boolean hasSecondRound() {
        return false;
    }
}
