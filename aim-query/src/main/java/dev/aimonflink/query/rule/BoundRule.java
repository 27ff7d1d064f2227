package dev.aimonflink.query.rule;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Condition;

/** A rule whose condition means something for a model. For one thread. */
public final class BoundRule {
    private final Rule rule;
    private final long version;
    private final int memory;
    private final Bound condition;

    private final Condition compiled;

    private long failures;

    /**
     * @param version the offset of the rule's record
     * @param memory the offset of the first version since which condition and interval are the same: whose firings this rule remembers
     * @throws SqlException with the character at which the condition is wrong
     */
    public BoundRule(Rule rule, long version, int memory, RuleColumns columns) {
        this.rule = rule;
        this.version = version;
        this.memory = memory;
        condition = columns.condition(rule.when());
        compiled = columns.compiled(condition);
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

    Bound condition() {
        return condition;
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
