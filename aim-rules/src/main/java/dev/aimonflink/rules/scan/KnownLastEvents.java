package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.LastEventTimes;
import dev.aimonflink.matrix.row.Rows;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.partition.RecordQuestion;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleColumns;

/** When the entities of a partition had their last events, once a rule asks: earlier ones are read from the records. */
final class KnownLastEvents {
    private static final String REQUEST = "rules-last-events";

    private final Partition partition;

    /** Null until a rule asks. */
    private LastEventTimes kept;

    private boolean areKnown;
    private boolean areRead;

    /** Before this time they are not read again. */
    private long againMs = Long.MIN_VALUE;

    KnownLastEvents(Partition partition) {
        this.partition = partition;
    }

    /** From now on they are kept. */
    void keep() {
        kept = partition.keepLastEvents();
    }

    /** Whether they are known, or nobody asks; otherwise arranges for it. */
    boolean areKnown(long wallMs) {
        if (kept == null || areKnown) {
            return true;
        }
        if (!areRead && wallMs >= againMs) {
            areRead = true;
            partition.submit(RuleChecks.asker(REQUEST), new ReadLastEvents());
        }
        return false;
    }

    /** The last-event times that a rule reads; null if it reads none. */
    LastEventTimes of(BoundRule rule, RuleColumns columns) {
        return RuleScan.readsIdle(rule, columns) ? kept : null;
    }

    /** Takes a part if it is the end of the reading, and returns whether it was. */
    boolean takes(Part part, long wallMs) {
        if (!part.requestKey().equals(REQUEST)) {
            return false;
        }
        areRead = false;
        areKnown = part.error() == null;
        if (!areKnown) {
            againMs = wallMs + Round.pauseMs(part.error());
        }
        for (int row = 0; row < partition.rowsEnd() && areKnown; row++) {
            // Rows have moved while others were read.
            areKnown = !kept.isUnknown(row);
        }
        return true;
    }

    private static final class ReadLastEvents implements RecordQuestion {
        @Override
        public Finding begin(Rows rows, long nowMs) {
            return new Finding() {
                @Override
                public void look(int row, EntityRecord recordOrNull) {
                    if (recordOrNull != null) {
                        rows.readLastEvent(row, recordOrNull);
                    }
                }

                @Override
                public Partial partial(long looked) {
                    return Partial.of(new Counts().add(looked));
                }
            };
        }
    }
}
