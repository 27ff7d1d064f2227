package dev.aimonflink.rules.plain;

import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.ModelException;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.rules.judge.BoundRule;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.rules.judge.RuleColumns;
import dev.aimonflink.rules.judge.RuleHistory;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.bind.Bound;
import dev.aimonflink.sql.evaluate.Conjuncts;
import dev.aimonflink.sql.evaluate.RowEvaluator;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Recomputes which rules fire, as simply as possible: the values from the events themselves, each condition for each event, the end of each
 * interval from the calendar. An entity's events must be in one Kafka partition.
 */
public final class PlainRules {
    /**
     * @param sinceMs when the rule last fired; 0 if it had not, or nothing is remembered of it
     * @param isShadow whether that is only counted
     */
    public record Fired(
            String rule,
            long version,
            EntityId key,
            long timeMs,
            boolean isResolved,
            int suppressed,
            long sinceMs,
            String message,
            boolean isShadow) {}

    /** @param bound null if only another model can read the rule: it is silent, and keeps its memory */
    private record Present(Rule rule, long version, int memory, BoundRule bound) {}

    private static final class Memory {
        private long firedMs;
        private int suppressed;
        private boolean isOpen;
    }

    private Model model;
    private RuleColumns columns;
    private final ZoneId zone;
    private final Map<Integer, PlainMatrix> matrices = new HashMap<>();

    /** All Kafka partitions at the overall time: what checks see. */
    private PlainMatrix all;

    private final Map<EntityId, Long> lastEventsMs = new HashMap<>();
    private final Map<EntityId, Attributes> attributes = new HashMap<>();

    private final Map<EntityId, Map<Integer, Memory>> memories = new HashMap<>();

    /** By version. */
    private final Map<Long, Present> bound = new HashMap<>();

    public PlainRules(MatrixTables tables, ZoneId zone) {
        columns = new RuleColumns(tables);
        model = columns.model();
        this.zone = zone;
        all = new PlainMatrix(model, zone);
    }

    /** Continues with another model of the same entities, like {@link PlainMatrix#evolvedTo}. */
    public void evolveTo(MatrixTables tables) {
        columns = new RuleColumns(tables);
        model = columns.model();
        matrices.replaceAll((partition, matrix) -> matrix.evolvedTo(model));
        all = all.evolvedTo(model);
        bound.clear();
    }

    public void profile(EntityId key, Attributes changed) {
        attributes.put(key, changed);
    }

    public void forget(EntityId key) {
        attributes.remove(key);
        lastEventsMs.remove(key);
        memories.remove(key);
        matrices.values().forEach(each -> each.forget(key.value()));
        all.forget(key.value());
    }

    public void advanceTo(long timeMs) {
        all.advanceTo(timeMs);
    }

    /** @param history the topic of rules; its records up to a time are applied one after the other */
    public List<Fired> event(DeclaredEvent event, RuleHistory history, long upToMs) {
        Map<String, Present> present = new HashMap<>();
        for (RuleHistory.Entry each : history.upTo(Long.MAX_VALUE)) {
            if (each.suspension() != null
                    && !isVersion(present.get(each.id()), each.suspension().version())) {
                continue;
            }
            if (each.timeMs() <= upToMs && each.deletes()) {
                present.remove(each.id());
            } else if (each.timeMs() <= upToMs && each.rule() != null) {
                Present before = present.get(each.id());
                present.put(each.id(), bound.computeIfAbsent(each.offset(), unknown -> bound(each, before)));
            }
        }
        Set<Integer> kept = present.values().stream().map(Present::memory).collect(Collectors.toSet());
        return event(
                event,
                present.values().stream()
                        .map(Present::bound)
                        .filter(Objects::nonNull)
                        .toList(),
                kept);
    }

    private static boolean isVersion(Present presentOrNull, long version) {
        return presentOrNull != null && presentOrNull.version == version;
    }

    private Present bound(RuleHistory.Entry entry, Present before) {
        Rule rule = entry.rule();
        boolean isSame = before != null
                && before.rule.shadow() == rule.shadow()
                && before.rule.when().equals(rule.when())
                && before.rule.params().equals(rule.params())
                && before.rule.every().equals(rule.every());
        int memory = isSame ? before.memory : (int) entry.offset();
        try {
            return new Present(rule, entry.offset(), memory, new BoundRule(rule, entry.offset(), memory, columns));
        } catch (ModelException ofAnotherModel) {
            return new Present(rule, entry.offset(), memory, null);
        }
    }

