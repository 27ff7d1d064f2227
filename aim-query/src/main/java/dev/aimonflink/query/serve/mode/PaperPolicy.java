package dev.aimonflink.query.serve.mode;

import java.io.Serializable;
import java.util.Locale;

/**
 * Algorithm 2 of Adaptive HTAP: a query that reads little of the fresh data reads it in place; one that reads much of it, or belongs to a
 * batch, has all of it transferred first. Here whole rows are fresh, so both sides of the comparison have the same rows, and the share of
 * kept columns that is read decides.
 *
 * @param alpha the share of fresh cells from which on they are transferred
 * @param elasticity what is done for queries that read less
 */
public record PaperPolicy(double alpha, Elasticity elasticity) implements ScanPolicy, Serializable {
    /** As measured in the paper. */
    public static final PaperPolicy USUAL = new PaperPolicy(0.5, Elasticity.HYBRID);

    /** Whether and how queries may take time of the thread that applies events. */
    public enum Elasticity {
        NONE(ScanMode.S3_IS),

        HYBRID(ScanMode.S3_NI),

        /** Queries run on that thread. */
        COLOCATION(ScanMode.S1);

        private final ScanMode mode;

        Elasticity(ScanMode mode) {
            this.mode = mode;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public ScanMode choose(Outlook outlook, ScanMode last) {
        final long freshRows = (long) outlook.newRows() + outlook.oldRows();
        final long freshOfQuery = freshRows * outlook.readCells();
        final long freshOfAll = freshRows * outlook.keptCells();
        final boolean isBatch = outlook.queries() > 1;
        return freshOfQuery < alpha * freshOfAll && !isBatch ? elasticity.mode : ScanMode.S2;
    }
}
