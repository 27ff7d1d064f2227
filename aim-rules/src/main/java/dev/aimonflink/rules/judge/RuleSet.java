package dev.aimonflink.rules.judge;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules that judge an event, in firing order. Immutable, so that all partitions share it. */
public final class RuleSet {
    static final int SILENT = -1;
    static final int DELETED = -2;

    private static final Comparator<BoundRule> ORDER = Comparator.<BoundRule>comparingInt(
                    each -> -each.rule().priority())
            .thenComparing(each -> each.rule().id());

    /** Where the true ones are searched. */
    public enum Engine {
        /** Among those with reached thresholds. */
        SEARCH,
        /** Among all. */
        FLAT
    }

    private final List<BoundRule> rules;

    /** The rules judged at events. */
    private final BoundRule[] byIndex;

    // By index, side by side, since many rules may be true for one event.
    private final byte[] intervals;
    private final long[] remembered;
    private final long[] muting;

    /** By index, its rank among the memories. */
    private final int[] ranks;

    /** By rank, {@link Firings#head}. */
    private final long[] heads;

    private final RuleMatcher matcher;
    private final CellsBefore cellsBefore;

    /** By memory, the rule's index; {@link #SILENT} if no event makes it fire. */
    private final Int2IntOpenHashMap byMemory = new Int2IntOpenHashMap();

    private final int mark;
    private final Past past;

    /** For rules without earlier changes or deletions. */
    public RuleSet(List<BoundRule> given, RuleColumns columns, Engine engine) {
        this(
                given,
                new Past(RuleHistory.NO_TOPIC, Long.MAX_VALUE, RuleHistory.NONE, Set.of(), Map.of(), List.of()),
                columns,
                engine);
    }

    /**
     * What came before, and does not judge.
     *
     * @param topic whose offsets the memories are
     * @param version of the rules; a memory that begins later belongs to a rule that they do not know yet
     * @param ended the newest version that ended a rule's memory
     * @param silent the kept memories of rules that the model cannot read
     * @param applied by version, rules that also fire at once, for whom they are true
     */
    record Past(
            long topic,
            long version,
            long ended,
            Set<Integer> silent,
            Map<Long, BoundRule> applied,
            List<Fault> faults) {}

    /** @param suspended the rule as it judged before, if the job suspended it and nothing else is wrong; else null */
    public record Fault(String rule, long version, String why, BoundRule suspended) {
        public boolean isSuspended() {
            return suspended != null;
        }
    }

    /** @param given disabled ones are left out */
    RuleSet(List<BoundRule> given, Past past, RuleColumns columns, Engine engine) {
        this.past = past;
        rules = given.stream()
                .filter(each -> each.rule().enabled())
                .sorted(ORDER)
                .toList();
        List<BoundRule> atEvents =
                rules.stream().filter(each -> !each.isChecked()).toList();
        byIndex = atEvents.toArray(BoundRule[]::new);
        matcher = engine == Engine.FLAT ? new EachRule(atEvents) : new ThresholdSearch(atEvents, columns);
        intervals = new byte[byIndex.length];
        remembered = new long[(byIndex.length + Long.SIZE - 1) / Long.SIZE];
        muting = new long[remembered.length];
        cellsBefore = new CellsBefore(byIndex, columns);
        byMemory.defaultReturnValue(DELETED);
        past.silent.forEach(each -> byMemory.put((int) each, SILENT));
        given.forEach(each -> byMemory.put(each.memory(), SILENT));
        heads = atEvents.stream().mapToLong(RuleSet::head).sorted().toArray();
        ranks = new int[byIndex.length];
        for (int i = 0; i < byIndex.length; i++) {
            byMemory.put(byIndex[i].memory(), i);
            intervals[i] = byIndex[i].interval();
            remembered[i >> 6] |= byIndex[i].isRemembered() ? 1L << i : 0;
            muting[i >> 6] |= byIndex[i].isMutedForAll() ? 0 : 1L << i;
            ranks[i] = Arrays.binarySearch(heads, head(byIndex[i]));
        }
        mark = (int) Math.min(Integer.MAX_VALUE - 1, 2 * (past.ended - RuleHistory.NONE + 1));
    }

    private static long head(BoundRule rule) {
        return Firings.head(rule.memory(), rule.rule().resolves());
    }

    public List<BoundRule> rules() {
        return rules;
    }

    /** The rules that are checked, whether events come or not. */
    public List<BoundRule> checked() {
        return rules.stream().filter(BoundRule::isChecked).toList();
    }

    /** By version, those that also fire at once, for whom they are true. */
    public Map<Long, BoundRule> applied() {
        return past.applied;
    }

    int size() {
        return byIndex.length;
    }

    BoundRule rule(int index) {
        return byIndex[index];
    }

    BoundRule[] byIndex() {
        return byIndex.clone();
    }

    RuleMatcher matcher() {
        return matcher;
    }

    /** {@link Intervals#code}. */
    int interval(int index) {
        return intervals[index];
    }

    /** The rules whose firings are remembered, as a set of bits by index. */
    long[] remembered() {
        return remembered;
    }

    /** The rules muted for some entities, as a set of bits by index. */
    long[] muting() {
        return muting;
    }

    int rank(int index) {
        return ranks[index];
    }

    long head(int rank) {
        return heads[rank];
    }

    CellsBefore cellsBefore() {
        return cellsBefore;
    }

    /** The index of the rule with a memory; {@link #SILENT} if no event makes it fire, {@link #DELETED} if there is none. */
    int indexOf(int memory) {
        final int index = byMemory.get(memory);
        return index == DELETED && memory > past.version ? SILENT : index;
    }

    /** Why newer versions of rules do not judge. */
    public List<Fault> faults() {
        return past.faults;
    }

    /** Whether nothing can fire at events, and nothing is to be forgotten. */
    public boolean isIdle() {
        return byIndex.length == 0 && past.ended == RuleHistory.NONE;
    }

    /** Whose offsets versions and memories are. */
    public long topic() {
        return past.topic;
    }

    public long version() {
        return past.version;
    }

    /** In a record whose entity remembers no rule that has ended by now; even, and above 0. */
    int mark() {
        return mark;
    }

    /** Checks every rule: the plain way, against which {@link ThresholdSearch} is tested. */
    private static final class EachRule implements RuleMatcher {
        private final BoundRule[] rules;

        EachRule(List<BoundRule> rules) {
            this.rules = rules.toArray(BoundRule[]::new);
        }

        @Override
        public void match(RuleValues values, long[] matched) {
            for (int rule = 0; rule < rules.length; rule++) {
                if (values.holds(rule, rules[rule].compiled())) {
                    matched[rule >> 6] |= 1L << rule;
                }
            }
        }
    }
}
