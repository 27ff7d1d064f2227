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
    private final BoundRule[] byIndex;

    /** By index, side by side, since many rules may be true of one event. */
    private final byte[] traits;

    private final RuleMatcher matcher;
    private final CellsBefore cellsBefore;
    private final AudibleRules audible;

    /** By memory, the rule's index; {@link #SILENT} if it is not enabled. */
    private final Int2IntOpenHashMap byMemory = new Int2IntOpenHashMap();

    private final boolean anyResolves;
    private final int mark;
    private final Past past;

    /** Rules none of which was changed or deleted before. */
    public RuleSet(List<BoundRule> given, RuleColumns columns, Engine engine) {
        this(given, new Past(RuleHistory.NO_TOPIC, RuleHistory.NONE, Set.of(), List.of()), columns, engine);
    }

    /**
     * What came before, and does not judge.
     *
     * @param topic whose offsets the memories are
     * @param ended the newest version that ended the memory of a rule
     * @param silent the memories of rules that the model cannot read, which are kept
     * @param faults of the newest versions of rules
     */
    record Past(long topic, long ended, Set<Integer> silent, List<Fault> faults) {}

    /** Why a version of a rule does not judge. */
    public record Fault(String rule, long version, String why) {}

    /** @param given those that are not enabled are left out */
    RuleSet(List<BoundRule> given, Past past, RuleColumns columns, Engine engine) {
        this.past = past;
        rules = given.stream()
                .filter(each -> each.rule().enabled())
                .sorted(ORDER)
                .toList();
        byIndex = rules.toArray(BoundRule[]::new);
        matcher = engine == Engine.FLAT ? new EachRule(rules) : new ThresholdSearch(rules, columns);
        traits = new byte[byIndex.length];
        audible = new AudibleRules(byIndex);
        cellsBefore = new CellsBefore(byIndex, columns);
        byMemory.defaultReturnValue(DELETED);
        past.silent.forEach(each -> byMemory.put((int) each, SILENT));
        given.forEach(each -> byMemory.put(each.memory(), SILENT));
        for (int i = 0; i < byIndex.length; i++) {
            byMemory.put(byIndex[i].memory(), i);
            traits[i] = byIndex[i].traits();
        }
        anyResolves = rules.stream().anyMatch(each -> each.rule().resolves());
        mark = Math.toIntExact(past.ended - RuleHistory.NONE + 1);
    }

    public List<BoundRule> rules() {
        return rules;
    }

    int size() {
        return byIndex.length;
    }

    BoundRule rule(int index) {
        return byIndex[index];
    }

    RuleMatcher matcher() {
        return matcher;
    }

    /** {@link BoundRule#traits}. */
    int traits(int index) {
        return traits[index];
    }

    /** Those that can fire at a time, as a set of bits by index. */
    long[] audible(long nowMs) {
        return audible.at(nowMs);
    }

    CellsBefore cellsBefore() {
        return cellsBefore;
    }

    /** The index of the rule with a memory; {@link #SILENT} of one that is not enabled, {@link #DELETED} if there is none. */
    int indexOf(int memory) {
        return byMemory.get(memory);
    }

    boolean anyResolves() {
        return anyResolves;
    }

    /** Why newer versions of rules do not judge. */
    public List<Fault> faults() {
        return past.faults;
    }

    /** Whether nothing can fire, and nothing is to be forgotten. */
    public boolean isIdle() {
        return rules.isEmpty() && mark == 1;
    }

    long topic() {
        return past.topic;
    }

    /** Is in a record whose entity remembers no rule that has ended by now; above 0. */
    int mark() {
        return mark;
    }
}
