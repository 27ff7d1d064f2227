package dev.aimonflink.rules.judge;

/** Finds the rules that are true for an event. */
interface RuleMatcher {
    /** @param matched a bit for each rule, by its index, all clear; those of the true ones are set */
    void match(RuleValues values, long[] matched);
}
