package dev.aimonflink.rules.judge;

import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.sql.Recent;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rules of each version. Those of the last few versions are kept, because Kafka partitions differ in them. Threads share it; one of
 * them makes a set, and others that need it wait.
 */
public final class RuleVersions {
    private static final int KEPT = 64;

    /** Their numbers, and twice that, are ints in what entities remember. */
    private static final long MOST_VERSIONS = (1 << 30) - 2;

    private final RuleColumns columns;
    private final RuleSet.Engine engine;
    private final List<String> topics;

    /** By the offset of its record, a rule as of then. */
    private final Map<Long, Present> known = new ConcurrentHashMap<>();

    /** A version that the model, or another one, can read; in the latter case it is disabled, and its memory kept. */
    private static final class Version {
        private final Rule rule;
        private final long number;
        private final int memory;
        private final boolean isReadable;

        /** Whether it also fires at once, for whom it is true. */
        private final boolean isApplied;

        /** If no kept set has the version, only this much is kept: the topic has all that ever were. */
        private volatile Reference<BoundRule> bound;

        Version(RuleHistory.Entry entry, int memory, BoundRule boundOrNull) {
            rule = entry.rule();
            number = entry.offset();
            isApplied = entry.isApplied();
            this.memory = memory;
            isReadable = boundOrNull != null;
            bound = new WeakReference<>(boundOrNull);
        }

        BoundRule bound(RuleColumns columns) {
            BoundRule present = bound.get();
            if (present == null) {
                present = new BoundRule(rule, number, memory, columns);
                bound = new WeakReference<>(present);
            }
            return present;
        }
    }

    /**
     * @param newest null if none of its versions could be read
     * @param kept the memory of a newer version that the job does not allow, and may allow again; or null
     */
    private record Present(Version newest, Integer kept, RuleSet.Fault fault) {
        private static final Present NONE = new Present(null, null, null);

        /** Whether a later one no longer remembers something of this one. */
        boolean endsAt(Present later) {
            return (newest != null && !later.remembers(newest.memory)) || (kept != null && !later.remembers(kept));
        }

        boolean isVersion(long number) {
            return newest != null && newest.number == number;
        }

        private boolean remembers(int memory) {
            return (newest != null && newest.memory == memory) || (kept != null && kept == memory);
        }
    }

    /** Guarded by itself. */
    private final Map<Long, CompletableFuture<RuleSet>> sets = new Recent<>(KEPT);

    /** @param topics to which rules may write events */
    public RuleVersions(RuleColumns columns, RuleSet.Engine engine, Collection<String> topics) {
        this.columns = columns;
        this.engine = engine;
        this.topics = List.copyOf(topics);
    }

    /** The rules at a version of the history; a meaningless record leaves its rule unchanged. */
    public RuleSet at(long version, RuleHistory history) {
        CompletableFuture<RuleSet> mine = new CompletableFuture<>();
        CompletableFuture<RuleSet> made;
        synchronized (sets) {
            made = sets.putIfAbsent(version, mine);
        }
        if (made == null) {
            make(mine, version, history);
            made = mine;
        }
        return made.join();
    }

    /** Whether the rules of a version are made, so that nobody has to wait for them. */
    public boolean has(long version) {
        synchronized (sets) {
            return sets.containsKey(version) && sets.get(version).isDone();
        }
    }

    private void make(CompletableFuture<RuleSet> set, long version, RuleHistory history) {
        try {
            set.complete(newSet(history.upTo(version), version, history.topic()));
        } catch (RuntimeException | Error defect) {
            set.completeExceptionally(defect);
            synchronized (sets) {
                sets.remove(version, set);
            }
        }
    }