    public List<Fired> event(DeclaredEvent event, List<BoundRule> rules) {
        return event(event, rules, rules.stream().map(BoundRule::memory).collect(Collectors.toSet()));
    }

    private List<Fired> event(DeclaredEvent event, List<BoundRule> rules, Set<Integer> kept) {
        PlainMatrix matrix = matrices.computeIfAbsent(event.partition(), none -> new PlainMatrix(model, zone));
        Object key = event.key().value();
        matrix.advanceTo(event.clockMs());
        Map<ModelColumn, Object> before = new HashMap<>();
        for (BoundRule rule : rules) {
            Conjuncts.columnsOf(rule.expressions().all().toList()).stream()
                    .filter(columns::isBefore)
                    .mapToObj(columns::modelColumn)
                    .forEach(column -> before.put(column, matrix.value(key, column)));
        }
        all.advanceTo(event.clockMs());
        try {
            all.apply(key, event.clockMs(), event.timestampMs(), event.values());
            if (matrix.apply(key, event.clockMs(), event.timestampMs(), event.values())
                    != PlainMatrix.Outcome.APPLIED) {
                return List.of();
            }
        } catch (SqlException filterFails) {
            return List.of();
        }
        lastEventsMs.merge(event.key(), event.timestampMs(), Math::max);
        return fired(event, rules, kept, index -> value(index, event.key(), event, matrix, before));
    }

    private interface Values {
        Object of(int index);
    }

    private List<Fired> fired(DeclaredEvent event, List<BoundRule> rules, Set<Integer> kept, Values values) {
        List<Fired> fired = new ArrayList<>();
        List<BoundRule> ordered = rules.stream()
                .filter(rule -> rule.rule().enabled() && !rule.isChecked())
                .sorted(Comparator.<BoundRule>comparingInt(rule -> -rule.rule().priority())
                        .thenComparing(rule -> rule.rule().id()))
                .toList();
        Map<Integer, Memory> ofEntity = memories.computeIfAbsent(event.key(), unknown -> new HashMap<>());
        List<BoundRule> silent = new ArrayList<>();
        for (BoundRule rule : ordered) {
            if (holds(rule.condition(), values)) {
                judge(rule, event, values, ofEntity, fired);
            } else {
                silent.add(rule);
            }
        }
        for (BoundRule rule : silent) {
            Memory memory = ofEntity.get(rule.memory());
            if (memory != null && memory.isOpen) {
                memory.isOpen = false;
                fired.add(fired(rule, event, values, true, memory.suppressed, memory.firedMs));
            }
        }
        ofEntity.keySet().retainAll(kept);
        return fired;
    }

    private static boolean holds(Bound condition, Values values) {
        try {
            return Boolean.TRUE.equals(RowEvaluator.evaluate(condition, values::of));
        } catch (SqlException fails) {
            return false;
        }
    }

    private void judge(
            BoundRule rule, DeclaredEvent event, Values values, Map<Integer, Memory> ofEntity, List<Fired> fired) {
        Instant now = Instant.ofEpochMilli(event.clockMs());
        if (!canFire(rule.rule(), event.key(), now)) {
            return;
        }
        if (rule.rule().every().period() == Every.Period.ALWAYS && !rule.rule().resolves()) {
            fired.add(fired(rule, event, values, false, 0, 0));
            return;
        }
        Memory memory = ofEntity.get(rule.memory());
        if (memory != null && now.isBefore(end(rule.rule().every(), Instant.ofEpochMilli(memory.firedMs)))) {
            memory.suppressed++;
            return;
        }
        fired.add(fired(
                rule,
                event,
                values,
                false,
                memory == null ? 0 : memory.suppressed,
                memory == null ? 0 : memory.firedMs));
        Memory again = new Memory();
        again.firedMs = event.clockMs();
        again.isOpen = rule.rule().resolves();
        ofEntity.put(rule.memory(), again);
    }

    private static boolean canFire(Rule rule, EntityId key, Instant now) {
        Rule.Validity valid = rule.valid();
        Rule.Mute mute = rule.mute();
        boolean isMuted = (mute.until() == null || now.isBefore(mute.until()))
                && (mute.keys().isEmpty() || mute.keys().contains(key.toString()));
        return !isMuted
                && (valid.from() == null || !now.isBefore(valid.from()))
                && (valid.to() == null || now.isBefore(valid.to()));
    }

