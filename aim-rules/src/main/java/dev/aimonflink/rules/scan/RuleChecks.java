package dev.aimonflink.rules.scan;

import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.RowMoves;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.Asker;
import dev.aimonflink.query.serve.pass.Part;
import dev.aimonflink.query.serve.pass.PartitionClocks;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.SliceTimer;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.CheckJudge;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleSet;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Checks a partition's rules, each in its interval:
 *
 * <pre>
 * due --> a scan of the columns in a pass --> rows that have changed --> their records, in slices --> alerts
 * </pre>
 *
 * The columns say for which rows a rule is true. Only those records are looked at for which this has changed since the last check, or whose
 * interval is over: there the rule is tested again as for events, and there is what has fired.
 */
public final class RuleChecks {
    /** The most firings of one check of a rule: the next one goes on. */
    public static final int MOST_FIRINGS = 10_000;

    /** The client name of its scans in passes. */
    static final String CLIENT = "rules";

    /** Readers know all Kafka partitions once they have known the same ones for so long. */
    static final long SETTLED_MS = 5_000;

    /** Between two portions of as many firings of a rule that is applied at once. */
    static final long PAUSE_MS = 1_000;

    /** A reader that has been silent for longer may have found that its Kafka partitions go on. */
    static final long HEARD_MS = 5_000;

    private static final int MOST_SCANS = 16;

    /** After this many records the time is checked. */
    private static final int RECORDS_AT_ONCE = 4;

    private static final int NO_ROW = -1;

    private final Partition partition;
    private final RuleColumns columns;
    private final CheckJudge judge;
    private final SliceTimer timer;
    private final AppliedMarks applied;
    private final BiConsumer<BoundRule, QueryError> failures;
    private final AnswerLimits limits;

    /** By what they remember. */
    private final Map<Integer, CheckedRule> checked = new LinkedHashMap<>();

    /** The rows for whose entities something may fire when a level ends. */
    private final BitSet open = new BitSet();

    /** Rules to apply at once, waiting or in progress. */
    private final Map<Long, Round> applying = new LinkedHashMap<>();

    private final Deque<Round> waiting = new ArrayDeque<>();
    private final Map<String, Round> scanning = new HashMap<>();
    private final Deque<Round> firing = new ArrayDeque<>();

    private RuleSet rules;
    private final KnownLastEvents lastEvents;

    private int knownPlaces;
    private long knownSinceMs;

    private long lookedMs;

    private long scans;
    private long ended;
    private long skipped;
    private long looked;

    /** @param failures takes the failed scans */
    public RuleChecks(
            Partition partition,
            RuleColumns columns,
            CheckJudge judge,
            PartitionClocks clocks,
            AppliedMarks applied,
            AnswerLimits limits,
            BiConsumer<BoundRule, QueryError> failures) {
        this.partition = partition;
        this.columns = columns;
        this.applied = applied;
        this.limits = limits;
        this.failures = failures;
        this.judge = judge;
        timer = new SliceTimer(clocks);
        lastEvents = new KnownLastEvents(partition);
        partition.seenBy(new Moves());
    }

    public void restored(EntityRecord record) {
        if (CheckJudge.isOpen(record)) {
            final int row = partition.rowOf(record.key());
            open.set(row);
            checked.values().forEach(each -> each.unsure(row));
        }
    }

    public void use(RuleSet others) {
        rules = others;
        Map<Integer, CheckedRule> kept = new HashMap<>(checked);
        checked.clear();
        for (BoundRule rule : others.checked()) {
            CheckedRule before = kept.get(rule.memory());
            if (before != null) {
                before.use(rule);
            }
            checked.put(rule.memory(), before == null ? new CheckedRule(rule, open) : before);
            if (RuleScan.readsIdle(rule, columns)) {
                lastEvents.keep();
            }
        }
        applying.keySet().retainAll(others.applied().keySet());
        for (BoundRule rule : others.applied().values()) {
            if (!applied.isDone(others.topic(), rule.version())) {
                applying.putIfAbsent(rule.version(), Round.ofApplied(rule));
            }
        }
        applied.keepOf(others);
        waiting.removeIf(this::isGone);
        firing.removeIf(this::isGone);
    }

