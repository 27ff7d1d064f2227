package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.column.ColumnSet;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.matrix.row.PartitionSettings;
import dev.aimonflink.matrix.row.SourcePartition;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.SteppedScans;
import dev.aimonflink.rules.judge.CheckJudge;
import dev.aimonflink.rules.judge.KeptState;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.plain.PlainRules.Fired;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** A partition with rules that are checked. */
final class CheckingPartition extends KeptState {
    private static final long SLICE_NANOS = 1_000;

    final List<QueryError> errors = new ArrayList<>();

    /** To questions that are not of checks. */
    final List<Part> answers = new ArrayList<>();

    final AppliedForAll applied = new AppliedForAll();
    final Partition partition;
    final RuleChecks checks;
    private final RuleJudge judge;
    private boolean hasSettled;

    /** Null if passes run on the task's thread. */
    private final SteppedScans beside;

    CheckingPartition(MatrixTables tables, ZoneId zone, RuleSet rules, ScanMode mode) {
        this(tables, zone, rules, mode, AnswerLimits.USUAL);
    }

    CheckingPartition(MatrixTables tables, ZoneId zone, RuleSet rules, ScanMode mode, AnswerLimits limits) {
        MatrixSchema schema = tables.schema();
        RuleColumns columns = new RuleColumns(tables);
        PartitionClocks clocks = new PartitionClocks(NanoClock.SYSTEM, NanoClock.SYSTEM, () -> 0);
        beside = mode.isBeside() ? new SteppedScans(clocks) : null;
        partition = new Partition(
                new Part.Source(0, 1, 0),
                new PartitionSettings(
                        new ColumnSet(
                                schema,
                                schema.columns().stream()
                                        .map(StoredColumn::name)
                                        .toList()),
                        tables.entityTables(),
                        zone,
                        new ScalarKernels()),
                this,
                clocks,
                this::takePart,
                beside == null ? null : beside.thread());
        partition.queries().scheduler().set(mode);
        RuleTallies tallies = new RuleTallies();
        judge = new RuleJudge(columns, zone, rules, tallies, this, this);
        partition.hook(judge);
        checks = new RuleChecks(
                partition,
                columns,
                new CheckJudge(columns, zone, tallies, this, this),
                clocks,
                applied,
                limits,
                (rule, error) -> errors.add(error));
        checks.use(rules);
    }

    private void takePart(Part part) {
        if (!checks.takes(part)) {
            answers.add(part);
        }
    }

    Part answer(String request) {
        return answers.stream()
                .filter(each -> each.requestKey().equals(request))
                .findFirst()
                .orElseThrow();
    }

    void use(RuleSet rules) {
        judge.use(rules);
        checks.use(rules);
    }

    @Override
    protected Partition partition() {
        return partition;
    }

    void forget(EntityId key) {
        if (partition.rowOf(key) >= 0) {
            remove(key);
            partition.forget(key);
        }
    }

    /** Goes on from some of what others have stored. */
    void restore(List<CheckingPartition> others, Predicate<EntityId> isOwn) {
        partition.advanceTo(
                others.stream().mapToLong(each -> each.partition.nowMs()).max().orElseThrow());
        for (CheckingPartition other : others) {
            other.records.forEach((key, record) -> {
                if (isOwn.test(key)) {
                    EntityRecord restored = record.copy();
                    partition.restore(restored);
                    checks.restored(restored);
                    records.put(key, record.copy());
                    byte[] remembered = other.firings.get(key);
                    if (remembered != null) {
                        firings.put(key, remembered);
                    }
                }
            });
        }
    }

    /** How far the only Kafka partition has been read. */
    void read(long newestMs, boolean isAtEnd) {
        partition
                .progress()
                .advance(List.of(new EventPlace(new SourcePartition("events", 0), 0, newestMs, isAtEnd, 0)), newestMs);
    }

    /** Runs the checks that are due when all events are in, and returns what fires. */
    List<Fired> check(long wallMs) {
        read(wallMs, true);
        return look(wallMs);
    }

    /** Runs the checks that are due, and returns what fires. */
    List<Fired> look(long wallMs) {
        fired.clear();
        if (!hasSettled) {
            checks.look(wallMs - RuleChecks.SETTLED_MS);
            hasSettled = true;
        }
        checks.look(wallMs);
        run();
        // The first look may have had to wait until it was known who is idle.
        checks.look(wallMs);
        run();
        return List.copyOf(fired);
    }

    void run() {
        while (partition.hasWork() || checks.hasWork() || (beside != null && beside.isBusy())) {
            if (beside == null || !beside.goOn(partition.queries())) {
                partition.runSlice(SLICE_NANOS);
            }
            checks.runSlice(SLICE_NANOS);
        }
    }

    /** What has been applied in the partition. */
    static final class AppliedForAll implements AppliedMarks {
        final Set<Long> versions = new HashSet<>();
        private final Map<Long, Long> begunMs = new HashMap<>();

        @Override
        public boolean isDone(long topic, long version) {
            return versions.contains(version);
        }

        @Override
        public boolean isDone(long topic, long version, EntityId key) {
            return versions.contains(version);
        }

        @Override
        public long begunMs(long topic, long version, long nowMs) {
            return begunMs.computeIfAbsent(version, unknown -> nowMs);
        }

        @Override
        public void keepOf(RuleSet rules) {}

        @Override
        public void done(long topic, long version) {
            versions.add(version);
        }
    }
}
