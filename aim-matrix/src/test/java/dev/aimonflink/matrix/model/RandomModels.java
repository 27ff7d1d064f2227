package dev.aimonflink.matrix.model;

import dev.aimonflink.matrix.model.Draw.Distribution;
import dev.aimonflink.matrix.model.FieldType.Kind;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.names.TableKeys;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** Draws models of every kind, with a second opinion on their filters. */
public final class RandomModels {
    private static final List<String> LABELS = List.of("RED", "GREEN", "BLUE", "O'CLOCK");
    private static final List<String> TEXTS = List.of("", "a", "ab", "abc", "b", "Ä", "10%");
    private static final List<WindowPolicy> WINDOWS = List.of(
            new Window(Window.Unit.MINUTE, 5),
            new Window(Window.Unit.HOUR, 1),
            Window.DAY,
            new Window(Window.Unit.DAY, 3),
            Window.WEEK,
            new Window(Window.Unit.MONTH, 1),
            new Ever());
    private static final List<WindowPolicy> FURTHER_WINDOWS = List.of(
            new SlidingWindow(new Window(Window.Unit.MINUTE, 30), new Window(Window.Unit.MINUTE, 10)),
            SlidingWindow.of(new Window(Window.Unit.HOUR, 24)),
            SlidingWindow.of(new Window(Window.Unit.DAY, 3)),
            new LastEvents(1),
            new LastEvents(7),
            new LastEvents(1_000));

    private static final int MAX_FIELDS = 6;
    private static final int MAX_FILTERS = 4;
    private static final int MAX_ATTRIBUTES = 6;
    private static final List<String> TABLES = List.of("places", "tariffs");
    private static final List<String> TABLE_COLUMNS = List.of("city", "region");

    /**
     * A model, and whether each of its filters holds for an event.
     *
     * @param filters in the order of the model's
     */
    public record Drawn(Model model, List<Predicate<EventValues>> filters) {}

    private RandomModels() {}

    /** A model whose windows are tumbling ones, or have no end. */
    public static Drawn next(Random random) {
        return next(random, WINDOWS);
    }

    /** A model with windows of every policy. */
    public static Drawn nextOfEveryPolicy(Random random) {
        List<WindowPolicy> windows = new ArrayList<>(WINDOWS);
        windows.addAll(FURTHER_WINDOWS);
        return next(random, windows);
    }

    private static Drawn next(Random random, List<WindowPolicy> candidates) {
        List<EventField> fields = fields(random);
        Map<String, Predicate<EventValues>> conditions = new LinkedHashMap<>();
        List<EventFilter> filters = new ArrayList<>(List.of(EventFilter.ALL));
        List<Predicate<EventValues>> predicates = new ArrayList<>(List.of(event -> true));
        int wanted = random.nextInt(MAX_FILTERS);
        for (int i = 0; i < wanted; i++) {
            int field = random.nextInt(fields.size());
            addCondition(conditions, fields.get(field), field, random);
        }
        conditions.forEach((condition, predicate) -> {
            filters.add(new EventFilter("filter" + filters.size(), condition));
            predicates.add(predicate);
        });
        List<WindowPolicy> windows = new ArrayList<>();
        for (WindowPolicy window : candidates) {
            if (random.nextInt(3) == 0) {
                windows.add(window);
            }
        }
        if (windows.isEmpty()) {
            windows.add(Window.DAY);
        }
        Model model = new Model(
                "drawn",
                new EventType("event", new EntityKey("id", random.nextBoolean()), time(random), fields),
                new EntityType("thing", List.of(), Map.of()),
                new Aggregates(filters, windows, aggregations(fields, random), 1 + random.nextInt(3)),
                new ColumnNames(Map.of(), Map.of()));
        return new Drawn(model, predicates);
    }

    private static String time(Random random) {
        return random.nextInt(4) == 0 ? EventType.RECORD_TIME : "at";
    }

    private static List<EventField> fields(Random random) {
        List<EventField> fields = new ArrayList<>();
        int wanted = 1 + random.nextInt(MAX_FIELDS);
        for (int i = 0; i < wanted; i++) {
            fields.add(field("field" + i, random));
        }
        return fields;
    }

