package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.record.EntityRecord;
import java.time.Duration;
import java.time.ZoneId;

/**
 * Fires rules for entities without an event, one rule for one entity at a time: at a check, and if a rule is applied at once. A level that
 * stays true fires once, and again when its interval is over; it shares its memory with events. For one partition.
 */
public final class CheckJudge {
    /** Nothing changes until the rule turns false, or true again. */
    public static final long NEVER = Long.MAX_VALUE;

    private final RuleJudge.Memory memory;
    private final RuleJudge.Alerts alerts;
    private final Intervals intervals;
    private final RuleValues values;

    // State of the present rule and entity.
    private RuleSet rules;
    private Firings firings;
    private boolean isChanged;
    private boolean hasFired;
    private long againMs;

    public CheckJudge(
            RuleColumns columns, ZoneId zone, RuleTallies tallies, RuleJudge.Memory memory, RuleJudge.Alerts alerts) {
        this.memory = memory;
        this.alerts = alerts;
        intervals = new Intervals(zone);
        values = new RuleValues(columns, tallies);
    }

    /** When the present calendar window of a rule's interval began: at its end, fixed intervals may be over. */
    public long windowMs(BoundRule rule, long nowMs) {
        intervals.turnTo(nowMs);
        return intervals.beganMs(rule.rule().every().period());
    }

    /** Whether the last rule fired, or reported the end of its level. */
    public boolean hasFired() {
        return hasFired;
    }

    /** When the last rule may fire again for the entity though it stays true: for sliding intervals only. */
    public long againMs() {
        return againMs;
    }

    /** Whether something fires when the entity's level ends. */
    public static boolean isOpen(EntityRecord stored) {
        return RuleJudge.isOpen(stored.mark());
    }

    /** @return whether the rule is true and has been heard */
    public boolean check(BoundRule rule, RuleSet among, EntityRecord stored, EntityRecord present, long nowMs) {
        begin(among, stored, present, nowMs);
        final int place = firings == null ? -1 : firings.find(rule.memory());
        boolean isHeard = false;
        if (!holds(rule)) {
            end(rule, place);
        } else if (rule.isAudible(nowMs) && !rule.isMuted(present, nowMs)) {
            isHeard = true;
            fireUnlessSilent(rule, place, nowMs);
        }
        store(stored);
        return isHeard;
    }

    /**
     * Judges a rule that waits for events as if one had come now.
     *
     * @param sinceMs when its application began: entities for which it has fired since then are skipped
     */
    public void apply(
            BoundRule rule, RuleSet among, EntityRecord stored, EntityRecord present, long nowMs, long sinceMs) {
        begin(among, stored, present, nowMs);
        final int place = firings == null ? -1 : firings.find(rule.memory());
        final boolean isDone = place >= 0 && firings.firedMs(place) >= sinceMs;
        if (!isDone && rule.isAudible(nowMs) && holds(rule) && !rule.isMuted(present, nowMs)) {
            if (place < 0) {
                fireFirst(rule, nowMs, rule.rule().resolves());
            } else if (intervals.isOver(rule.interval(), firings.firedMs(place))) {
                fireAgain(rule, place, nowMs, rule.rule().resolves());
            }
        }
        store(stored);
    }

    private boolean holds(BoundRule rule) {
        return values.tally(rule).holds(rule.compiled(), values);
    }

    private void begin(RuleSet among, EntityRecord stored, EntityRecord present, long nowMs) {
        rules = among;
        isChanged = false;
        hasFired = false;
        againMs = NEVER;
        values.of(present, nowMs);
        intervals.turnTo(nowMs);
        firings = stored.mark() == 0 ? null : memory.of(stored);
        if (firings != null && firings.topic() != rules.topic()) {
            // Rules of another topic have the same numbers.
            firings = new Firings(rules.topic());
            isChanged = true;
        }
    }

    private void fireUnlessSilent(BoundRule rule, int place, long nowMs) {
        if (place < 0) {
            fireFirst(rule, nowMs, true);
        } else if (rule.rule().every().period() != Every.Period.ALWAYS
                && intervals.isOver(rule.interval(), firings.firedMs(place))) {
            fireAgain(rule, place, nowMs, true);
        }
        if (rule.rule().every().slides()) {
            final Duration length = rule.rule().every().period().length();
            final int known = firings.find(rule.memory());
            againMs = firings.firedMs(known) + length.toMillis();
        }
    }

    private void fireFirst(BoundRule rule, long atMs, boolean opens) {
        fired(rule, false, 0, 0);
        firings = firings == null ? new Firings(rules.topic()) : firings;
        values.tally(rule).countBegun();
        firings.begin(new long[] {Firings.head(rule.memory(), opens)}, 1, atMs);
    }

    private void fireAgain(BoundRule rule, int place, long atMs, boolean opens) {
        fired(rule, false, firings.suppressed(place), firings.firedMs(place));
        firings.fired(place, atMs, opens);
    }

    private void end(BoundRule rule, int place) {
        if (place < 0 || !firings.isOpen(place)) {
            return;
        }
        if (rule.rule().resolves()) {
            fired(rule, true, firings.suppressed(place), firings.firedMs(place));
        }
        if (rule.rule().every().period() == Every.Period.ALWAYS) {
            firings.remove(place);
        } else {
            firings.resolve(place);
        }
        isChanged = true;
    }

    private void fired(BoundRule rule, boolean isResolved, int suppressed, long sinceMs) {
        final RuleTally tally = values.tally(rule);
        final long startNanos = tally.beginFiring(values);
        alerts.fired(rule, values, isResolved, suppressed, sinceMs);
        tally.end(values, startNanos);
        hasFired = true;
        isChanged = true;
    }

    private void store(EntityRecord stored) {
        if (!isChanged) {
            return;
        }
        final int markBefore = stored.mark();
        if (firings.size() == 0) {
            memory.drop(stored);
            stored.mark(0);
        } else {
            memory.keep(stored, firings);
            stored.mark(RuleJudge.mark(markBefore == 0 ? rules.mark() : markBefore, firings.anyOpen()));
        }
        if (stored.mark() != markBefore) {
            memory.marked(stored);
        }
    }
}
