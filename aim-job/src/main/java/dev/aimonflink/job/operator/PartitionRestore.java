package dev.aimonflink.job.operator;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.names.AttributeColumns;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.record.SchemaEvolution;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.rules.scan.RuleChecks;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restores a partition to its checkpoint: its clock, its columns from the restored records, then its progress. Stores each record that
 * changed on the way.
 */
final class PartitionRestore {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionRestore.class);

    private final MatrixState state;
    private final KeyedRecords records;
    private final MatrixSchema schema;
    private final SchemaEvolution evolution;
    private final Partition partition;
    private final RuleChecks checks;
    private long converted;
    private long putBack;

    PartitionRestore(
            MatrixState state, KeyedRecords records, MatrixSchema schema, Partition partition, RuleChecks checks)
            throws Exception {
        this.state = state;
        this.records = records;
        this.schema = schema;
        this.evolution = new SchemaEvolution(schema, state.restoredModels());
        this.partition = partition;
        this.checks = checks;
    }

    void run(KeyList keys) throws Exception {
        state.clockWarning().ifPresent(LOG::warn);
        partition.restoreColumns(state.restoredColumns(schema));
        partition.advanceTo(state.restoredClockMs());
        // Before the records, because the places of all partitions are in memory until then.
        partition.progress().restore(state.restoredProgress());
        keys.drain(this::restore);
        partition.progress().restoreApplied(state.restoredApplied());
        log();
    }

    private void log() {
        for (String attribute : partition.attributesLackingTexts()) {
            LOG.warn(
                    "The entities of this partition have more than {} different texts of {} beside the keys of its"
                            + " table. All are kept in the records, but some have no place in the column for queries. Give"
                            + " the attribute a table with them, or start the job with a higher parallelism.",
                    AttributeColumns.MAX_TEXTS,
                    attribute);
        }
        if (putBack > 0) {
            LOG.info("{} records had windows ahead of the clock. They have lost these windows.", putBack);
        }
        if (converted > 0) {
            LOG.info("{} records were converted to the schema and the record format of this job.", converted);
        }
    }

    private void restore(EntityId key) throws IOException {
        EntityRecord stored = records.find(key);
        EntityRecord current = evolution.converted(stored);
        boolean isConverted = !current.schemaFingerprint().equals(stored.schemaFingerprint());
        boolean wasAhead = partition.restore(current);
        checks.restored(current);
        records.restored(current);
        if (isConverted || wasAhead) {
            records.update(current);
        }
        converted += isConverted ? 1 : 0;
        putBack += wasAhead ? 1 : 0;
    }
}