    private static EventField field(String name, Random random) {
        FieldType type = type(random);
        BigDecimal min = null;
        BigDecimal max = null;
        // Half of the ranges are narrow, so that sums of the others overflow now and then.
        if (type.isNumber() && (type.is(Kind.DOUBLE) || random.nextBoolean())) {
            min = BigDecimal.valueOf(random.nextBoolean() ? 0 : -9);
            max = BigDecimal.valueOf(9);
        }
        boolean isOptional = random.nextInt(3) == 0;
        return new EventField(
                name,
                type,
                min,
                max,
                isOptional,
                null,
                name,
                type.is(Kind.INT) && random.nextBoolean(),
                new Draw(random.nextBoolean() ? null : shape(type, random), isOptional ? share(random) : null));
    }

    /** Of numbers that every field can have. */
    private static Draw.Shape shape(FieldType type, Random random) {
        BigDecimal number = BigDecimal.valueOf(1 + random.nextInt(9));
        return switch (type.kind()) {
            case BOOLEAN -> shape(Distribution.SHARE, share(random));
            case ENUM ->
                random.nextBoolean()
                        ? shape(Distribution.ZIPF, number)
                        : new Draw.Shape(Distribution.WEIGHTS, weights(type, random));
            case TEXT -> shape(Distribution.ZIPF, number);
            case TIME -> null;
            default ->
                switch (random.nextInt(3)) {
                    case 0 -> shape(Distribution.UNIFORM, BigDecimal.ONE, number);
                    case 1 -> shape(Distribution.NORMAL, number, share(random));
                    default -> shape(Distribution.LOG_NORMAL, number, number);
                };
        };
    }

    private static Draw.Shape shape(Distribution distribution, BigDecimal... numbers) {
        return new Draw.Shape(distribution, List.of(numbers));
    }

    private static BigDecimal share(Random random) {
        return BigDecimal.valueOf(random.nextInt(101), 2);
    }

    private static List<BigDecimal> weights(FieldType type, Random random) {
        List<BigDecimal> weights = new ArrayList<>();
        weights.add(BigDecimal.ONE);
        while (weights.size() < type.labels().size()) {
            weights.add(share(random));
        }
        return weights;
    }

    private static FieldType type(Random random) {
        return switch (Kind.values()[random.nextInt(Kind.values().length)]) {
            case BOOLEAN -> FieldType.BOOLEAN;
            case INT -> FieldType.INT;
            case LONG -> FieldType.LONG;
            case DECIMAL -> FieldType.decimal(2 + random.nextInt(FieldType.MAX_PRECISION - 1), random.nextInt(2));
            case DOUBLE -> FieldType.DOUBLE;
            case ENUM -> FieldType.enumeration(LABELS);
            case TEXT -> FieldType.TEXT;
            case TIME -> FieldType.TIME;
        };
    }

    private static List<Aggregation> aggregations(List<EventField> fields, Random random) {
        List<Aggregation> aggregations = new ArrayList<>();
        for (EventField field : fields) {
            Set<EventFunction> functions = EnumSet.noneOf(EventFunction.class);
            for (EventFunction function : EventFunction.named()) {
                if (fits(function, field) && random.nextBoolean()) {
                    functions.add(function);
                }
            }
            if (!functions.isEmpty()) {
                aggregations.add(Aggregation.of(field.name(), functions));
            }
        }
        if (aggregations.isEmpty() || random.nextBoolean()) {
            aggregations.add(0, Aggregation.of("", List.of(EventFunction.COUNT)));
        }
        return aggregations;
    }

    private static boolean fits(EventFunction function, EventField field) {
        return switch (function) {
            case COUNT -> field.isOptional();
            case MIN, MAX -> field.type().isNumber() || field.type().is(Kind.TIME);
            default -> field.type().isNumber();
        };
    }

