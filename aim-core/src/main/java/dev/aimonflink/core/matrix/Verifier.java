package dev.aimonflink.core.matrix;

/** Compares columns with the records that they were copied from. */
final class Verifier {
    private final Rows rows;
    private final StoredRecords records;
    private final Forgetting forgetting;

    Verifier(Rows rows, StoredRecords records, Forgetting forgetting) {
        this.rows = rows;
        this.records = records;
        this.forgetting = forgetting;
    }

    /** Compares every cell with its record. Returns how many differ. */
    long verify() {
        long differences = 0;
        for (int firstRow = 0; firstRow < rows.size(); firstRow += Block.ROWS) {
            long[] subscriberIds = rows.columns().block(firstRow / Block.ROWS).subscriberIds();
            differences += countDifferences(subscriberIds, firstRow, 0, Math.min(Block.ROWS, rows.size() - firstRow));
        }
        return differences;
    }

    /** Compares some rows of a block with their records. */
    long countDifferences(Block block, int from, int to) {
        long[] subscriberIds = block.subscriberIds();
        return countDifferences(subscriberIds, rows.rowOf(subscriberIds[0]), from, to);
    }

    private long countDifferences(long[] subscriberIds, int firstRow, int from, int to) {
        long differences = 0;
        for (int i = from; i < to; i++) {
            SubscriberRecord record = recordOf(subscriberIds[i]);
            if (record == null || rows.rowOf(subscriberIds[i]) != firstRow + i) {
                differences++;
            } else {
                differences += rows.differences(
                        firstRow + i, record.asOf(rows.clock(), rows.schema().layout()));
            }
        }
        return differences;
    }

    /** Of a subscriber that was erased a pass may still read the row, which is empty. */
    private SubscriberRecord recordOf(long subscriberId) {
        return forgetting.isVacated(subscriberId) ? rows.emptyRecord(subscriberId) : records.find(subscriberId);
    }
}
