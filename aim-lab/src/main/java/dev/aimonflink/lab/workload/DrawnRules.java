package dev.aimonflink.lab.workload;

import dev.aimonflink.clients.load.Distribution;
import dev.aimonflink.clients.load.EntityKeys;
import dev.aimonflink.clients.load.ModelEventGenerator;
import dev.aimonflink.clients.rule.RuleChange;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.rules.judge.Every;
import dev.aimonflink.rules.judge.Rule;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Draws rules and their changes from a seed. They are about the event and columns with exact values, some of which the job may lack for a
 * while; not about attributes, because profiles and events are not ordered. For one thread.
 */
public final class DrawnRules {
    /** Rules at a time, besides the first. */
    private static final int MAX_RULES = 7;

    private static final int MAX_COUNT = 6;
    private static final int MAX_MUTED = 20;

    private final SplittableRandom random;
    private final Model model;
    private final EntityKeys keys;
    private final int entities;
    private final EventTimes times;
    private final long events;
    private final String checkedFor;
    private final ModelEventGenerator generator;
    private final List<ModelColumn> columns;
    private final Map<String, Rule> present = new TreeMap<>();

    public DrawnRules(GivenModel given, int entities, EventTimes times, long events, long seed) {
        random = new SplittableRandom(seed);
        model = given.model();
        keys = new EntityKeys(model);
        this.entities = entities;
        this.times = times;
        this.events = events;
        checkedFor = String.valueOf(MatrixSchema.of(model).fingerprint());
        generator = new ModelEventGenerator(model, seed, entities, Distribution.uniform());
        columns = model.columns().stream().filter(this::isExact).toList();
    }

    private boolean isExact(ModelColumn column) {
        if (column.field() == ModelColumn.NO_FIELD) {
            return true;
        }
        FieldType.Kind kind = model.event().fields().get(column.field()).type().kind();
        return column.function().isStored() && kind != FieldType.Kind.DOUBLE && kind != FieldType.Kind.TIME;
    }

    /** The initial rules, one of each kind; the first one never changes, so that something fires in any run. */
    public List<RuleChange> first() {
        List<RuleChange> changes = new ArrayList<>();
        changes.add(put("of-the-event", ofEvent(), Every.EVENT, false, Rule.Validity.ALWAYS, false));
        changes.add(put("rule-1", crossing(), Every.EVENT, false, Rule.Validity.ALWAYS, false));
        changes.add(put("rule-2", level(), new Every(Every.Period.DAY, false), false, Rule.Validity.ALWAYS, false));
        changes.add(put("rule-3", level(), new Every(Every.Period.DAY, true), true, Rule.Validity.ALWAYS, false));
        return changes;
    }

    public RuleChange next() {
        String id = "rule-" + (1 + random.nextInt(MAX_RULES));
        Rule before = present.get(id);
        int drawn = before == null ? 0 : random.nextInt(8);
        return switch (drawn) {
            case 1 -> change(id, null);
            case 2, 3 -> change(id, with(before, before.priority(), before.enabled(), mute()));
            case 4 -> change(id, with(before, before.priority(), !before.enabled(), before.mute()));
            case 5 -> change(id, with(before, random.nextInt(3), true, Rule.Mute.NONE));
            default -> put(id, condition(), every(), random.nextInt(3) == 0, validity(), random.nextInt(8) == 0);
        };
    }

    private RuleChange put(String id, String when, Every every, boolean resolves, Rule.Validity valid, boolean shadow) {
        return change(
                id,
                new Rule(
                        id,
                        when,
                        Map.of(),
                        every,
                        null,
                        valid,
                        random.nextInt(3),
                        null,
                        null,
                        resolves,
                        true,
                        shadow,
                        Rule.Mute.NONE));
    }

    private static Rule with(Rule rule, int priority, boolean enabled, Rule.Mute mute) {
        return new Rule(
                rule.id(),
                rule.when(),
                rule.params(),
                rule.every(),
                rule.check(),
                rule.valid(),
                priority,
                rule.message(),
                rule.event(),
                rule.resolves(),
                enabled,
                rule.shadow(),
                mute);
    }

    private RuleChange change(String id, Rule after) {
        Rule before = after == null ? present.remove(id) : present.put(id, after);
        return new RuleChange(id, before, after, checkedFor);
    }

    private Every every() {
        Every.Period period = Every.Period.values()[random.nextInt(Every.Period.values().length)];
        return new Every(period, period != Every.Period.ALWAYS && random.nextBoolean());
    }

    private Rule.Validity validity() {
        return random.nextInt(4) == 0 ? new Rule.Validity(time(), null) : Rule.Validity.ALWAYS;
    }

    private Rule.Mute mute() {
        List<String> muted = random.nextBoolean()
                ? List.of()
                : Stream.generate(() -> keys.id(random.nextLong(entities)).toString())
                        .limit(MAX_MUTED)
                        .distinct()
                        .toList();
        return new Rule.Mute(muted, random.nextBoolean() ? time() : null);
    }

    /** One that the run's events reach. */
    private Instant time() {
        return Instant.ofEpochMilli(times.ms(random.nextLong(events)));
    }

    private String condition() {
        return switch (random.nextInt(5)) {
            case 0 -> ofEvent();
            case 1 -> crossing();
            case 2 -> level() + " and " + ofEvent();
            case 3 -> level() + " or not (" + level() + ")";
            default -> level();
        };
    }

    private String level() {
        if (columns.isEmpty()) {
            return ofEvent();
        }
        ModelColumn column = columns.get(random.nextInt(columns.size()));
        return column.function() == EventFunction.COUNT
                ? column.name() + " >= " + (1 + random.nextInt(MAX_COUNT))
                : column.name() + " > before(" + column.name() + ")";
    }

    private String crossing() {
        if (columns.isEmpty()) {
            return ofEvent();
        }
        ModelColumn column = columns.get(random.nextInt(columns.size()));
        String limit = column.function() == EventFunction.COUNT
                ? String.valueOf(1 + random.nextInt(MAX_COUNT))
                : "before(" + columns.get(random.nextInt(columns.size())).name() + ")";
        return column.name() + " >= " + limit + " and before(" + column.name() + ") < " + limit;
    }

    /** True for about half of all events: the limit is a drawn one's value. */
    private String ofEvent() {
        DeclaredEvent drawn = new DeclaredEvent(model.event());
        generator.next(times.ms(random.nextLong(events)), drawn);
        List<String> conditions = new ArrayList<>();
        List<EventField> fields = model.event().fields();
        for (int i = 0; i < fields.size(); i++) {
            String name = "event." + fields.get(i).name();
            FieldType type = fields.get(i).type();
            long bits = drawn.values().isNull(i) ? 0 : drawn.values().bits(i);
            switch (type.kind()) {
                case INT, LONG -> conditions.add(name + " >= " + bits);
                case DECIMAL ->
                    conditions.add(name + " >= "
                            + BigDecimal.valueOf(bits, type.scale()).toPlainString());
                case BOOLEAN -> conditions.add(name + " = " + (bits == 1));
                default -> conditions.add(name + " is not null");
            }
        }
        conditions.add("event." + model.event().time() + " >= '" + Instant.ofEpochMilli(drawn.timestampMs()) + "'");
        return conditions.get(random.nextInt(conditions.size()));
    }
}