    private static void addCondition(
            Map<String, Predicate<EventValues>> conditions, EventField field, int index, Random random) {
        String name = field.name();
        Predicate<EventValues> isThere = event -> !event.isNull(index);
        if (field.isOptional() && random.nextInt(3) == 0) {
            conditions.put(name + " is null", isThere.negate());
            return;
        }
        switch (field.type().kind()) {
            case BOOLEAN -> conditions.put("not " + name, isThere.and(event -> event.bits(index) == 0));
            case INT, LONG -> conditions.put(name + " > 3", isThere.and(event -> event.bits(index) > 3));
            case DECIMAL -> {
                long limit = 3 * BigDecimal.TEN.pow(field.type().scale()).longValueExact();
                conditions.put(name + " between -3 and 3", isThere.and(event -> Math.abs(event.bits(index)) <= limit));
            }
            case DOUBLE ->
                conditions.put(
                        name + " <= 2.5", isThere.and(event -> Double.longBitsToDouble(event.bits(index)) <= 2.5));
            case ENUM ->
                conditions.put(
                        name + " in ('GREEN', 'O''CLOCK')",
                        isThere.and(event -> event.bits(index) == 1 || event.bits(index) == 3));
            case TEXT ->
                conditions.put(name + " like 'a%'", isThere.and(event -> event.text(index)
                        .startsWith("a")));
            case TIME ->
                conditions.put(name + " >= '1970-01-01 00:00:05+00'", isThere.and(event -> event.bits(index) >= 5_000));
        }
    }

