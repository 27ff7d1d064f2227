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

    private final Memory memory;
    private final Alerts alerts;
    private final Intervals intervals;
    private final RuleValues values;
    private RuleSet rules;
    private long[] matched = {};
    private long[] ended = {};

    // Of the present event.
    private Firings firings;
    private boolean isLookedUp;
    private boolean isChanged;

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
        matched = new long[(others.rules().size() + Long.SIZE - 1) / Long.SIZE];
        ended = new long[matched.length];
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
        for (int word = 0; word < matched.length; word++) {
            for (long bits = matched[word]; bits != 0; bits &= bits - 1) {
                fire(rules.rules().get((word << 6) + Long.numberOfTrailingZeros(bits)), event.clockMs());
            }
        }
        if (record.mark() != 0 && (rules.anyResolves() || record.mark() < rules.mark())) {
            lookUp();
        }
        if (isLookedUp && firings != null) {
            resolveOrForget();
            record.mark(rules.mark());
        }
        if (isChanged) {
            store(record);
        }
    }

    private void fire(BoundRule rule, long nowMs) {
        if (!rule.rule().valid().includes(nowMs) || rule.isMuted(values.record(), nowMs)) {
            return;
        }
        final boolean isRemembered = rule.rule().every().period() != Every.Period.ALWAYS
                || rule.rule().resolves();
        if (!isRemembered) {
            fired(rule, false, 0, 0);
            return;
        }
        lookUp();
        final int place = firings == null ? -1 : firings.find(rule.memory());
        if (place >= 0 && !intervals.isOver(rule.rule().every(), firings.firedMs(place), nowMs)) {
            firings.suppress(place);
            rule.countSuppressed();
        } else {
            final int suppressed = place < 0 ? 0 : firings.suppressed(place);
            final long sinceMs = place < 0 ? 0 : firings.firedMs(place);
            fired(rule, false, suppressed, sinceMs);
            firings = firings == null ? new Firings(rules.topic()) : firings;
            firings.fired(rule.memory(), nowMs, rule.rule().resolves());
        }
        isChanged = true;
    }

    private void fired(BoundRule rule, boolean isResolved, int suppressed, long sinceMs) {
        rule.countFiring();
        alerts.fired(rule, values, isResolved, suppressed, sinceMs);
    }

    private void lookUp() {
        if (!isLookedUp) {
            firings = values.record().mark() == 0 ? null : memory.of(values.record());
            if (firings != null && firings.topic() != rules.topic()) {
                firings = null; // Rules of another topic have the same numbers.
            }
            isLookedUp = true;
        }
    }

    /** Tells of the levels that are over, and forgets rules that are deleted. */
    private void resolveOrForget() {
        Arrays.fill(ended, 0);
        for (int place = firings.size() - 1; place >= 0; place--) {
            final int rule = rules.indexOf(firings.rule(place));
            if (rule == RuleSet.DELETED) {
                firings.remove(place);
                isChanged = true;
            } else if (rule != RuleSet.SILENT && firings.isOpen(place) && (matched[rule >> 6] >> rule & 1) == 0) {
                ended[rule >> 6] |= 1L << rule;
            }
        }
        for (int word = 0; word < ended.length; word++) {
            for (long bits = ended[word]; bits != 0; bits &= bits - 1) {
                resolve(rules.rules().get((word << 6) + Long.numberOfTrailingZeros(bits)));
            }
        }
    }

    private void resolve(BoundRule rule) {
        final int place = firings.find(rule.memory());
        fired(rule, true, firings.suppressed(place), firings.firedMs(place));
        firings.resolve(place);
        isChanged = true;
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
