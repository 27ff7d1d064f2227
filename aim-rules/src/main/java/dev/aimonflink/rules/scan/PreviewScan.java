package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.column.Block;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.pass.Scan;
import dev.aimonflink.query.serve.pass.ScanContext;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.rules.judge.PreviewRules;
import dev.aimonflink.rules.judge.PreviewTally;
import dev.aimonflink.rules.judge.RuleColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Like {@link PreviewRules}, by a scan of the columns, unless the rules ask how long entities have been idle. */
public final class PreviewScan implements ScanQuery {
    private final PreviewRules preview;
    private final RuleColumns columns;
    private final AnswerLimits limits;

    private PreviewScan(PreviewRules preview, RuleColumns columns, AnswerLimits limits) {
        this.preview = preview;
        this.columns = columns;
        this.limits = limits;
    }

    /** Null if records have to be read. */
    public static PreviewScan of(PreviewRules preview, RuleColumns columns, AnswerLimits limits) {
        boolean canScan = preview.bound().stream()
                .allMatch(each -> RuleScan.canScan(each.condition(), columns)
                        && each.expressions()
                                .message()
                                .expressions()
                                .allMatch(part ->
                                        PreviewTally.needsEvent(part, columns) || RuleScan.canScan(part, columns)));
        return canScan ? new PreviewScan(preview, columns, limits) : null;
    }

    @Override
    public Set<String> columns() {
        Set<String> read = new TreeSet<>();
        preview.bound().forEach(each -> {
            read.addAll(RuleScan.columnsOf(each.condition(), columns));
            each.expressions().message().expressions().forEach(part -> read.addAll(RuleScan.columnsOf(part, columns)));
        });
        return read;
    }

    /** One rule after the other checks a block. */
    @Override
    public Scan open(ScanContext context) {
        PreviewTally tally = new PreviewTally(preview.bound(), columns);
        List<CandidateScan> scans = new ArrayList<>();
        for (int i = 0; i < preview.bound().size(); i++) {
            final int rule = i;
            scans.add(new CandidateScan(
                    preview.bound().get(rule).condition(),
                    columns,
                    null,
                    0,
                    context,
                    (row, at, cells) -> tally.found(rule, at::key, cells)));
        }
        return new Scan() {
            private int next;

            @Override
            public void scan(Block block, int rows) {
                boolean isLast = false;
                while (!isLast) {
                    isLast = scanPart(block, rows);
                }
            }

            @Override
            public boolean scanPart(Block block, int rows) {
                if (next < scans.size() && scans.get(next).scanPart(block, rows)) {
                    next++;
                }
                final boolean isLast = next == scans.size();
                next = isLast ? 0 : next;
                return isLast;
            }

            @Override
            public void hasUsed(long cpuNanos) {
                limits.requireTime(cpuNanos);
            }

            @Override
            public long keptBytes() {
                return tally.keptBytes()
                        + scans.stream().mapToLong(CandidateScan::keptBytes).sum();
            }

            @Override
            public Partial partial() {
                return preview.partial(tally);
            }
        };
    }

    @Override
    public List<String> answerColumns() {
        return preview.answerColumns();
    }

    @Override
    public List<String> answerTypes() {
        return preview.answerTypes();
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        return preview.answer(merged);
    }
}