    private boolean isGone(Round round) {
        return round.isOfApplied()
                ? applying.get(round.rule().version()) != round
                : checked.get(round.rule().memory()) != round.checked();
    }

    /** Follows rows. */
    private final class Moves implements RowMoves {
        @Override
        public void removed(int row, int last) {
            CheckedRule.move(open, row, last);
            checked.values().forEach(each -> each.removed(row, last));
            firing.stream().filter(each -> !each.isOfApplied()).forEach(each -> each.removed(row, last));
            applying.values().forEach(each -> each.removed(row, last));
        }

        /** An entity that comes back has been told nothing. */
        @Override
        public void emptied(int row) {
            open.clear(row);
            checked.values().forEach(each -> each.looked(row, false, CheckJudge.NEVER));
        }
    }

    // ---- what is due

    /** Begins the due checks; called again and again. */
    public void look(long wallMs) {
        lookedMs = wallMs;
        if (!isSettled(wallMs) || (checked.isEmpty() && applying.isEmpty())) {
            return;
        }
        final long nowMs = partition.presentMs(wallMs);
        if (nowMs == WindowClock.NO_TIME || !lastEvents.areKnown(wallMs)) {
            return;
        }
        for (CheckedRule each : checked.values()) {
            if (each.isDue(wallMs)) {
                begin(each, nowMs, wallMs);
            }
        }
        for (Round each : applying.values()) {
            beginOrGoOn(each, wallMs);
        }
        submit();
    }

    private boolean isSettled(long wallMs) {
        final int places = partition.progress().size();
        if (places != knownPlaces || wallMs < knownSinceMs) {
            knownPlaces = places;
            knownSinceMs = wallMs;
        }
        return places > 0 && wallMs - knownSinceMs >= SETTLED_MS;
    }

    private void begin(CheckedRule rule, long nowMs, long wallMs) {
        final long intervalMs = rule.rule().rule().check().interval().toMillis();
        final boolean isBehind = partition.progress().behindMs(wallMs) > intervalMs
                || !partition.progress().isHeardSince(wallMs - HEARD_MS);
        if (rule.isUnderWay() || isBehind) {
            rule.leaveOut(wallMs);
            skipped++;
        } else if (rule.begin(nowMs, wallMs) && (rule.rule().isAudible(nowMs) || rule.hasLevels())) {
            rule.underWay(true);
            Round round = Round.of(rule);
            round.begin(nowMs, new RuleScan(rule.rule(), columns, lastEvents.of(rule.rule(), columns), nowMs, limits));
            waiting.add(round);
        }
    }

    /**
     * The columns tell which entities to consider, unless the rule asks how long they have been idle. Its intervals go by event time; it waits until the
     * rule is valid.
     */
    private void beginOrGoOn(Round round, long wallMs) {
        final long nowMs = partition.nowMs();
        if (round.goesOn(wallMs, nowMs)) {
            firing.add(round);
        } else if (nowMs == WindowClock.NO_TIME || !round.rule().isAudible(nowMs) || !round.mayBegin(wallMs)) {
            return;
        } else if (RuleScan.canScan(round.rule().condition(), columns)) {
            round.begin(nowMs, new RuleScan(round.rule(), columns, null, nowMs, limits));
            waiting.add(round);
        } else {
            round.begin(nowMs, null);
            BitSet all = new BitSet();
            all.set(0, partition.rowsEnd());
            round.rows(all);
            firing.add(round);
        }
    }

    private void submit() {
        while (scanning.size() < MOST_SCANS && !waiting.isEmpty()) {
            Round next = waiting.removeFirst();
            String key = "rules-" + scans++;
            scanning.put(key, next);
            partition.submit(asker(key), next.scan());
        }
    }