    /** An empty event, with the time of a record as which an event was published. */
    public static DeclaredEvent read(Model model, DeclaredEvent published) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        event.timestampMs(model.event().isTimedByRecord() ? published.timestampMs() : 0);
        return event;
    }

    /** An event with a key and a time, which the model accepts. */
    public static DeclaredEvent event(Model model, Random random) {
        DeclaredEvent event = new DeclaredEvent(model.event());
        fill(event.values(), model, random);
        event.keyNumber(random.nextLong());
        event.keyText("key " + random.nextInt());
        event.timestampMs(random.nextLong(1_000_000_000_000L));
        return event;
    }

    /** Fills in the values of an event, which may be any that the model accepts. */
    public static void fill(EventValues event, Model model, Random random) {
        event.clear();
        List<EventField> fields = model.event().fields();
        for (int index = 0; index < fields.size(); index++) {
            EventField field = fields.get(index);
            if (field.isOptional() && random.nextInt(4) == 0) {
                continue;
            }
            if (field.type().is(Kind.TEXT)) {
                event.text(index, TEXTS.get(random.nextInt(TEXTS.size())));
            } else {
                event.bits(index, bits(field, random));
            }
        }
    }

    private static long bits(EventField field, Random random) {
        return switch (field.type().kind()) {
            case BOOLEAN -> random.nextInt(2);
            case ENUM -> random.nextInt(LABELS.size());
            case DOUBLE -> {
                int tenths = random.nextInt(-90, 91);
                boolean isInside = field.min() == null || field.min().signum() < 0;
                yield Double.doubleToRawLongBits((isInside ? tenths : Math.abs(tenths)) / 10.0);
            }
            case TIME -> random.nextLong(10_000);
            default -> number(field, random);
        };
    }

    private static long number(EventField field, Random random) {
        long small = random.nextLong(-9, 10);
        long drawn = random.nextInt(3) == 0 ? random.nextLong(field.minUnits(), field.maxUnits()) : small;
        return Math.max(field.minUnits(), Math.min(field.maxUnits(), drawn));
    }

    // ---- profiles

    /** The same model with attributes of every kind, some of them keys of tables. */
    public static Model withAttributes(Model model, Random random) {
        List<Attribute> attributes = new ArrayList<>();
        Set<String> listed = new HashSet<>();
        int wanted = random.nextInt(MAX_ATTRIBUTES + 1);
        for (int i = 0; i < wanted; i++) {
            boolean hasTable = random.nextBoolean();
            List<String> columns = new ArrayList<>();
            for (String column : TABLE_COLUMNS) {
                if (hasTable && random.nextBoolean() && listed.add(column)) {
                    columns.add(column);
                }
            }
            String table = hasTable ? TABLES.get(random.nextInt(TABLES.size())) : null;
            attributes.add(new Attribute("attribute" + i, type(random), table, columns));
        }
        Map<String, String> tables = new LinkedHashMap<>();
        TABLES.forEach(table -> tables.put(table, table + ".csv"));
        EntityType entity = new EntityType("thing", attributes, tables);
        return new Model(model.name(), model.event(), entity, model.aggregates(), model.names());
    }

    /** The tables of such a model. Their keys are those of some profiles. */
    public static EntityTables tables(Model model, Random random) {
        List<EntityTable> tables = new ArrayList<>();
        for (String name : TABLES) {
            Set<String> keys = new LinkedHashSet<>(List.of("Z\u00fcrich, \"1\"", "a\r\nb"));
            for (Attribute attribute : model.entity().attributes()) {
                for (int i = random.nextInt(5); i > 0 && name.equals(attribute.table()); i--) {
                    keys.add(TableKeys.text(attribute.type(), value(attribute.type(), random)));
                }
            }
            keys.remove("");
            tables.add(table(name, keys, random));
        }
        return new EntityTables(tables);
    }

    private static EntityTable table(String name, Set<String> keys, Random random) {
        List<String[]> rows = new ArrayList<>();
        keys.forEach(key -> rows.add(new String[] {
            key, TEXTS.get(random.nextInt(TEXTS.size())), Integer.toString(random.nextInt(3)), "no name of a key"
        }));
        return new EntityTable(name, List.of("key", "city", "region", "note"), rows);
    }

    /** The same model, in which the attributes of a table have one type, so that all of them can have the same keys. */
    public static Model withOneTypeForEachTable(Model model) {
        Map<String, FieldType> types = new HashMap<>();
        List<Attribute> attributes = new ArrayList<>();
        for (Attribute each : model.entity().attributes()) {
            FieldType type = each.table() == null ? each.type() : types.computeIfAbsent(each.table(), t -> each.type());
            attributes.add(new Attribute(each.name(), type, each.table(), each.columns()));
        }
        EntityType entity =
                new EntityType(model.entity().name(), attributes, model.entity().tables());
        return new Model(model.name(), model.event(), entity, model.aggregates(), model.names());
    }

    /** The tables of such a model. Profiles can be drawn from their keys: an attribute can have each of them. */
    public static EntityTables tablesToDrawFrom(Model model, Random random) {
        List<EntityTable> tables = new ArrayList<>();
        for (String name : TABLES) {
            FieldType type = model.entity().attributes().stream()
                    .filter(each -> name.equals(each.table()))
                    .map(Attribute::type)
                    .findFirst()
                    .orElse(FieldType.TEXT);
            Set<String> keys = new LinkedHashSet<>();
            do {
                keys.add(TableKeys.text(type, value(type, random)));
                keys.removeIf(RandomModels::isNoKeyOfAFile);
            } while (keys.isEmpty() || random.nextInt(5) != 0);
            tables.add(table(name, keys, random));
        }
        return new EntityTables(tables);
    }

    /** Files have no empty keys, and no halves of surrogate pairs. */
    private static boolean isNoKeyOfAFile(String key) {
        return key.isEmpty() || !StandardCharsets.UTF_8.newEncoder().canEncode(key);
    }

    /** A profile that the model accepts. */
    public static EntityProfile profile(Model model, Random random) {
        List<Attribute> attributes = model.entity().attributes();
        Object[] values = new Object[attributes.size()];
        for (int index = 0; index < values.length; index++) {
            if (random.nextInt(4) != 0) {
                values[index] = value(attributes.get(index).type(), random);
            }
        }
        EntityId key = model.event().key().isText()
                ? EntityId.of(LABELS.get(random.nextInt(LABELS.size())) + random.nextInt())
                : EntityId.of(random.nextLong());
        return new EntityProfile(key, Attributes.of(values));
    }

    private static Object value(FieldType type, Random random) {
        boolean isSmall = random.nextInt(3) != 0;
        long small = random.nextLong(-3, 4);
        return switch (type.kind()) {
            case BOOLEAN -> random.nextBoolean();
            case INT -> isSmall ? small : random.nextInt();
            case LONG -> isSmall ? small : random.nextLong();
            case DECIMAL -> {
                long limit = BigDecimal.TEN.pow(type.precision()).longValueExact();
                yield isSmall ? small : random.nextLong(1 - limit, limit);
            }
            case DOUBLE -> isSmall ? small / 2.0 : random.nextGaussian() * (Double.MAX_VALUE / 100);
            case ENUM -> type.labels().get(random.nextInt(type.labels().size()));
            case TEXT -> isSmall ? TEXTS.get(random.nextInt(TEXTS.size())) : anyText(random);
            case TIME -> isSmall ? Math.abs(small) : random.nextLong(EventFaults.MAX_TIMESTAMP_MS + 1);
        };
    }

    /** Any characters, halves of surrogate pairs and control characters too. */
    private static String anyText(Random random) {
        char[] text = new char[random.nextInt(Attributes.MAX_TEXT_LENGTH + 1)];
        for (int i = 0; i < text.length; i++) {
            text[i] = (char) random.nextInt(Character.MAX_VALUE + 1);
        }
        return new String(text);
    }
}
