package dev.aimonflink.clients.rule;

import dev.aimonflink.clients.rule.BackTestReport.Count;
import dev.aimonflink.clients.rule.BackTestReport.OfRule;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.RuleJudge;
import dev.aimonflink.rules.judge.RuleSet;
import dev.aimonflink.rules.judge.RuleTallies;
import dev.aimonflink.rules.judge.RuleValues;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Counts what the rules of a back-test fire, event by event. */
final class BackTestTally implements RuleJudge.Alerts {
    static final int TOP = 10;
    static final int SAME = 3;

    private static final Comparator<Count> MOST_FIRST =
            Comparator.comparingLong(Count::count).reversed().thenComparing(Count::name);

    private static final class OfOne {
        private final long[] byDay;
        private final Object2IntOpenHashMap<EntityId> entities = new Object2IntOpenHashMap<>();

        /** By the job's rule, for how many events both have fired. */
        private final Int2IntOpenHashMap same = new Int2IntOpenHashMap();

        private long firings;
        private long resolved;
        private long alone;

        OfOne(int days) {
            byDay = new long[days];
        }
    }

    private final BackTestRules rules;
    private final RuleJudge.Alerts alerts;
    private final OfOne[] tested;
    private final List<LocalDate> days;
    private final long[] dayStartsMs;

    // State of the present event.
    private boolean isTested;
    private long recordMs;
    private final IntArrayList fired = new IntArrayList();
    private final IntArrayList firedOfJob = new IntArrayList();

    BackTestTally(BackTestRules rules, BackTestSpan span, RuleJudge.Alerts alerts) {
        this.rules = rules;
        this.alerts = alerts;
        ZoneId zone = rules.model().zone();
        days = day(span.fromMs(), zone)
                .datesUntil(
                        day(Math.max(span.fromMs(), span.untilMs() - 1), zone).plusDays(1))
                .toList();
        dayStartsMs = days.stream()
                .mapToLong(each -> each.atStartOfDay(zone).toInstant().toEpochMilli())
                .toArray();
        tested = Stream.generate(() -> new OfOne(days.size()))
                .limit(rules.tested())
                .toArray(OfOne[]::new);
    }

    private static LocalDate day(long timeMs, ZoneId zone) {
        return Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate();
    }

    /** @param ofRecordMs when Kafka took the event to be judged next */
    void begin(boolean isOfTestedSpan, long ofRecordMs) {
        isTested = isOfTestedSpan;
        recordMs = ofRecordMs;
    }

    @Override
    public void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs) {
        if (!isTested) {
            return;
        }
        final int memory = rule.memory();
        if (memory >= tested.length) {
            if (!isResolved) {
                firedOfJob.add(memory);
            }
            return;
        }
        OfOne ofRule = tested[memory];
        if (isResolved) {
            ofRule.resolved++;
        } else {
            ofRule.firings++;
            ofRule.byDay[dayOfRecord()]++;
            ofRule.entities.addTo(values.record().key(), 1);
            fired.add(memory);
        }
        alerts.fired(rule, values, isResolved, suppressed, sinceMs);
    }

    /** A producer's clock may be ahead of the last day. */
    private int dayOfRecord() {
        int place = Arrays.binarySearch(dayStartsMs, recordMs);
        return Math.max(0, place >= 0 ? place : -place - 2);
    }

    /** All rules have judged the event. */
    void end() {
        for (int i = 0; i < fired.size(); i++) {
            OfOne ofRule = tested[fired.getInt(i)];
            ofRule.alone += firedOfJob.isEmpty() ? 1 : 0;
            for (int j = 0; j < firedOfJob.size(); j++) {
                ofRule.same.addTo(firedOfJob.getInt(j), 1);
            }
        }
        fired.clear();
        firedOfJob.clear();
    }

    // ---- report

    List<LocalDate> days() {
        return days;
    }

    /** @param set by which all events of the tested span were judged */
    List<OfRule> report(RuleSet set, RuleTallies tallies) {
        BoundRule[] bound = new BoundRule[tested.length];
        set.rules().stream().filter(each -> each.memory() < bound.length).forEach(each -> bound[each.memory()] = each);
        List<OfRule> report = new ArrayList<>();
        for (int i = 0; i < tested.length; i++) {
            OfOne one = tested[i];
            report.add(new OfRule(
                    rules.id(i),
                    one.firings,
                    one.resolved,
                    LongStream.of(one.byDay).boxed().toList(),
                    one.entities.size(),
                    tallies.of(bound[i]).suppressed(),
                    tallies.of(bound[i]).failures(),
                    top(one.entities),
                    same(one.same),
                    one.alone));
        }
        return report;
    }

    private static List<Count> top(Object2IntOpenHashMap<EntityId> entities) {
        Stream<Object2IntMap.Entry<EntityId>> all = entities.object2IntEntrySet().stream();
        return all.map(each -> new Count(each.getKey().toString(), each.getIntValue()))
                .sorted(MOST_FIRST)
                .limit(TOP)
                .toList();
    }

    private List<Count> same(Int2IntOpenHashMap ofJob) {
        Stream<Int2IntMap.Entry> all = ofJob.int2IntEntrySet().stream();
        return all.map(each -> new Count(rules.id(each.getIntKey()), each.getIntValue()))
                .sorted(MOST_FIRST)
                .limit(SAME)
                .toList();
    }
}