    static Asker asker(String requestKey) {
        return new Asker(requestKey, CLIENT, Long.MAX_VALUE);
    }

    // ---- what scans have found

    /** Takes the end of its own scan, which is not part of an answer; returns whether it was one. */
    public boolean takes(Part part) {
        if (lastEvents.takes(part, lookedMs)) {
            return true;
        }
        Round round = scanning.remove(part.requestKey());
        if (round == null) {
            return false;
        }
        if (part.error() != null) {
            failed(round, part.error());
        } else if (!isGone(round)) {
            BitSet found = round.scan().rows();
            round.rows(
                    round.isOfApplied()
                            ? found
                            : round.checked()
                                    .changed(
                                            found,
                                            round.nowMs(),
                                            judge.windowMs(round.checked().rule(), round.nowMs())));
            firing.add(round);
        }
        return true;
    }

    private void failed(Round round, QueryError why) {
        skipped++;
        if (!why.isOfTheMoment()) {
            failures.accept(round.rule(), why);
        }
        if (round.isOfApplied()) {
            round.failed(lookedMs + Round.pauseMs(why));
        } else {
            round.checked().underWay(false);
        }
    }

    // ---- what fires

    /** Whether {@link #runSlice} has something to do. */
    public boolean hasWork() {
        return !firing.isEmpty() && !partition.pause().isRunning();
    }

    /** Looks at some records, for about the budget of CPU time. */
    public void runSlice(long budgetNanos) {
        timer.start(budgetNanos);
        while (hasWork()) {
            final Round round = firing.getFirst();
            if (fireSome(round)) {
                firing.removeFirst();
                end(round);
                submit();
            }
            if (timer.isOver()) {
                return;
            }
        }
    }

    /** Returns whether the round is over, or pauses. */
    private boolean fireSome(Round round) {
        for (int i = 0; i < RECORDS_AT_ONCE; i++) {
            final int row = round.fired() == MOST_FIRINGS ? NO_ROW : round.nextRow();
            if (row < 0) {
                return true;
            }
            looked++;
            final EntityRecord stored = partition.storedAt(row);
            if (round.isOfApplied()) {
                apply(round, row, stored);
            } else {
                check(round, row, stored);
            }
        }
        return false;
    }

    private void check(Round round, int row, EntityRecord storedOrNull) {
        boolean isHeard = false;
        long againMs = CheckJudge.NEVER;
        if (storedOrNull != null) {
            isHeard = judge.check(
                    round.checked().rule(), rules, storedOrNull, partition.present(storedOrNull), round.nowMs());
            againMs = judge.againMs();
            looked(round, row, storedOrNull);
        }
        round.checked().looked(row, isHeard, againMs);
    }

    private void apply(Round round, int row, EntityRecord storedOrNull) {
        if (storedOrNull != null && !applied.isDone(rules.topic(), round.rule().version(), storedOrNull.key())) {
            judge.apply(
                    round.rule(),
                    rules,
                    storedOrNull,
                    partition.present(storedOrNull),
                    round.nowMs(),
                    applied.begunMs(rules.topic(), round.rule().version(), round.nowMs()));
            looked(round, row, storedOrNull);
        }
    }

    private void looked(Round round, int row, EntityRecord stored) {
        if (judge.hasFired()) {
            round.countFiring();
        }
        open.set(row, CheckJudge.isOpen(stored));
    }

    private void end(Round round) {
        if (!round.isOfApplied()) {
            round.checked().underWay(false);
        } else if (round.isLeft()) {
            round.pauseUntil(lookedMs + PAUSE_MS);
            return;
        } else {
            applied.done(rules.topic(), round.rule().version());
            applying.remove(round.rule().version());
        }
        ended++;
    }

    // ---- figures: another thread may ask, and may see an old number

    public long ended() {
        return ended;
    }

    /** The number of checks skipped because events were behind, the previous check was not over, or the scan failed. */
    public long skipped() {
        return skipped;
    }

    public long looked() {
        return looked;
    }
}
