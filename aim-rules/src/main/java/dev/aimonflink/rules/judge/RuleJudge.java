package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.UpdateHook;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * Fires the rules that an event makes true, or leaves true: a rule is a level, and fires again once its interval is over. All is judged by
 * the time of the event's Kafka partition, so that a replay fires alike. For one partition.
 */
public final class RuleJudge implements UpdateHook {
    /** Keeps what entities remember; nothing if no rule with an interval, or one that resolves, has fired for them. */
    public interface Memory {
        /** For an entity that has some; the judge changes it in place. */
        Firings of(EntityRecord record);

        /** Stores what has changed. */
        void keep(EntityRecord record, Firings firings);

        void drop(EntityRecord record);

        void marked(EntityRecord record);

        /** By how many bytes it exceeds its limit; not above 0 if there is room. */
        default long bytesTooMany() {
            return 0;
        }
    }

    /** Takes what fires; rule and event are valid until it returns. */
    public interface Alerts {
        /**
         * @param values without an event for a rule that a scan has found true
         * @param suppressed for how many events it was silent since it last fired
         * @param sinceMs when that was; 0 if it has not fired yet, or nothing is remembered
         */
        void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs);
    }

    /** The bit of a record's mark that says whether a level is open. */
    private static final int OPEN = 1;

    private final Memory memory;
    private final Alerts alerts;
    private final Intervals intervals;
    private final RuleValues values;
    private RuleSet rules;
    private AudibleRules audible;
    private RuleTally[] tallies;

    // By rule, as sets of bits.
    private long[] matched = {};
    private long[] firing = {};
    private long[] ended = {};
    /** Remembered, and their interval is over. */
    private long[] due = {};

    /** By rule's rank. */
    private long[] begun = {};

    /** The heads of those that have begun. */
    private long[] heads = {};

    /** By rule's index, where the entity's memory has it. */
    private int[] places = {};

    // State of the present event.
    private Firings firings;
    private boolean isChanged;

    public RuleJudge(
            RuleColumns columns, ZoneId zone, RuleSet rules, RuleTallies tallies, Memory memory, Alerts alerts) {
        this.memory = memory;
        this.alerts = alerts;
        intervals = new Intervals(zone);
        values = new RuleValues(columns, tallies);
        use(rules);
    }

    public void use(RuleSet others) {
        rules = others;
        tallies = values.use(others);
        audible = new AudibleRules(others.byIndex());
        matched = new long[(others.size() + Long.SIZE - 1) / Long.SIZE];
        firing = new long[matched.length];
        ended = new long[matched.length];
        due = new long[matched.length];
        begun = new long[matched.length];
        heads = new long[others.size()];
        places = new int[others.size()];
    }

    @Override
    public void before(EntityRecord record) {
        values.before(record);
    }

    @Override
    public void after(EntityRecord record, DeclaredEvent event) {
        values.of(record, event);
        Arrays.fill(matched, 0);
        rules.matcher().match(values, matched);
        if (hear(event.clockMs()) || isToBeLookedAt(record.mark())) {
            judgeWithMemory(record, event.clockMs());
        } else {
            fire(event.clockMs());
        }
    }

    static boolean isOpen(int mark) {
        return (mark & OPEN) != 0;
    }

    static int mark(int ofRules, boolean isOpen) {
        return (ofRules & ~OPEN) | (isOpen ? OPEN : 0);
    }

    /** Whether the entity has a level to resolve, or remembers a rule that may have ended. */
    private boolean isToBeLookedAt(int mark) {
        return isOpen(mark) || (mark != 0 && mark < rules.mark());
    }

    /** Finds the true ones that may fire; returns whether one of them is remembered. */
    private boolean hear(long nowMs) {
        final long[] heard = audible.at(nowMs);
        final long[] remembered = rules.remembered();
        long anyRemembered = 0;
        for (int word = 0; word < firing.length; word++) {
            firing[word] = matched[word] & heard[word];
            for (long bits = firing[word] & rules.muting()[word]; bits != 0; bits &= bits - 1) {
                if (rules.rule((word << 6) + Long.numberOfTrailingZeros(bits)).isMuted(values.record(), nowMs)) {
                    firing[word] &= ~Long.lowestOneBit(bits);
                }
            }
            anyRemembered |= firing[word] & remembered[word];
        }
        return anyRemembered != 0;
    }

    private void judgeWithMemory(EntityRecord record, long nowMs) {
        intervals.turnTo(nowMs);
        isChanged = false;
        Arrays.fill(due, 0);
        Arrays.fill(ended, 0);
        Arrays.fill(begun, 0);
        firings = record.mark() == 0 ? null : memory.of(record);
        if (firings != null && firings.topic() != rules.topic()) {
            // Rules of another topic have the same numbers.
            firings = new Firings(rules.topic());
            isChanged = true;
        }
        silence();
        fire(nowMs);
        resolve();
        rememberBegun(nowMs);
        if (isChanged) {
            store(record);
        }
        if (firings != null) {
            record.mark(firings.size() == 0 ? 0 : mark(rules.mark(), firings.anyOpen()));
        }
    }

    /** Removes those whose interval is not over; forgets deleted rules, and notes the ended levels. */
    private void silence() {
        for (int place = 0; firings != null && place < firings.size(); place++) {
            final int index = rules.indexOf(firings.rule(place));
            if (index == RuleSet.DELETED) {
                firings.remove(place--);
                isChanged = true;
            } else if (index != RuleSet.SILENT) {
                silence(index, place);
            }
        }
    }

    private void silence(int index, int place) {
        final int word = index >> 6;
        final long bit = 1L << index;
        if ((firing[word] & bit & rules.remembered()[word]) == 0) {
            if (firings.isOpen(place) && (matched[word] & bit) == 0) {
                ended[word] |= bit;
                places[index] = place;
            }
        } else if (intervals.isOver(rules.interval(index), firings.firedMs(place))) {
            due[word] |= bit;
            places[index] = place;
        } else {
            firing[word] &= ~bit;
            firings.suppress(place);
            tallies[index].countSuppressed();
            isChanged = true;
        }
    }

    private void fire(long nowMs) {
        for (int word = 0; word < firing.length; word++) {
            for (long bits = firing[word]; bits != 0; bits &= bits - 1) {
                final int index = (word << 6) + Long.numberOfTrailingZeros(bits);
                final long bit = Long.lowestOneBit(bits);
                if ((rules.remembered()[word] & bit) == 0) {
                    fired(index, false, 0, 0);
                } else if ((due[word] & bit) == 0) {
                    fired(index, false, 0, 0);
                    begun[rules.rank(index) >> 6] |= 1L << rules.rank(index);
                    tallies[index].countBegun();
                    isChanged = true;
                } else {
                    final int place = places[index];
                    fired(index, false, firings.suppressed(place), firings.firedMs(place));
                    firings.fired(place, nowMs, rules.rule(index).rule().resolves());
                    isChanged = true;
                }
            }
        }
    }

    private void fired(int index, boolean isResolved, int suppressed, long sinceMs) {
        final long startNanos = tallies[index].beginFiring(values);
        alerts.fired(rules.rule(index), values, isResolved, suppressed, sinceMs);
        tallies[index].end(values, startNanos);
    }

    private void resolve() {
        for (int word = 0; word < ended.length; word++) {
            for (long bits = ended[word]; bits != 0; bits &= bits - 1) {
                final int index = (word << 6) + Long.numberOfTrailingZeros(bits);
                final int place = places[index];
                // Also of a rule that resolves no longer: who has heard of the level waits for its end.
                fired(index, true, firings.suppressed(place), firings.firedMs(place));
                firings.resolve(place);
                isChanged = true;
            }
        }
    }

    /** Last, since it moves the others. */
    private void rememberBegun(long nowMs) {
        int count = 0;
        for (int word = 0; word < begun.length; word++) {
            for (long bits = begun[word]; bits != 0; bits &= bits - 1) {
                heads[count++] = rules.head((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
        if (count > 0) {
            firings = firings == null ? new Firings(rules.topic()) : firings;
            firings.begin(heads, count, nowMs);
        }
    }

    private void store(EntityRecord record) {
        if (firings.size() == 0) {
            memory.drop(record);
        } else {
            memory.keep(record, firings);
        }
    }

    /** The rules that can fire in the present: valid, and not muted for all entities. They stay the same for a long time. */
    private static final class AudibleRules {
        private final BoundRule[] rules;
        private final long[] bits;

        // The times that the bits hold for.
        private long fromMs = Long.MAX_VALUE;
        private long untilMs = Long.MIN_VALUE;

        AudibleRules(BoundRule[] rules) {
            this.rules = rules;
            bits = new long[(rules.length + Long.SIZE - 1) / Long.SIZE];
        }

        /** As a set of bits, by the index of the rule. */
        long[] at(long nowMs) {
            if (nowMs < fromMs || nowMs >= untilMs) {
                turnTo(nowMs);
            }
            return bits;
        }

        private void turnTo(long nowMs) {
            fromMs = Long.MIN_VALUE;
            untilMs = Long.MAX_VALUE;
            for (int i = 0; i < rules.length; i++) {
                final BoundRule rule = rules[i];
                final boolean isAudible = hasCome(rule.fromMs(), nowMs)
                        && !hasCome(rule.toMs(), nowMs)
                        && (!rule.isMutedForAll() || hasCome(rule.mutedUntilMs(), nowMs));
                bits[i >> 6] = isAudible ? bits[i >> 6] | 1L << i : bits[i >> 6] & ~(1L << i);
            }
        }

        /** Whether a time has come; narrows the times that the bits hold for to those in which this stays so. */
        private boolean hasCome(long timeMs, long nowMs) {
            if (nowMs >= timeMs) {
                fromMs = Math.max(fromMs, timeMs);
                return true;
            }
            untilMs = Math.min(untilMs, timeMs);
            return false;
        }
    }
}
