package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.plain.PlainMatrix;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.ask.tables.ModelRelations;
import dev.aimonflink.sql.bind.Column;
import dev.aimonflink.sql.bind.Numbers;
import dev.aimonflink.sql.evaluate.Row;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.rows.TableRows;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A model with attributes and aggregates of many types, random payments of its cards, and what is expected of them. */
public final class Payments implements TableRows {
    static final String MODEL = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: {type: money, min: -100000, max: 100000}
              items: {type: int, min: 0, max: 10000, optional: true}
              rate: double
              online: boolean
              bookedAt: time
            attributes:
              zip: {type: text, table: regions, columns: [city, country]}
              tier: {type: enum, values: [silver, gold, basic]}
              homeBank: {type: int, table: banks, columns: [bank]}
              note: text
              vip: boolean
              limit: money
              points: long
              score: double
              since: time
            tables: {regions: regions.csv, banks: banks.csv}
            filters: {online: online}
            windows: [1 day, 1 week]
            aggregates:
              events: [count]
              amount: [sum, min, max, avg]
              items: [sum, max]
              rate: [sum, max]
              bookedAt: [max]
            aliases: {spent_today: sum_amount_this_day}
            """;

    private static final long NOON_MS = Instant.parse("2026-11-18T12:00:00Z").toEpochMilli();
    private static final int CARDS = 60;
    private static final List<String> ZIPS = List.of("CH-8000", "CH-3000", "DE-80801", "XX-1");
    private static final List<String> TIERS = List.of("silver", "gold", "basic");
    private static final List<Long> POINTS = List.of(-Long.MAX_VALUE / 4, -1L, 0L, 7L, (long) Integer.MAX_VALUE);
    private static final List<String> NOTES = List.of("", "a", "b%", "Zürich", "\uD83D\uDE80", "\uFFFD");

    static final EntityTables FILES = new EntityTables(List.of(
            new EntityTable(
                    "regions",
                    List.of("zip", "city", "country", "people"),
                    List.of(
                            new String[] {"CH-8000", "Zurich", "Switzerland", "400"},
                            new String[] {"CH-3000", "Bern", "Switzerland", ""},
                            new String[] {"DE-80801", "Munich", "Germany", "1500"})),
            new EntityTable(
                    "banks", List.of("id", "bank"), List.of(new String[] {"1", "one"}, new String[] {"20", "twenty"
                    }))));

    static final MatrixSchema SCHEMA = MatrixSchema.of(ModelFile.parse(MODEL, "payments.yaml"));
    public static final MatrixTables TABLES = new MatrixTables(SCHEMA, FILES, Map.of("places", "regions"));

    private final PlainMatrix plain = new PlainMatrix(SCHEMA.model(), ZoneOffset.UTC);
    private final Map<Long, Object[]> attributes = new LinkedHashMap<>();
    private final Map<String, ModelColumn> columns = new HashMap<>();
    private final Random random;

    /** Of the matrix; empty until they are asked for, after the last update. */
    private final List<Row> rows = new ArrayList<>();

    private final List<SqlMatrix> matrices = new ArrayList<>();

    public Payments(Random random, SqlMatrix... matrices) {
        this.random = random;
        SCHEMA.model().columns().forEach(column -> columns.put(column.name(), column));
        this.matrices.addAll(List.of(matrices));
        for (long card = 0; card < CARDS; card++) {
            // All have an event of this week, and some one of this day.
            pay(card, NOON_MS - random.nextInt(3) * 86_400_000L);
        }
        for (int i = 0; i < 4 * CARDS; i++) {
            pay(random.nextInt(CARDS), NOON_MS - random.nextInt(40) * 3_600_000L);
        }
        for (long card = 0; card < CARDS; card += 1 + random.nextInt(2)) {
            profile(card);
        }
    }

    private void pay(long card, long timeMs) {
        DeclaredEvent event = new DeclaredEvent(SCHEMA.model().event());
        event.keyNumber(card);
        event.timestampMs(timeMs);
        event.values().bits(0, random.nextInt(2_000) - 500);
        if (random.nextBoolean()) {
            event.values().bits(1, random.nextInt(5));
        }
        event.values().bits(2, Double.doubleToRawLongBits((random.nextInt(41) - 20) / 4.0));
        event.values().bits(3, random.nextInt(2));
        event.values().bits(4, NOON_MS + random.nextInt(1_000));
        plain.apply(card, timeMs, event.values());
        matrices.forEach(matrix -> matrix.event(event));
    }

    /** Some payments more, at noon. */
    public void payMore(int payments) {
        rows.clear();
        for (int i = 0; i < payments; i++) {
            pay(random.nextInt(CARDS), NOON_MS);
        }
    }

    private void profile(long card) {
        Object[] values = {
            any(ZIPS),
            any(TIERS),
            random.nextBoolean() ? (Object) (1 + 19L * random.nextInt(3)) : null,
            any(NOTES),
            random.nextBoolean(),
            100L * random.nextInt(5),
            random.nextInt(3) == 0 ? null : (Object) POINTS.get(random.nextInt(POINTS.size())),
            random.nextInt(3) == 0 ? null : (Object) (random.nextInt(5) / 2.0 - 1),
            random.nextInt(3) == 0 ? null : (Object) (NOON_MS + random.nextInt(3))
        };
        attributes.put(card, values);
        matrices.forEach(matrix -> matrix.profile(EntityId.of(card), Attributes.of(values)));
    }

    private Object any(List<String> texts) {
        return random.nextInt(5) == 0 ? null : texts.get(random.nextInt(texts.size()));
    }

    @Override
    public Iterable<Row> rows(Table table) {
        if (!table.columns().get(0).name().equals("card_id")) {
            return new ModelRelations(TABLES, Map.of()).rows(table);
        }
        if (!rows.isEmpty()) {
            return rows;
        }
        for (Object card : plain.keys()) {
            Object[] values = new Object[table.columns().size()];
            for (Column column : table.columns()) {
                values[column.index()] = value((Long) card, column);
            }
            rows.add(Row.of(values));
        }
        return rows;
    }

    private Object value(long card, Column column) {
        Object[] profile = attributes.getOrDefault(card, new Object[9]);
        boolean hasRegion = profile[0] != null && !profile[0].equals("XX-1");
        boolean hasBank = profile[2] != null && !profile[2].equals(39L);
        return switch (column.name()) {
            case "card_id" -> card;
            case "zip" -> profile[0];
            case "zip_city" -> hasRegion ? cell("regions", (String) profile[0], 1) : null;
            case "zip_country" -> hasRegion ? cell("regions", (String) profile[0], 2) : null;
            case "tier" -> profile[1];
            case "home_bank" -> profile[2];
            case "home_bank_bank" -> hasBank ? cell("banks", profile[2].toString(), 1) : null;
            case "note" -> profile[3];
            case "vip" -> profile[4];
            case "limit" -> profile[5] == null ? null : BigDecimal.valueOf((Long) profile[5], 2);
            case "points" -> profile[6];
            case "score" -> profile[7];
            case "since" -> profile[8] == null ? null : Instant.ofEpochMilli((Long) profile[8]);
            default -> aggregate(card, column.name());
        };
    }

    private static String cell(String table, String key, int column) {
        EntityTable file = FILES.table(table);
        return file.cell(file.lookup(key), column);
    }

    private Object aggregate(long card, String name) {
        if (name.startsWith("avg")) {
            BigDecimal sum = (BigDecimal) aggregate(card, name.replace("avg_", "sum_"));
            Long count = (Long) aggregate(card, name.replace("avg_amount", "count_events"));
            return count == 0 ? null : Numbers.divide(sum, BigDecimal.valueOf(count));
        }
        ModelColumn column = columns.get(name);
        Object value = plain.value(card, column);
        return name.contains("booked") && value != null ? Instant.ofEpochMilli((Long) value) : value;
    }
}
