package dev.aimonflink.query.serve.schedule;

import java.io.Serializable;
import java.util.Locale;

/**
 * Algorithm 2 of Adaptive HTAP: a query that reads little of what is fresh reads it where it is, and one that reads much of it, or is
 * one of a batch, has all of it transferred before. What is fresh are whole rows here. So the two sides of the comparison have the same
 * rows, and the rule decides by how many columns are read of those that are kept.
 *
 * @param alpha the share of the fresh cells from which on they are transferred
 * @param elasticity what is done for those that read less
 */
public record PaperPolicy(double alpha, Elasticity elasticity) implements ScanPolicy, Serializable {
    /** As the paper measured it. */
    public static final PaperPolicy USUAL = new PaperPolicy(0.5, Elasticity.HYBRID);

    /** Whether queries may take time of the thread that applies events, and how. */
    public enum Elasticity {
        /** They may not. */
        NONE(ScanMode.S3_IS),

        /** It helps. */
        HYBRID(ScanMode.S3_NI),

        /** They run there. */
        COLOCATION(ScanMode.S1);

        private final ScanMode mode;

        Elasticity(ScanMode mode) {
            this.mode = mode;
        }

        /** As the option writes it. */
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
