package dev.aimonflink.query.rule;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Comparator;
import java.util.List;

/** The rules that judge an event, in the order in which they fire. For one thread. */
public final class RuleSet {
    static final int SILENT = -1;
    static final int DELETED = -2;

    private static final Comparator<BoundRule> ORDER = Comparator.<BoundRule>comparingInt(
                    each -> -each.rule().priority())
            .thenComparing(each -> each.rule().id());

    /** Where the true ones are looked for. */
    public enum Engine {
        /** Among those whose thresholds are reached. */
        SEARCH,
        /** Among all. */
        FLAT
    }

    private final List<BoundRule> rules;
    private final RuleMatcher matcher;

    /** By memory, the rule's index; {@link #SILENT} if it is not enabled. */
    private final Int2IntOpenHashMap byMemory = new Int2IntOpenHashMap();

    private final boolean anyResolves;

    /** @param given those that are not enabled are left out */
    public RuleSet(List<BoundRule> given, RuleColumns columns, Engine engine) {
        rules = given.stream()
                .filter(each -> each.rule().enabled())
                .sorted(ORDER)
                .toList();
        matcher = engine == Engine.FLAT ? new EachRule(rules) : new ThresholdSearch(rules, columns);
        byMemory.defaultReturnValue(DELETED);
        given.forEach(each -> byMemory.put(each.memory(), rules.indexOf(each)));
        anyResolves = rules.stream().anyMatch(each -> each.rule().resolves());
    }

    public List<BoundRule> rules() {
        return rules;
    }

    RuleMatcher matcher() {
        return matcher;
    }

    /** The index of the rule with a memory; {@link #SILENT} of one that is not enabled, {@link #DELETED} if there is none. */
    int indexOf(int memory) {
        return byMemory.get(memory);
    }

    boolean anyResolves() {
        return anyResolves;
    }
}