    private RuleSet newSet(List<RuleHistory.Entry> entries, long version, long topic) {
        Map<String, Present> present = new LinkedHashMap<>();
        long ended = RuleHistory.NONE;
        int rules = 0;
        for (RuleHistory.Entry each : entries) {
            Present before = present.getOrDefault(each.id(), Present.NONE);
            if (each.suspension() != null && !before.isVersion(each.suspension().version())) {
                continue;
            }
            Present after = each.deletes() ? Present.NONE : after(each, before.newest, rules);
            if (before.endsAt(after)) {
                ended = each.offset();
            }
            rules += (after.newest == null ? 0 : 1) - (before.newest == null ? 0 : 1);
            if (each.deletes()) {
                present.remove(each.id());
            } else {
                present.put(each.id(), after);
            }
        }
        List<BoundRule> bound = new ArrayList<>();
        Map<Long, BoundRule> applied = new LinkedHashMap<>();
        Set<Integer> silent = new HashSet<>();
        List<RuleSet.Fault> faults = new ArrayList<>();
        for (Present each : present.values()) {
            if (each.newest != null && each.newest.isReadable) {
                BoundRule rule = each.newest.bound(columns);
                bound.add(rule);
                if (each.newest.isApplied && rule.rule().enabled() && !rule.isChecked() && !rule.needsEvent()) {
                    applied.put(rule.version(), rule);
                }
            } else if (each.newest != null) {
                silent.add(each.newest.memory);
            }
            if (each.kept != null) {
                silent.add(each.kept);
            }
            if (each.fault != null) {
                faults.add(each.fault);
            }
        }
        return new RuleSet(bound, new RuleSet.Past(topic, version, ended, silent, applied, faults), columns, engine);
    }

    private Present after(RuleHistory.Entry entry, Version beforeOrNull, int rules) {
        return known.computeIfAbsent(entry.offset(), unknown -> read(entry, beforeOrNull, rules));
    }

    private Present read(RuleHistory.Entry entry, Version beforeOrNull, int rules) {
        Rule rule = entry.rule();
        if (rule == null) {
            return new Present(beforeOrNull, null, new RuleSet.Fault(entry.id(), entry.offset(), entry.fault(), null));
        }
        if (entry.offset() > MOST_VERSIONS) {
            return new Present(
                    beforeOrNull,
                    null,
                    fault(
                            entry,
                            "The topic of rules has more records than the job can tell"
                                    + " apart. Create it anew, and put the rules again."));
        }
        int memory = beforeOrNull != null && isSame(beforeOrNull.rule, rule)
                ? beforeOrNull.memory
                : Math.toIntExact(entry.offset());
        try {
            requireAllowed(rule, beforeOrNull == null ? rules + 1 : rules);
        } catch (ModelException notAllowed) {
            return new Present(beforeOrNull, memory, fault(entry, notAllowed.getMessage()));
        }
        try {
            BoundRule bound = new BoundRule(rule, entry.offset(), memory, columns);
            return new Present(new Version(entry, memory, bound), null, suspended(entry, beforeOrNull));
        } catch (ModelException wrong) {
            boolean couldBeRead = entry.checkedFor() != null
                    && entry.checkedFor() != columns.schema().fingerprint();
            return new Present(
                    couldBeRead ? new Version(entry, memory, null) : beforeOrNull,
                    null,
                    fault(entry, wrong.getMessage()));
        } catch (RuntimeException | StackOverflowError defect) {
            // Affects one rule: the others judge.
            return new Present(
                    beforeOrNull, null, fault(entry, "It cannot be read because of a defect of ours: " + defect));
        }
    }

    private static RuleSet.Fault fault(RuleHistory.Entry entry, String why) {
        return new RuleSet.Fault(entry.id(), entry.offset(), why, null);
    }

    /** Null if it suspends none, or else with the version that judged before, which it names. */
    private RuleSet.Fault suspended(RuleHistory.Entry entry, Version before) {
        return entry.suspension() == null
                ? null
                : new RuleSet.Fault(
                        entry.id(), entry.offset(), entry.suspension().why(), before.bound(columns));
    }

    private void requireAllowed(Rule rule, int rules) {
        if (rules > Rule.MAX_RULES) {
            throw new ModelException(
                    "There are " + Rule.MAX_RULES + " rules already. Delete one: aim rules delete ID.", "id");
        }
        if (rule.event() != null && rule.enabled()) {
            rule.event().requireAmong(topics);
        }
    }

    /** Whether one's firings also count for the other. Nobody has heard of a shadow's. */
    private static boolean isSame(Rule one, Rule other) {
        return one.shadow() == other.shadow()
                && Objects.equals(one.when(), other.when())
                && one.params().equals(other.params())
                && Objects.equals(one.check(), other.check())
                && one.every().equals(other.every());
    }
}
