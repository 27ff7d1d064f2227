package dev.aimonflink.query.check;

import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.row.LastEvents;
import dev.aimonflink.query.pass.Scan;
import dev.aimonflink.query.pass.ScanContext;
import dev.aimonflink.query.pass.Scannable;
import dev.aimonflink.query.rule.BoundRule;
import dev.aimonflink.query.rule.RuleColumns;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Looks in the columns for the rows of which a rule is true at a time. One for each check: no two are equal. */
final class RuleScan implements Scannable {
    private final BoundRule rule;
    private final RuleColumns columns;
    private final LastEvents lastEvents;
    private final long nowMs;
    private CandidateScan opened;

    /** @param lastEvents null unless the rule reads them */
    RuleScan(BoundRule rule, RuleColumns columns, LastEvents lastEvents, long nowMs) {
        this.rule = rule;
        this.columns = columns;
        this.lastEvents = lastEvents;
        this.nowMs = nowMs;
    }

    /** The aggregates of which a rule's condition is computed. */
    static Set<String> columnsOf(BoundRule rule, RuleColumns columns) {
        MatrixSchema schema = columns.schema();
        Set<String> names = new TreeSet<>();
        Conjuncts.columnsOf(List.of(rule.condition())).stream()
                .mapToObj(columns::matrixColumn)
                .filter(column -> column != null)
                .forEach(column -> column.aggregates(schema).forEach(each -> names.add(each.name())));
        return names;
    }

    /** Whether scans can read all that its condition reads. */
    static boolean canScan(BoundRule rule, RuleColumns columns) {
        return Conjuncts.columnsOf(List.of(rule.condition())).stream().allMatch(columns::isKept);
    }

    static boolean readsIdle(BoundRule rule, RuleColumns columns) {
        return Conjuncts.columnsOf(List.of(rule.condition())).stream().anyMatch(columns::isIdle);
    }

    @Override
    public Set<String> columns() {
        return columnsOf(rule, columns);
    }

    /** As long as another check of the rule. */
    @Override
    public int shapeHash() {
        return rule.condition().hashCode();
    }

    /** A pass that a turn of windows overtakes opens it again. */
    @Override
    public Scan open(ScanContext context) {
        opened = new CandidateScan(rule.condition(), columns, lastEvents, nowMs, context);
        return opened;
    }

    /** The rows, as they were numbered when the scan ended. */
    BitSet rows() {
        return opened.found();
    }
}
