package dev.aimonflink.query.rule;

import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Condition;
import java.time.Instant;

/** A rule whose condition means something for a model. For one thread. */
public final class BoundRule {
    private final Rule rule;
    private final long version;
    private final int memory;
    private final RuleExpressions expressions;
    private final Bound condition;

    private final Condition compiled;
    private final long mutedUntilMs;

    private long failures;

    /**
     * @param version the offset of the rule's record
     * @param memory the offset of the first version since which condition and interval are the same: whose firings this rule remembers
     * @throws dev.aimonflink.matrix.model.ModelException with the expression and the character at which it is wrong
     */
    public BoundRule(Rule rule, long version, int memory, RuleColumns columns) {
        this.rule = rule;
        this.version = version;
        this.memory = memory;
        expressions = RuleExpressions.of(rule, columns);
        condition = expressions.when();
        compiled = columns.compiled(condition);
        Instant until = rule.mute().until();
        mutedUntilMs = until == null ? Long.MAX_VALUE : until.isBefore(Instant.EPOCH) ? 0 : until.toEpochMilli();
    }

    public Rule rule() {
        return rule;
    }

    public long version() {
        return version;
    }

    int memory() {
        return memory;
    }

    /** What its message and its new event are made of. */
    public RuleExpressions expressions() {
        return expressions;
    }

    Bound condition() {
        return condition;
    }

    /** Whether it is silent for an entity. */
    boolean isMuted(EntityRecord record, long nowMs) {
        return nowMs < mutedUntilMs
                && (rule.mute().keys().isEmpty()
                        || rule.mute().keys().contains(record.key().toString()));
    }

    /** Whether it is true. One that fails, as in a division by zero, is not, and is counted. */
    boolean holds(RuleValues values) {
        try {
            return compiled.holds(values);
        } catch (SqlException failed) {
            failures++;
            return false;
        }
    }

    /** How often it failed. */
    public long failures() {
        return failures;
    }
}
