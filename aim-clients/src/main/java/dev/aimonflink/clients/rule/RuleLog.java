package dev.aimonflink.clients.rule;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.sql.text.Spelling;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Every version of every rule in the topic of rules, oldest first.
 *
 * @param versions by number
 */
public record RuleLog(List<RuleVersion> versions) {
    /** An unreadable version leaves the one before. */
    public Map<String, RuleVersion> present() {
        return at(Long.MAX_VALUE);
    }

    public Map<String, RuleVersion> at(long number) {
        Map<String, RuleVersion> present = new TreeMap<>();
        for (RuleVersion each : versions) {
            if (each.number() <= number && each.rule() != null) {
                present.put(each.id(), each);
            } else if (each.number() <= number && each.fault() == null) {
                present.remove(each.id());
            }
        }
        return present;
    }

    /** @throws InvalidInputException if there is no such rule, with the nearest id */
    public RuleVersion present(String id) {
        Map<String, RuleVersion> present = present();
        RuleVersion found = present.get(id);
        if (found == null) {
            throw none(id, new ArrayList<>(present.keySet()));
        }
        return found;
    }

    /** The same; if there is no rule but an unreadable version, that one. */
    public RuleVersion toDelete(String id) {
        RuleVersion unreadable = unreadable().get(id);
        return unreadable == null || present().containsKey(id) ? present(id) : unreadable;
    }

    /** By id, the newest versions that cannot be read. */
    public Map<String, RuleVersion> unreadable() {
        Map<String, RuleVersion> newest = newestOfEach();
        newest.values().removeIf(each -> each.fault() == null);
        return newest;
    }

    /** All versions of a rule, even a deleted one; of all if there is no id. */
    public List<RuleVersion> of(String idOrNull) {
        if (idOrNull == null) {
            return versions;
        }
        List<RuleVersion> found =
                versions.stream().filter(each -> each.id().equals(idOrNull)).toList();
        if (found.isEmpty()) {
            throw none(idOrNull, versions.stream().map(RuleVersion::id).toList());
        }
        return found;
    }

    private static InvalidInputException none(String id, List<String> ids) {
        return new InvalidInputException("There is no rule '" + Spelling.shortened(id) + "'. "
                + Spelling.closest(id, ids)
                        .map(near -> "Did you mean '" + near + "'?")
                        .orElse("`aim rules list` shows those that there are."));
    }

    /**
     * What becomes of the rules if these are added. One whose newest version does not judge is written again, even if it stays the same.
     *
     * @param job empty if it does not say what it does with rules
     */
    public List<RuleChange> changesTo(List<Rule> wanted, RuleModel model, Optional<RulesOfJob> job) {
        Map<String, RuleVersion> present = present();
        Set<String> refused = new HashSet<>(unreadable().keySet());
        job.ifPresent(asked -> refused.addAll(asked.refused()));
        return wanted.stream()
                .map(rule -> {
                    RuleVersion before = present.get(rule.id());
                    return new RuleChange(
                            rule.id(),
                            before == null ? null : before.rule(),
                            rule,
                            model.checkedFor(),
                            refused.contains(rule.id()),
                            false);
                })
                .toList();
    }

    /** @throws InvalidInputException if there would be too many rules */
    public void requireRoom(List<RuleChange> changes) {
        long rules = present().size();
        for (RuleChange change : changes) {
            rules += (change.after() == null ? 0 : 1) - (change.before() == null ? 0 : 1);
        }
        if (rules > Rule.MAX_RULES) {
            throw new InvalidInputException("There would be " + rules + " rules, more than " + Rule.MAX_RULES
                    + ". Delete some with `aim rules delete`, or write one rule for several thresholds.");
        }
    }

    public Map<String, RuleVersion> newestOfEach() {
        Map<String, RuleVersion> newest = new TreeMap<>();
        versions.forEach(each -> newest.put(each.id(), each));
        return newest;
    }

    /** The number of the newest version; -1 if there is none. */
    public long newest() {
        return versions.isEmpty() ? -1 : versions.get(versions.size() - 1).number();
    }
}
