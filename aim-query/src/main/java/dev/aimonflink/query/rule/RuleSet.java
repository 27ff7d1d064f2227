package dev.aimonflink.query.rule;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

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
    private final int mark;
    private final long topic;

    /** Rules none of which was changed or deleted before. */
    public RuleSet(List<BoundRule> given, RuleColumns columns, Engine engine) {
        this(given, Set.of(), RuleHistory.NONE, RuleHistory.NO_TOPIC, columns, engine);
    }

    /**
     * @param given those that are not enabled are left out
     * @param silent the memories of rules that the model cannot read, which are kept
     * @param ended the newest version that ended the memory of a rule
     * @param topic whose offsets the memories are
     */
    RuleSet(
            List<BoundRule> given, Set<Integer> silent, long ended, long topic, RuleColumns columns, Engine engine) {
        this.topic = topic;
        rules = given.stream()
                .filter(each -> each.rule().enabled())
                .sorted(ORDER)
                .toList();
        matcher = engine == Engine.FLAT ? new EachRule(rules) : new ThresholdSearch(rules, columns);
        byMemory.defaultReturnValue(DELETED);
        silent.forEach(each -> byMemory.put((int) each, SILENT));
        given.forEach(each -> byMemory.put(each.memory(), SILENT));
        for (int i = 0; i < rules.size(); i++) {
            byMemory.put(rules.get(i).memory(), i);
        }
        anyResolves = rules.stream().anyMatch(each -> each.rule().resolves());
        mark = Math.toIntExact(ended - RuleHistory.NONE + 1);
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

    /** Whether nothing can fire, and nothing is to be forgotten. */
    public boolean isIdle() {
        return rules.isEmpty() && mark == 1;
    }

    long topic() {
        return topic;
    }

    /** Is in a record whose entity remembers no rule that has ended by now; above 0. */
    int mark() {
        return mark;
    }
}
