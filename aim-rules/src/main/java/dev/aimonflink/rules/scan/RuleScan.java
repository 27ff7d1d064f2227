package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.row.LastEventTimes;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.aggregate.Count.Counts;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.pass.Scannable;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Searches the columns for the rows for which a rule is true at a time. One for each check: no two are equal. */
final class RuleScan implements Scannable {
    private final BoundRule rule;
    private final RuleColumns columns;
    private final LastEventTimes lastEvents;
    private final long nowMs;
    private final AnswerLimits limits;
    private BitSet found;

    /** @param lastEvents null unless the rule reads them */
    RuleScan(BoundRule rule, RuleColumns columns, LastEventTimes lastEvents, long nowMs, AnswerLimits limits) {
        this.rule = rule;
        this.columns = columns;
        this.lastEvents = lastEvents;
        this.nowMs = nowMs;
        this.limits = limits;
    }

    /** The aggregates from which an expression is computed. */
    static Set<String> columnsOf(Bound expression, RuleColumns columns) {
        MatrixSchema schema = columns.schema();
        Set<String> names = new TreeSet<>();
        Conjuncts.columnsOf(List.of(expression)).stream()
                .filter(index -> !columns.isOfEvent(index))
                .mapToObj(columns::matrixColumn)
                .filter(column -> column != null)
                .forEach(column -> column.aggregates(schema).forEach(each -> names.add(each.name())));
        return names;
    }

    static boolean canScan(Bound expression, RuleColumns columns) {
        return Conjuncts.columnsOf(List.of(expression)).stream().noneMatch(columns::isIdle);
    }

    static boolean readsIdle(BoundRule rule, RuleColumns columns) {
        return Conjuncts.columnsOf(List.of(rule.condition())).stream().anyMatch(columns::isIdle);
    }

    @Override
    public Set<String> columns() {
        return columnsOf(rule.condition(), columns);
    }

    /** Takes as long as another check of the rule. */
    @Override
    public int shapeHash() {
        return rule.condition().hashCode();
    }

    /** A pass overtaken by a turn of windows opens it again. */
    @Override
    public Scan open(ScanContext context) {
        final BitSet rows = new BitSet();
        found = rows;
        final CandidateScan candidates = new CandidateScan(
                rule.condition(), columns, lastEvents, nowMs, context, (row, at, cells) -> rows.set(row));
        return new Scan() {
            @Override
            public void scan(Block block, int ofBlock) {
                boolean isLast = false;
                while (!isLast) {
                    isLast = scanPart(block, ofBlock);
                }
            }

            @Override
            public boolean scanPart(Block block, int ofBlock) {
                return candidates.scanPart(block, ofBlock);
            }

            @Override
            public void hasUsed(long cpuNanos) {
                limits.requireTime(cpuNanos);
            }

            @Override
            public long keptBytes() {
                return candidates.keptBytes() + rows.size() / Byte.SIZE;
            }

            @Override
            public Partial partial() {
                return Partial.of(new Counts().add(rows.cardinality()));
            }
        };
    }

    /** As numbered when the scan ended. */
    BitSet rows() {
        return found;
    }
}
