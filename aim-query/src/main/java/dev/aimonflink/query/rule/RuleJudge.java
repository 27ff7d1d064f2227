package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.UpdateHook;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * Fires the rules that an event makes true, or leaves true: a rule is a level, and fires again as soon as its interval is over. All is
 * judged by the time of the event's Kafka partition, so that a replay fires alike. For one partition.
 */
public final class RuleJudge implements UpdateHook {
    /** Keeps what entities remember; nothing of those for which no rule with an interval has fired. */
    public interface Memory {
        /** That of an entity which has some. The judge changes it in place. */
        Firings of(EntityRecord record);

        /** Stores what has changed. */
        void keep(EntityRecord record, Firings firings);

        void drop(EntityRecord record);
    }

    /** Takes what fires. Rule and event are good until it returns. */
    public interface Alerts {
        /**
         * @param isResolved whether the rule is no longer true
         * @param suppressed for how many events it was silent since it fired last
         * @param sinceMs when that was; 0 if it has not fired yet, or nothing is remembered
         */
        void fired(BoundRule rule, RuleValues values, boolean isResolved, int suppressed, long sinceMs);
    }

    private static final int NO_PLACE = -1;

    private final Memory memory;
    private final Alerts alerts;
    private final Intervals intervals;
    private final RuleValues values;
    private RuleSet rules;

    // By rule, as sets of bits.
    private long[] matched = {};
    private long[] begun = {};
    private long[] ended = {};

    // Of the present event.
    private Firings firings;
    private boolean isLookedUp;
    private boolean isChanged;

    /** By rule, its place in the firings. */
    private int[] places = {};

    public RuleJudge(RuleColumns columns, ZoneId zone, RuleSet rules, Memory memory, Alerts alerts) {
        this.memory = memory;
        this.alerts = alerts;
        intervals = new Intervals(zone);
        values = new RuleValues(columns);
        use(rules);
    }

    /** Judges from now on by other rules. */
    public void use(RuleSet others) {
        rules = others;
        values.keeps(others.cellsBefore());
        matched = new long[(others.size() + Long.SIZE - 1) / Long.SIZE];
        begun = new long[matched.length];
        ended = new long[matched.length];
        places = new int[others.size()];
    }

    @Override
    public void before(EntityRecord record) {
        values.before(record);
    }

    @Override
    public void after(EntityRecord record, DeclaredEvent event) {
        values.of(record, event);
        isLookedUp = false;
        isChanged = false;
        Arrays.fill(matched, 0);
        rules.matcher().match(values, matched);
        final long[] audible = rules.audible(event.clockMs());
        for (int word = 0; word < matched.length; word++) {
            for (long bits = matched[word] & audible[word]; bits != 0; bits &= bits - 1) {
                fire((word << 6) + Long.numberOfTrailingZeros(bits), event.clockMs());
            }
        }
        if (record.mark() != 0 && (rules.anyResolves() || record.mark() < rules.mark())) {
            lookUp(event.clockMs());
        }
        if (isLookedUp) {
            resolve();
            rememberBegun(event.clockMs());
        }
        if (isLookedUp && firings != null) {
            record.mark(rules.mark());
        }
        if (isChanged) {
            store(record);
        }
    }

    private void fire(int index, long nowMs) {
        final BoundRule rule = rules.rule(index);
        final int traits = rules.traits(index);
        if ((traits & BoundRule.MUTES_KEYS) != 0 && rule.isMuted(values.record(), nowMs)) {
            return;
        }
        if ((traits & BoundRule.IS_REMEMBERED) == 0) {
            fired(rule, false, 0, 0);
            return;
        }
        lookUp(nowMs);
        final int place = places[index];
        if (place == NO_PLACE) {
            fired(rule, false, 0, 0);
            begun[index >> 6] |= 1L << index;
        } else if (intervals.isOver(traits & BoundRule.INTERVAL, firings.firedMs(place))) {
            fired(rule, false, firings.suppressed(place), firings.firedMs(place));
            firings.fired(place, nowMs, rule.rule().resolves());
        } else {
            firings.suppress(place);
            rule.countSuppressed();
        }
        isChanged = true;
    }

    private void fired(BoundRule rule, boolean isResolved, int suppressed, long sinceMs) {
        rule.countFiring();
        alerts.fired(rule, values, isResolved, suppressed, sinceMs);
    }

    /** Finds what the entity remembers, without rules that are deleted. */
    private void lookUp(long nowMs) {
        if (isLookedUp) {
            return;
        }
        isLookedUp = true;
        intervals.turnTo(nowMs);
        Arrays.fill(places, NO_PLACE);
        Arrays.fill(begun, 0);
        firings = values.record().mark() == 0 ? null : memory.of(values.record());
        if (firings != null && firings.topic() != rules.topic()) {
            // Rules of another topic have the same numbers.
            firings = new Firings(rules.topic());
            isChanged = true;
        }
        int place = 0;
        while (firings != null && place < firings.size()) {
            final int rule = rules.indexOf(firings.rule(place));
            if (rule == RuleSet.DELETED) {
                firings.remove(place);
                isChanged = true;
                continue;
            }
            if (rule != RuleSet.SILENT) {
                places[rule] = place;
            }
            place++;
        }
    }

    /** Tells of the levels that are over. */
    private void resolve() {
        Arrays.fill(ended, 0);
        for (int place = 0; firings != null && place < firings.size(); place++) {
            final int rule = firings.isOpen(place) ? rules.indexOf(firings.rule(place)) : RuleSet.SILENT;
            if (rule != RuleSet.SILENT && (matched[rule >> 6] >> rule & 1) == 0) {
                ended[rule >> 6] |= 1L << rule;
            }
        }
        for (int word = 0; word < ended.length; word++) {
            for (long bits = ended[word]; bits != 0; bits &= bits - 1) {
                resolve((word << 6) + Long.numberOfTrailingZeros(bits));
            }
        }
    }

    private void resolve(int index) {
        final int place = places[index];
        fired(rules.rule(index), true, firings.suppressed(place), firings.firedMs(place));
        firings.resolve(place);
        isChanged = true;
    }

    /** Last, since it moves the others. */
    private void rememberBegun(long nowMs) {
        int count = 0;
        for (long word : begun) {
            count += Long.bitCount(word);
        }
        if (count > 0) {
            firings = firings == null ? new Firings(rules.topic()) : firings;
            firings.reserve(count);
        }
        for (int word = 0; word < begun.length; word++) {
            for (long bits = begun[word]; bits != 0; bits &= bits - 1) {
                final BoundRule rule = rules.rule((word << 6) + Long.numberOfTrailingZeros(bits));
                firings.begin(rule.memory(), nowMs, rule.rule().resolves());
            }
        }
    }

    private void store(EntityRecord record) {
        if (firings.size() == 0) {
            memory.drop(record);
            record.mark(0);
        } else {
            memory.keep(record, firings);
        }
    }
}
