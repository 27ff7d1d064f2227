package dev.aimonflink.query.serve.schedule;

/**
 * Algorithm 2 of Adaptive HTAP: a query that reads little of what is fresh reads it where it is, and one that reads much of it, or is
 * one of a batch, has all of it transferred before. Who lends how many cores to queries, the rest of that scheduler, is not here. What is fresh are whole rows here. So the two sides of the
 * comparison have the same rows, and the rule decides by how many columns are read of those that are kept.
 *
 * @param alpha the share of the fresh cells from which on they are transferred
 * @param elasticity what is done for those that read less
 */
public record PaperPolicy(double alpha, Elasticity elasticity) implements ScanPolicy {
    /** That of the paper. */
    public static final double ALPHA = 0.5;

    /** Whether queries may take time of the thread that applies events. */
    public enum Elasticity {
        NONE,
        HYBRID,
        COLOCATION
    }

    @Override
    public ScanMode choose(Outlook outlook, ScanMode last) {
        final long freshRows = (long) outlook.newRows() + outlook.oldRows();
        final long freshOfQuery = freshRows * outlook.readCells();
        final long freshOfAll = freshRows * outlook.keptCells();
        final boolean isBatch = outlook.queries() > 1;
        if (isBatch || freshOfQuery > alpha * freshOfAll) {
            return ScanMode.S2;
        }
        return switch (elasticity) {
            case NONE -> ScanMode.S3_IS;
            case HYBRID -> ScanMode.S3_NI;
            case COLOCATION -> ScanMode.S1;
        };
    }
}
