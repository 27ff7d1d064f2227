package dev.aimonflink.clients;

import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import java.util.Random;

/** Models for tests: one of each kind of key, and ones with fields of every type and random bounds. */
public final class TestModels {
    /** Its key is a number. */
    public static final String PAYMENTS_YAML = """
            model: payments
            entity: card
            event: payment
            key: cardId
            time: timestamp
            fields:
              amount: {type: money, min: -100000, max: 100000}
              items: {type: int, min: 0, max: 10000, optional: true}
              online: boolean
              merchant: {type: enum, values: [FOOD, FUEL, TRAVEL, OTHER], unknown: OTHER}
            attributes:
              zip: {type: text, table: regions, columns: [city, region]}
              tier: {type: enum, values: [basic, gold]}
            tables:
              regions: regions.csv
            windows: [1 day]
            aggregates:
              events: [count]
              amount: [sum]
            """;

    /** Its key is a text, its fields have no bounds, and its attributes are of all types. */
    public static final String DEVICES_YAML = """
            model: devices
            entity: device
            event: reading
            key: {name: deviceId, type: text}
            time: at
            fields:
              volts: double
              errors: {type: int, optional: true}
              bytes: long
              share: "decimal(3,3)"
              firmware: text
              started: time
            attributes:
              site: text
              active: boolean
              floor: int
              serial: long
              price: money
              weight: double
              model: {type: enum, values: [A, B, C]}
              installed: time
            windows: [1 hour]
            aggregates:
              events: [count]
              volts: [avg]
            """;

    public static final Model PAYMENTS = ModelFile.parse(PAYMENTS_YAML, "payments.yaml");
    public static final Model DEVICES = ModelFile.parse(DEVICES_YAML, "devices.yaml");

    private static final List<String> NUMBERS = List.of("int", "long", "money", "\"decimal(7,3)\"", "double");
    private static final List<String> OTHERS = List.of(
            "type: boolean",
            "type: text",
            "type: time",
            "type: enum, values: [RED, GREEN, BLUE]",
            "type: enum, values: [ONE]");

    private TestModels() {}

    /** With fields of any type, half of whose bounds are declared. */
    public static Model random(Random random) {
        StringBuilder yaml = new StringBuilder("model: drawn\nentity: thing\nevent: event\ntime: at\n")
                .append(random.nextBoolean() ? "key: id\n" : "key: {name: id, type: text}\n")
                .append("fields:\n");
        int fields = 1 + random.nextInt(8);
        for (int field = 0; field < fields; field++) {
            yaml.append("  field")
                    .append(field)
                    .append(": {")
                    .append(field(random))
                    .append("}\n");
        }
        yaml.append("windows: [1 day]\naggregates: {events: [count]}\n");
        return ModelFile.parse(yaml.toString(), "drawn.yaml");
    }

    private static String field(Random random) {
        String optional = random.nextInt(3) == 0 ? ", optional: true" : "";
        if (random.nextBoolean()) {
            return OTHERS.get(random.nextInt(OTHERS.size())) + optional;
        }
        int min = random.nextInt(-5_000, 5_000);
        return "type: " + NUMBERS.get(random.nextInt(NUMBERS.size()))
                + (random.nextBoolean() ? ", min: " + min : "")
                + (random.nextBoolean() ? ", max: " + (min + random.nextInt(3) * 1_000) : "")
                + optional;
    }
}
