package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.format.EntityKeyBytes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Condition;
import dev.aimonflink.sql.evaluate.Conjuncts;
import java.time.Instant;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A rule whose condition is bound to a model. Immutable, so that all partitions share it. */
public final class BoundRule {
    private final Rule rule;
    private final long version;
    private final int memory;
    private final RuleExpressions expressions;
    private final Bound condition;
    private final Map<String, Bound> named = new LinkedHashMap<>();

    private final Condition compiled;
    private final RuleForm form;
    private final BitSet columnsBefore;
    private final boolean needsEvent;
    private final long fromMs;
    private final long toMs;
    private final long mutedUntilMs;
    private final Set<EntityId> muted = new HashSet<>();

    /**
     * @param version the offset of the rule's record
     * @param memory the offset of the first version since which condition and interval are unchanged, whose firings this rule remembers
     * @throws dev.aimonflink.matrix.model.ModelException with the expression and the character at which it is wrong
     */
    public BoundRule(Rule rule, long version, int memory, RuleColumns columns) {
        this.rule = rule;
        this.version = version;
        this.memory = memory;
        expressions = RuleExpressions.of(rule, columns);
        condition = expressions.when();
        compiled = columns.compiled(condition);
        form = RuleForm.of(condition);
        columnsBefore = columns.before(Conjuncts.columnsOf(expressions.all().toList()));
        Conjuncts.columnsOf(List.of(condition)).stream()
                .forEach(index -> named.put(columns.nameOf(index), new Bound.Field(columns.column(index), 0)));
        needsEvent = Conjuncts.columnsOf(List.of(condition)).stream().anyMatch(columns::isOfEvent);
        fromMs = ms(rule.valid().from(), Long.MIN_VALUE);
        toMs = ms(rule.valid().to(), Long.MAX_VALUE);
        mutedUntilMs = ms(rule.mute().until(), Long.MAX_VALUE);
        rule.mute().keys().forEach(each -> mute(each, columns.model()));
    }

    private void mute(String key, Model model) {
        try {
            muted.add(EntityKeyBytes.ofUser(key, model));
        } catch (InvalidInputException ofNoEntity) {
            // There is nobody to be muted.
        }
    }

    private static long ms(Instant instant, long ifNone) {
        return instant == null ? ifNone : instant.isBefore(Instant.EPOCH) ? 0 : instant.toEpochMilli();
    }

    public Rule rule() {
        return rule;
    }

    public long version() {
        return version;
    }

    public int memory() {
        return memory;
    }

    /** For its message and its new event. */
    public RuleExpressions expressions() {
        return expressions;
    }

    public Map<String, Bound> named() {
        return Collections.unmodifiableMap(named);
    }

    public Bound condition() {
        return condition;
    }

    /** The condition in searchable form, or null. */
    RuleForm form() {
        return form;
    }

    /** The columns whose values before the event it reads, in its condition or when it fires. */
    BitSet columnsBefore() {
        return columnsBefore;
    }

    long fromMs() {
        return fromMs;
    }

    long toMs() {
        return toMs;
    }

    /** Until when it is silent for some entities or all. */
    long mutedUntilMs() {
        return mutedUntilMs;
    }

    boolean isMutedForAll() {
        return rule.mute().keys().isEmpty();
    }

    boolean isMuted(EntityRecord record, long nowMs) {
        return nowMs < mutedUntilMs && (isMutedForAll() || muted.contains(record.key()));
    }

    /** {@link Intervals#code}. */
    byte interval() {
        return (byte) Intervals.code(rule.every());
    }

    boolean isRemembered() {
        return rule.every().period() != Every.Period.ALWAYS || rule.resolves();
    }

    /** Whether its condition is about an event, not an entity. */
    public boolean needsEvent() {
        return needsEvent;
    }

    /** Whether it is checked, and no event makes it fire. */
    public boolean isChecked() {
        return rule.check() != null;
    }

    public boolean isAudible(long nowMs) {
        return nowMs >= fromMs && nowMs < toMs && !(isMutedForAll() && nowMs < mutedUntilMs);
    }

    /** The condition for {@link RuleValues}. */
    Condition compiled() {
        return compiled;
    }
}
