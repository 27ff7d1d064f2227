package dev.aimonflink.query.rule;

import dev.aimonflink.query.rule.RuleForm.Alternative;
import dev.aimonflink.query.rule.RuleForm.Threshold;
import dev.aimonflink.sql.evaluate.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Searches for the rules that may be true. Each alternative of a rule waits at one of its thresholds. Those of a column are in order, so the
 * column's value tells by a binary search which of them it has reached; only their alternatives are looked at. A rule without such
 * a form is looked at for each event.
 */
final class ThresholdSearch implements RuleMatcher {
    private final BoundRule[] rules;

    /** The rules without thresholds. */
    private final int[] others;

    private final Waiting[] columns;
    private final Candidate[] candidates;

    /** By candidate, its rule. */
    private record Candidate(int rule, CellSource[] sources, long[] lows, long[] highs, Condition rest) {
        boolean holds(RuleValues values) {
            for (int i = 0; i < sources.length; i++) {
                if (sources[i].isNull(values)) {
                    return false;
                }
                final long value = sources[i].value(values);
                if (value < lows[i] || value > highs[i]) {
                    return false;
                }
            }
            return rest == null || rest.holds(values);
        }
    }

    /**
     * The candidates at the thresholds of a column.
     *
     * @param lows in rising order; a value reaches those up to it
     * @param highs in falling order; a value reaches those down to it
     */
    private record Waiting(CellSource source, long[] lows, int[] atLows, long[] highs, int[] atHighs) {}

    ThresholdSearch(List<BoundRule> all, RuleColumns columns) {
        rules = all.toArray(BoundRule[]::new);
        List<Integer> withoutForm = new ArrayList<>();
        List<Candidate> found = new ArrayList<>();
        Map<Integer, List<long[]>> lows = new TreeMap<>();
        Map<Integer, List<long[]>> highs = new TreeMap<>();
        for (int rule = 0; rule < rules.length; rule++) {
            RuleForm form = RuleForm.of(rules[rule].condition());
            if (form == null) {
                withoutForm.add(rule);
                continue;
            }
            for (Alternative each : form.alternatives()) {
                Threshold waitsAt = waitsAt(each);
                boolean isLow = waitsAt.low() != Long.MIN_VALUE;
                (isLow ? lows : highs)
                        .computeIfAbsent(waitsAt.column(), none -> new ArrayList<>())
                        .add(new long[] {isLow ? waitsAt.low() : waitsAt.high(), found.size()});
                found.add(candidate(rule, each, columns));
            }
        }
        others = withoutForm.stream().mapToInt(Integer::intValue).toArray();
        candidates = found.toArray(Candidate[]::new);
        TreeMap<Integer, Waiting> waiting = new TreeMap<>();
        for (Map<Integer, List<long[]>> side : List.of(lows, highs)) {
            side.keySet()
                    .forEach(column -> waiting.computeIfAbsent(
                            column,
                            of -> waiting(
                                    CellSource.of(of, columns),
                                    lows.getOrDefault(of, List.of()),
                                    highs.getOrDefault(of, List.of()))));
        }
        this.columns = waiting.values().toArray(Waiting[]::new);
    }

    /** The first that a value reaches by rising, since few entities have high counts and sums; else the first. */
    private static Threshold waitsAt(Alternative alternative) {
        return alternative.thresholds().stream()
                .filter(each -> each.low() != Long.MIN_VALUE)
                .findFirst()
                .orElse(alternative.thresholds().get(0));
    }

    private static Candidate candidate(int rule, Alternative alternative, RuleColumns columns) {
        List<Threshold> thresholds = alternative.thresholds();
        return new Candidate(
                rule,
                thresholds.stream()
                        .map(each -> CellSource.of(each.column(), columns))
                        .toArray(CellSource[]::new),
                thresholds.stream().mapToLong(Threshold::low).toArray(),
                thresholds.stream().mapToLong(Threshold::high).toArray(),
                alternative.rest() == null ? null : columns.compiled(alternative.rest()));
    }

    private static Waiting waiting(CellSource source, List<long[]> lows, List<long[]> highs) {
        List<long[]> rising = new ArrayList<>(lows);
        rising.sort(Comparator.comparingLong(each -> each[0]));
        List<long[]> falling = new ArrayList<>(highs);
        falling.sort(Comparator.<long[]>comparingLong(each -> each[0]).reversed());
        return new Waiting(source, values(rising), places(rising), values(falling), places(falling));
    }

    private static long[] values(List<long[]> entries) {
        return entries.stream().mapToLong(each -> each[0]).toArray();
    }

    private static int[] places(List<long[]> entries) {
        return entries.stream().mapToInt(each -> (int) each[1]).toArray();
    }

    @Override
    public void match(RuleValues values, long[] matched) {
        for (Waiting column : columns) {
            if (column.source.isNull(values)) {
                continue;
            }
            final long value = column.source.value(values);
            final int reachedLows = reached(column.lows, value, 1);
            for (int i = 0; i < reachedLows; i++) {
                look(candidates[column.atLows[i]], values, matched);
            }
            final int reachedHighs = reached(column.highs, value, -1);
            for (int i = 0; i < reachedHighs; i++) {
                look(candidates[column.atHighs[i]], values, matched);
            }
        }
        for (int rule : others) {
            if (rules[rule].holds(values)) {
                matched[rule >> 6] |= 1L << rule;
            }
        }
    }

    /** How many thresholds, in rising or falling order, a value has reached. */
    private static int reached(long[] thresholds, long value, int direction) {
        int reached = 0;
        int not = thresholds.length;
        while (reached < not) {
            final int middle = (reached + not) >>> 1;
            if (Long.compare(value, thresholds[middle]) * direction >= 0) {
                reached = middle + 1;
            } else {
                not = middle;
            }
        }
        return reached;
    }

    private static void look(Candidate candidate, RuleValues values, long[] matched) {
        final int word = candidate.rule >> 6;
        final long bit = 1L << candidate.rule;
        if ((matched[word] & bit) == 0 && candidate.holds(values)) {
            matched[word] |= bit;
        }
    }
}