    // ---- checks

    public List<Fired> check(List<BoundRule> due, long nowMs) {
        List<Fired> fired = new ArrayList<>();
        Set<EntityId> known = new HashSet<>(lastEventsMs.keySet());
        attributes.forEach((key, ofEntity) -> known.add(key));
        for (BoundRule rule : due) {
            for (EntityId key : known) {
                check(rule, key, nowMs, fired);
            }
        }
        return fired;
    }

    private void check(BoundRule rule, EntityId key, long nowMs, List<Fired> fired) {
        Values values = index -> columns.isIdle(index) ? idle(key, nowMs) : value(index, key, null, all, Map.of());
        Map<Integer, Memory> ofEntity = memories.computeIfAbsent(key, unknown -> new HashMap<>());
        Memory memory = ofEntity.get(rule.memory());
        Instant now = Instant.ofEpochMilli(nowMs);
        boolean isOnce = rule.rule().every().period() == Every.Period.ALWAYS;
        if (!holds(rule.condition(), values)) {
            if (memory != null && memory.isOpen && rule.rule().resolves()) {
                fired.add(fired(rule, key, nowMs, values, true, memory.suppressed, memory.firedMs));
            }
            if (memory != null && memory.isOpen && isOnce) {
                ofEntity.remove(rule.memory());
            } else if (memory != null) {
                memory.isOpen = false;
            }
        } else if (canFire(rule.rule(), key, now)
                && (memory == null
                        || (!isOnce
                                && !now.isBefore(end(rule.rule().every(), Instant.ofEpochMilli(memory.firedMs)))))) {
            fired.add(fired(
                    rule,
                    key,
                    nowMs,
                    values,
                    false,
                    memory == null ? 0 : memory.suppressed,
                    memory == null ? 0 : memory.firedMs));
            Memory again = new Memory();
            again.firedMs = nowMs;
            again.isOpen = true;
            ofEntity.put(rule.memory(), again);
        }
    }

    private Long idle(EntityId key, long nowMs) {
        Long lastMs = lastEventsMs.get(key);
        return lastMs == null ? null : (Long) Math.max(0, nowMs / 1_000 - lastMs / 1_000);
    }

    private static Fired fired(
            BoundRule rule, DeclaredEvent event, Values values, boolean isResolved, int suppressed, long sinceMs) {
        return fired(rule, event.key(), event.timestampMs(), values, isResolved, suppressed, sinceMs);
    }

    private static Fired fired(
            BoundRule rule,
            EntityId key,
            long timeMs,
            Values values,
            boolean isResolved,
            int suppressed,
            long sinceMs) {
        return new Fired(
                rule.rule().id(),
                rule.version(),
                key,
                timeMs,
                isResolved,
                suppressed,
                sinceMs,
                rule.expressions().message().text(values::of),
                rule.rule().shadow());
    }

    /** When an interval that began with a firing ends. */
    private Instant end(Every every, Instant fired) {
        if (every.slides()) {
            return fired.plus(every.period().length());
        }
        LocalDate date = fired.atZone(zone).toLocalDate();
        return switch (every.period()) {
            case ALWAYS -> fired;
            case DAY -> date.plusDays(1).atStartOfDay(zone).toInstant();
            case TWO_DAYS -> date.plusDays(2).atStartOfDay(zone).toInstant();
            case WEEK ->
                date.with(TemporalAdjusters.next(DayOfWeek.MONDAY))
                        .atStartOfDay(zone)
                        .toInstant();
            default -> {
                LocalTime time = fired.atZone(zone).toLocalTime();
                long minutes = every.period().length().toMinutes();
                long begun = (time.getHour() * 60 + time.getMinute()) / minutes;
                LocalDateTime wall = date.atStartOfDay().plusMinutes((begun + 1) * minutes);
                while (!wall.atZone(zone).toInstant().isAfter(fired)) {
                    wall = wall.plusMinutes(minutes);
                }
                yield wall.atZone(zone).toInstant();
            }
        };
    }

    private Object value(
            int index, EntityId key, DeclaredEvent event, PlainMatrix matrix, Map<ModelColumn, Object> before) {
        return new PlainRuleValues(columns)
                .value(index, key, event, attributes.getOrDefault(key, Attributes.NONE), matrix, before);
    }
}
