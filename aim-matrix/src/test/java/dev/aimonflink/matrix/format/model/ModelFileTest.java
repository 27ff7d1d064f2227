package dev.aimonflink.matrix.format.model;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

public class ModelFileTest {
    public static final String PAYMENTS = """
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
            filters:
              online: online
              travel_high: merchant = 'TRAVEL' and amount >= 50.00
            windows: [1 day, 1 week, last 24 hours, last 100 events]
            aggregates:
              events: [count]
              amount: [sum, min, max, avg, stdev]
              items: [sum]
            names: "{function}_{measure}[_of_{filter}]_{window}"
            aliases: {spend_today: sum_amount_this_day}
            copies: 1
            """;

    /** The same with texts for people. */
    public static String described() {
        return PAYMENTS.replace(
                        "model: payments",
                        "model: payments\ndescription: 'What a bank keeps of its \\ \"cards\", \u00e9\ud83d\ude00.'")
                .replace("entity: card", "entity: {name: card, description: A card of a customer}")
                .replace("key: cardId", "key: {name: cardId, description: The number on the card}")
                .replace("type: money,", "type: money, unit: CHF, description: What the customer pays,")
                .replace("zip: {", "zip: {description: Where the bill goes, ")
                .replace("  online: online", "  online: {condition: online, description: Payments in a web shop.}")
                .replace("[sum, min, max, avg, stdev]", "{sum: Money spent, min, max, avg, stdev}");
    }

    private static Model parse(String yaml) {
        return ModelFile.parse(yaml, "model.yaml");
    }

    @Test
    void shouldReadAllThatAModelHas() {
        Model model = parse(PAYMENTS);
        assertThat(model.name()).isEqualTo("payments");
        assertThat(model.entity().name()).isEqualTo("card");
        assertThat(model.event().name()).isEqualTo("payment");
        assertThat(model.event().key().name()).isEqualTo("cardId");
        assertThat(model.event().key().isText()).isFalse();
        assertThat(model.event().fields())
                .extracting(EventField::name, EventField::type)
                .containsExactly(
                        tuple("amount", FieldType.MONEY),
                        tuple("items", FieldType.INT),
                        tuple("online", FieldType.BOOLEAN),
                        tuple("merchant", FieldType.enumeration(List.of("FOOD", "FUEL", "TRAVEL", "OTHER"))));
        assertThat(model.event().fields().get(0).min()).isEqualTo(new BigDecimal("-100000.00"));
        assertThat(model.event().fields().get(0).minUnits()).isEqualTo(-10_000_000);
        assertThat(model.event().fields().get(1).isOptional()).isTrue();
        assertThat(model.event().fields().get(3).unknown()).isEqualTo("OTHER");
        assertThat(model.entity().attributes().get(0).columns()).containsExactly("city", "region");
        assertThat(model.entity().tables()).containsEntry("regions", "regions.csv");
        assertThat(model.aggregates().filters())
                .containsExactly(
                        EventFilter.ALL,
                        new EventFilter("online", "online"),
                        new EventFilter("travel_high", "merchant = 'TRAVEL' and amount >= 50.00"));
        assertThat(model.aggregates().windows())
                .containsExactly(
                        Window.DAY,
                        Window.WEEK,
                        SlidingWindow.of(new Window(Window.Unit.HOUR, 24)),
                        new LastEvents(100));
        assertThat(model.aggregates().aggregations())
                .containsExactly(
                        Aggregation.of("", List.of(EventFunction.COUNT)),
                        Aggregation.of(
                                "amount",
                                List.of(
                                        EventFunction.SUM,
                                        EventFunction.MIN,
                                        EventFunction.MAX,
                                        EventFunction.AVG,
                                        EventFunction.STDEV)),
                        Aggregation.of("items", List.of(EventFunction.SUM)));
        assertThat(model.names().aliases()).containsEntry("spend_today", "sum_amount_this_day");
    }

    @Test
    void shouldNameColumnsByThePattern() {
        assertThat(parse(PAYMENTS).columns())
                .extracting(ModelColumn::name)
                .hasSize(3 * 4 * (1 + 4 + 2 + 1))
                .startsWith(
                        "count_events_this_day",
                        "sum_amount_this_day",
                        "min_amount_this_day",
                        "max_amount_this_day",
                        "sum_items_this_day",
                        "squares_amount_this_day",
                        "count_events_of_online_this_day")
                .contains(
                        "min_amount_of_travel_high_last_24_hours",
                        "sum_items_of_online_last_100_events",
                        "stdev_amount_of_online_this_week");
    }

    @ParameterizedTest
    @CsvSource({"aim-42, 1", "aim-546, 13"})
    void shouldNameTheColumnsOfTheBenchmarkAsEver(String preset, int copies) {
        MatrixSchema schema = CallModel.schema(copies * CallModel.AGGREGATES_PER_COPY);
        assertThat(PresetModels.names()).contains(preset);
        assertThat(PresetModels.named(preset).columns())
                .extracting(ModelColumn::name)
                .containsExactlyElementsOf(schema.names());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aim-42", "aim-546"})
    void shouldWriteWhatItReads(String preset) {
        assertThat(parse(ModelFile.text(PresetModels.named(preset)))).isEqualTo(PresetModels.named(preset));
        assertThat(parse(ModelFile.text(parse(PAYMENTS)))).isEqualTo(parse(PAYMENTS));
    }

    @Test
    void shouldReadDescriptionsAndUnitsAndWriteThem() {
        Model model = parse(described());
        assertThat(parse(ModelFile.bare(model))).isEqualTo(parse(PAYMENTS));
        assertThat(model.text("description")).isEqualTo("What a bank keeps of its \\ \"cards\", \u00e9\ud83d\ude00.");
        assertThat(model.text("key", "description")).isEqualTo("The number on the card");
        assertThat(model.text("fields", "amount", "unit")).isEqualTo("CHF");
        assertThat(model.text("attributes", "zip", "description")).isEqualTo("Where the bill goes");
        assertThat(model.text("aggregates", "amount", "sum")).isEqualTo("Money spent");
        assertThat(model.text("aggregates", "amount", "min")).isNull();
        assertThat(parse(ModelFile.text(model))).isEqualTo(model);
        String longest = PAYMENTS.replace("card\n", "{name: card, description: " + "\u5b57".repeat(500) + "}\n");
        assertThat(parse(ModelFile.text(parse(longest)))).isEqualTo(parse(longest));
        assertThat(ModelFile.text(parse(longest))).hasSizeLessThan(longest.length() + 500);
    }

    /** The job hands the model to clients with all that the file leaves out. */
    @Test
    void shouldRefuseDescriptionsWithWhichClientsCannotReadTheModel() {
        StringBuilder fields = new StringBuilder();
        for (int i = 0; i < 125; i++) {
            fields.append("  f").append(i).append(": {type: int, unit: x, description: ");
            fields.append("y".repeat(470)).append("}\n");
        }
        String full = PAYMENTS.replace("attributes:\n", fields + "attributes:\n");
        assertThat(full).hasSizeLessThan(YamlFile.MAX_BYTES);
        assertFails(InvalidInputException.class, () -> parse(full))
                .hasMessageMatching("model.yaml, line 1, column 1: With descriptions, and what a key says if it is left"
                        + " out, the model has 6\\d{4} characters, more than 65536. Give shorter descriptions.");
    }

    @Test
    void shouldDescribeColumnsByTheirFunctionMeasureFilterAndWindow() {
        assertThat(descriptions(parse(PAYMENTS)))
                .containsEntry("count_events_this_day", "Number of payments this day")
                .containsEntry("sum_amount_of_online_this_week", "Sum of amount of online payments this week")
                .containsEntry(
                        "avg_amount_of_travel_high_last_24_hours",
                        "Average amount of travel high payments in the last 24 hours")
                .containsEntry("min_amount_last_100_events", "Lowest amount of all payments in the last 100 events")
                .containsEntry("stdev_amount_this_day", "Standard deviation of amount of all payments this day");
        assertThat(descriptions(parse(described())))
                .containsEntry("sum_amount_this_week", "Money spent this week")
                .containsEntry("sum_amount_of_online_this_week", "Money spent this week, payments in a web shop")
                .containsEntry("sum_items_of_online_this_day", "Sum of items of payments in a web shop this day");
        String copies = PAYMENTS.replace("copies: 1", "copies: 2")
                .replace("[1 day, 1 week, last 24 hours, last 100 events]", "[5 minutes, last 1 event, ever]")
                .replace("online: boolean", "online: boolean\n  bookedAt: {type: time, optional: true}")
                .replace("items: [sum]", "bookedAt: [count, max]")
                .replace("sum_amount_this_day", "sum_amount_ever");
        assertThat(descriptions(parse(copies)))
                .containsEntry("count_events_this_5_minutes_2", "Number of payments in these 5 minutes, copy 2")
                .containsEntry("count_booked_at_ever", "Number of all payments with booked at ever")
                .containsEntry("max_booked_at_last_1_event", "Latest booked at of all payments in the last event");
    }

    @Test
    void shouldGiveAColumnTheUnitOfItsField() {
        Model model = parse(described());
        Map<String, String> units = new HashMap<>();
        model.columns().forEach(each -> units.put(each.name(), each.unit(model)));
        assertThat(units)
                .containsEntry("max_amount_this_day", "CHF")
                .containsEntry("stdev_amount_of_online_this_day", "CHF")
                .containsEntry("squares_amount_this_day", null)
                .containsEntry("count_events_this_day", null)
                .containsEntry("sum_items_this_day", null);
    }

    private static Map<String, String> descriptions(Model model) {
        Map<String, String> descriptions = new HashMap<>();
        model.columns().forEach(each -> descriptions.put(each.name(), each.description(model)));
        return descriptions;
    }

    @Test
    void shouldRefuseATableThatIsCalledLikeTheMatrix() {
        String cards = PAYMENTS.replace("table: regions", "table: Cards")
                .replace("regions: regions.csv", "Cards: regions.csv");
        assertFails(InvalidInputException.class, () -> parse(cards))
                .hasMessage(
                        "model.yaml, line 12, column 3: table 'Cards' has the name of the matrix in SQL, which is that of"
                                + " several of its entities. Rename it.");
    }

    /** A header of a table may have any characters. */
    @Test
    void shouldWriteNamesOfColumnsThatYamlWouldReadOtherwise() {
        String columns = "[\"Temp [C]\", \"#inhabitants\", \"name: de\", \"*x\", \"a, b\", \"it's \\\"so\\\"\"]";
        Model model = parse(PAYMENTS.replace("columns: [city, region]", "columns: " + columns));
        assertThat(model.entity().attributes().get(0).columns())
                .containsExactly("Temp [C]", "#inhabitants", "name: de", "*x", "a, b", "it's \"so\"");
        assertThat(parse(ModelFile.text(model))).isEqualTo(model);
    }

    @Test
    void shouldCountTheEventsThatHaveAFieldForItsAverage() {
        assertThat(parse(PAYMENTS.replace("items: [sum]", "items: [avg]")).columns())
                .extracting(ModelColumn::name)
                .contains("count_items_this_day", "sum_items_this_day", "avg_items_this_day")
                .doesNotContain("count_amount_this_day");
    }

    @Test
    void shouldWriteNamesOfFieldsInSnakeCaseUnlessTheyHaveAnother() {
        String camelCase = PAYMENTS.replace("amount", "paidAmount").replace("sum_paidAmount", "sum_paid_amount");
        assertThat(parse(camelCase).columns()).extracting(ModelColumn::name).contains("sum_paid_amount_this_day");
        assertThat(parse(camelCase
                                .replace("{type: money,", "{type: money, as: paid,")
                                .replace("sum_paid_amount", "sum_paid"))
                        .columns())
                .extracting(ModelColumn::name)
                .contains("sum_paid_this_day");
    }

    @ParameterizedTest
    @ValueSource(strings = {"3 days", "1 hour", "5 minutes", "last 24 hours", "last 7 days by 6 hours", "last 1 event"})
    void shouldWriteWindowsAsTheyAreRead(String window) {
        Model model = parse(PAYMENTS.replace("last 24 hours", window));
        assertThat(model.aggregates().windows().get(2)).hasToString(window);
        assertThat(parse(ModelFile.text(model))).isEqualTo(model);
    }

    @Test
    void shouldReadAWindowWithoutAnEnd() {
        Model model = parse(PAYMENTS.replace("1 week", "ever"));
        assertThat(model.aggregates().windows()).hasToString("[1 day, last 24 hours, last 100 events, ever]");
        assertThat(parse(ModelFile.text(model))).isEqualTo(model);
        assertThat(model.columns())
                .extracting(ModelColumn::name)
                .contains("count_events_ever", "sum_amount_of_online_ever", "stdev_amount_ever");
        assertThatThrownBy(() -> parse(PAYMENTS.replace("1 week", "ever, ever")))
                .hasMessage("model.yaml, line 19, column 24: The window 'ever' is given twice. Take one out.");
    }

    @Test
    void shouldTakeTheTimeOfTheRecord() {
        String timed = PAYMENTS.replace("time: timestamp", "time: record");
        Model model = parse(timed);
        assertThat(model.event().isTimedByRecord()).isTrue();
        assertThat(parse(ModelFile.text(model))).isEqualTo(model);
        assertThat(MatrixSchema.of(model).fingerprint())
                .isNotEqualTo(MatrixSchema.of(parse(PAYMENTS)).fingerprint());
        assertThat(parse(PAYMENTS.replace("time: timestamp", "time: Record"))
                        .event()
                        .isTimedByRecord())
                .isFalse();
        assertThatThrownBy(() -> parse(timed.replace("online: boolean", "Record: boolean")))
                .hasMessage("model.yaml, line 9, column 3: field 'Record' has the same name as the time of the Kafka"
                        + " record. Rename one of them.");
        assertThatThrownBy(() -> parse(timed.replace("and amount >=", "and record >=")))
                .hasMessage("model.yaml, line 18, column 40: There is no field \"record\". 'record' is the time of the"
                        + " Kafka record; filters see the other fields of the event.");
    }

    @Test
    void shouldReadAKeyOfTexts() {
        Model model = parse(PAYMENTS.replace("key: cardId", "key: {name: cardId, type: text}"));
        assertThat(model.event().key().isText()).isTrue();
        assertThat(parse(ModelFile.text(model))).isEqualTo(model);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            model: payments|modle: payments|line 1, column 1: key 'modle' is not one of model, description, entity, event, key, time, fields, attributes, tables, filters, windows, aggregates, names, aliases, copies, version. Did you mean 'model'?
            entity: card|# no entity|line 1, column 1: The model has no key 'entity'. Add it, such as 'entity: card'.
            event: payment|event: [payment]|line 3, column 8: event is not a single word. Write it like 'event: payment'.
            event: payment|event: 1st|line 3, column 8: event '1st' is no name. Write a letter, and then up to 62 letters, digits and underscores.
            key: cardId|key: {name: cardId, type: uuid}|line 4, column 27: type of the key 'uuid' is not one of integer, text. Give one of these.
            time: timestamp|time: cardId|line 5, column 7: time is the same field as key. Name the field that says when.
            online: boolean|online: bool|line 9, column 11: type 'bool' is not one of boolean, int, long, money, decimal(p,s), double, enum, text, time. Did you mean 'boolean'?
            online: boolean|online: flag|line 9, column 11: type 'flag' is not one of boolean, int, long, money, decimal(p,s), double, enum, text, time. Give one of these.
            online: boolean|online: {type: string}|line 9, column 18: type 'string' is not one of boolean, int, long, money, decimal(p,s), double, enum, text, time. Did you mean 'text'?
            online: boolean|online: currency|line 9, column 11: type 'currency' is not one of boolean, int, long, money, decimal(p,s), double, enum, text, time. Did you mean 'money'?
            online: boolean|valid-until: time|line 9, column 3: field 'valid-until' is no name. Write a letter, and then up to 62 letters, digits and underscores.
            online: boolean|ITEMS: boolean|line 9, column 3: field 'ITEMS' has the same name as field 'items'. Rename one of them.
            online: boolean|events: boolean|line 9, column 3: field 'events' has the name that stands for all fields of an event. Rename it.
            type: money, min|type: "decimal(19,2)", min|line 7, column 18: decimal(19,2) is no type. Give up to 18 digits, and as many or fewer of them behind the point.
            type: money, min|type: decimal(9,2), min|line 7, column 28: In braces, a comma ends a value. Write the type in quotes: "decimal(9,2)".
            online: boolean|online: {type: boolean, draw: 0.5}|line 9, column 33: draw is not a list of keys with values. Write it like '{mean: 20, deviation: 5}'.
            online: boolean|online: {type: boolean, draw: {shar: 0.5}}|line 9, column 34: key 'shar' is not one of from, to, mean, deviation, median, factor, zipf, share, weights, missing. Did you mean 'share'?
            online: boolean|online: {type: boolean, draw: {share: 3}}|line 9, column 41: share=3 is outside 0..1. Give a share such as 0.03.
            online: boolean|online: {type: boolean, draw: {share: half}}|line 9, column 41: share=half is no number. Write it like 'share: 100'.
            online: boolean|online: {type: boolean, draw: {share: 0.3, missing: 0.1}}|line 9, column 55: missing=0.1 is for fields that events may lack. Add 'optional: true', or take it out.
            online: boolean|online: {type: boolean, draw: {mean: 3, deviation: 1}}|line 9, column 40: Values of the type boolean have no mean. Give share.
            online: boolean|online: {type: enum, values: [A, B], draw: {weights: [1]}}|line 9, column 56: weights=[1] has 1 number for 2 values. Give one for each, in their order.
            online: boolean|online: {type: enum, values: [A, B], draw: {weights: [1, -1]}}|line 9, column 56: weights=-1 is less than 0. Give 0 or more.
            online: boolean|online: {type: enum, values: [A, B], draw: {weights: [0, 0]}}|line 9, column 56: All weights are 0. Give one that is not.
            online: boolean|online: {type: enum, values: [A, B], draw: {zipf: 11}}|line 9, column 53: zipf=11 is not above 0 and at most 10. Give a number such as 1.0.
            online: boolean|online: {type: int, draw: {mean: 3}}|line 9, column 29: draw has no deviation. Give mean and deviation.
            online: boolean|online: {type: int, draw: {mean: 3, median: 2, factor: 2}}|line 9, column 29: draw has mean and deviation, and also median and factor. Give those of one distribution.
            online: boolean|online: {type: int, draw: {mean: 3, deviation: -1}}|line 9, column 50: deviation=-1 is less than 0. Give 0 or more.
            online: boolean|online: {type: int, max: 9, draw: {from: 3, to: 10}}|line 9, column 51: to=10 is outside min and max. Give a number between them.
            online: boolean|online: {type: int, draw: {from: 3, to: 1}}|line 9, column 36: from=3 is greater than to=1. Swap them.
            online: boolean|online: {type: int, draw: {median: 0, factor: 2}}|line 9, column 38: median=0 is not above 0. Give a number above 0.
            online: boolean|online: {type: int, draw: {median: 9, factor: 0.5}}|line 9, column 49: factor=0.5 is less than 1. Give 1 or more.
            online: boolean|online: {type: time, draw: {share: 1}}|line 9, column 38: Values of the type time have no share. Take it out.
            min: -100000|min: -0.001|line 7, column 30: min=-0.001 has more digits behind the point than money. Give 2 at most.
            min: -100000|min: 100001|line 7, column 30: min=100001.00 is greater than max=100000.00. Swap them.
            max: 10000, optional|max: 3e9, optional|line 8, column 35: max=3e9 is no number. Write it like 'max: 100'.
            max: 10000, optional|max: 3000000000, optional|line 8, column 35: max=3000000000 is no int. Give a number in -2147483646..2147483646, or another type.
            min: 0, max: 10000, optional|min: -3000000000, optional|line 8, column 27: min=-3000000000 is no int. Give a number in -2147483646..2147483646, or another type.
            min: -100000|min: -99999999999999999|line 7, column 30: min=-99999999999999999 is no money. Give a number in -9999999999999999.99..9999999999999999.99, or another type.
            optional: true|optional: yes|line 8, column 52: optional 'yes' is not one of true, false. Give one of these.
            online: boolean|online: {type: boolean, min: 0}|line 9, column 32: Values of the type boolean have no min. Take it out.
            online: boolean|online: {type: boolean, sum: int}|line 9, column 32: Only sums of an int can have 32 bits. Take 'sum: int' out, or make the field an int.
            unknown: OTHER|unknown: MISC|line 10, column 72: unknown=MISC is not a value of the field. Add it to its values.
            TRAVEL, OTHER]|TRAVEL, FOOD]|line 10, column 55: The value 'FOOD' is given twice. Take one out.
            values: [FOOD, FUEL, TRAVEL, OTHER], unknown: OTHER|optional: true|line 10, column 13: The enum 'merchant' has no values. Add them, such as 'values: [FOOD, FUEL]'.
            table: regions,|table: region,|line 12, column 28: There is no table 'region'. Did you mean 'regions'?
            zip: {type: text, table: regions, columns|zip: {type: text, columns|line 12, column 30: columns are those of a table. Add 'table: NAME', or take them out.
            tier: {type|cardid: {type|line 13, column 3: attribute 'cardid' has the name of the key. Rename it.
            tier: {type|card_id: {type|line 13, column 3: attribute 'card_id' has the name of the key, which is 'card_id' in SQL. Rename it.
            tier: {type|sumItemsThisDay: {type|line 13, column 3: A column would be called 'sum_items_this_day' like an attribute. Rename one, or write other 'names'.
            tier: {type|Forget: {type|line 13, column 3: attribute 'Forget' has the name of the field that erases an entity. Rename it.
            tier: {type|SUM_items_this_day: {type|line 13, column 3: A column would be called 'sum_items_this_day' like an attribute. Rename one, or write other 'names'.
            entity: card|entity: Verify|line 2, column 9: entity 'Verify' has the name of the query that compares columns with records. Rename it.
            entity: card|entity: Rules|line 2, column 9: entity 'Rules' has the name of the query that reports rules. Rename it.
            key: cardId|key: columns|line 4, column 6: key 'columns' has the name of the parameter that chooses columns. Rename it.
            key: cardId|key: forget|line 4, column 6: key 'forget' has the name of the field that erases an entity. Rename it.
            [city, region]|[city, city]|line 12, column 47: The column 'city' is given twice. Take one out.
            [city, region]|[city, City]|line 12, column 53: The column 'City' is given twice. Take one out.
            tier: {type|city: {type|line 12, column 47: The column 'city' has the same name as an attribute. Take it out here, and queries look it up in the table 'regions'; or list a column of another name.
            [city, region]|[city, CARDID]|line 12, column 53: The column 'CARDID' has the same name as the key. Take it out here, and queries look it up in the table 'regions'; or list a column of another name.
            tier: {type: enum, values: [basic, gold]}|work: {type: text, table: regions, columns: [country, City]}|line 13, column 57: The column 'City' has the same name as a column that attribute 'zip' lists. Take it out here, and queries look it up in the table 'regions'; or list a column of another name.
            [city, region]|[city, sum_items_this_day]|line 24, column 9: A column would be called 'sum_items_this_day' like a column that attribute 'zip' lists. Rename one, or write other 'names'.
            spend_today: sum_amount_this_day|Region: sum_amount_this_day|line 25, column 11: alias 'Region' has the same name as a column that attribute 'zip' lists. Rename it.
            travel_high: merchant|all: merchant|line 18, column 3: filter 'all' is always there and takes all events. Rename this one.
            and amount >=|and tier >=|line 18, column 40: There is no field "tier". 'tier' is an attribute, which profiles tell; filters see fields of the event.
            and amount >=|and cardId >=|line 18, column 40: There is no field "cardid". 'cardId' is the key; filters see the other fields of the event.
            and amount >=|and timestamp >=|line 18, column 40: There is no field "timestamp". 'timestamp' is the time; filters see the other fields of the event.
            and amount >=|and travel >=|line 18, column 40: There is no field "travel". 'TRAVEL' is a value of merchant: write it between single quotes.
            and amount >=|and amuont >=|line 18, column 40: There is no field "amuont". Did you mean 'amount'?
            = 'TRAVEL' and|= 'TRAVELS' and|line 18, column 27: There is no value 'TRAVELS'. Did you mean 'TRAVEL'?
            amount >= 50.00|amount|line 18, column 40: The right side of AND has to be a condition, not numeric(18,2). Compare it with a value.
            online: online|online: (online|line 17, column 18: Expected ")", but found the end of the text.
            1 day, 1 week|1 day, 1 fortnight|line 19, column 18: unit 'fortnight' is not one of minute, hour, day, week, month. Give one of these.
            1 day, 1 week|1 day, 1 day|line 19, column 18: The window '1 day' is given twice. Take one out.
            last 24 hours|last 24 hours, last 24 hours by 2 hours|line 19, column 41: The windows 'last 24 hours' and 'last 24 hours by 2 hours' have the same name in columns, last_24_hours. Take one out.
            last 24 hours|last 24 hours by 7 hours|line 19, column 26: The last 24 hours are not 2 to 1000 times 7 hours. Give panes by which they can be divided, such as 'last 24 hours by 1 hour'.
            last 24 hours|last 1 hours|line 19, column 26: The last 1 hour are not 2 to 1000 times 1 hour. Give panes by which they can be divided, such as 'last 1 hour by 5 minutes'.
            last 24 hours|last 2 weeks by 9 days|line 19, column 26: The last 2 weeks are not 2 to 1000 times 9 days. Give panes by which they can be divided, such as 'last 2 weeks by 6 hours'.
            last 24 hours|last 1 minute|line 19, column 26: The last 1 minute are not 2 to 1000 times 1 minute. Give panes by which they can be divided, such as 'last 24 hours by 1 hour'.
            last 24 hours|24h|line 19, column 26: window '24h' is not known. Write '24 hours' for calendar windows, or 'last 24 hours' for a sliding one.
            last 24 hours|1 min|line 19, column 26: unit 'min' is not one of minute, hour, day, week, month. Give one of these.
            last 24 hours|last 10 payments|line 19, column 26: unit 'payment' is not one of minute, hour, day, week, month, event. Give one of these. Events are 'last 10 events', whatever one is.
            last 24 hours|last 2 months|line 19, column 26: A window of the last 2 months is impossible, because months differ in length. Write it like 'last 30 days'.
            last 100 events|last 20000 events|line 19, column 41: A window of the last 20000 events is impossible. Give a whole number in 1..10000.
            last 100 events|the last 100 events|line 19, column 41: window 'the last 100 events' is not known. Write it like '1 day', 'last 24 hours', 'last 100 events' or 'ever'.
            events: [count]|events: [count, sum]|line 21, column 19: events have no sum, only a count. Name a field.
            items: [sum]|payments: [count]|line 23, column 13: There is no field 'payments'. The number of payments is 'events: [count]'.
            items: [sum]|itmes: [sum]|line 23, column 10: There is no field 'itmes'. Did you mean 'items'?
            entity: card|entity: {description: cards}|line 2, column 9: The entity has no name. Write it like 'entity: {name: card, description: a card of a customer}'.
            entity: card|entity: {name: card, description: ""}|line 2, column 36: A description of 0 characters is impossible. Give 1 to 500.
            key: cardId|key: {name: cardId, description: [a]}|line 4, column 34: description is not a single word. Write it like 'description: payments in web shops'.
            online: boolean|online: {type: boolean, description: "a\\nb"}|line 9, column 40: A description is one line of visible characters. Take out its character 2.
            online: boolean|online: {type: boolean, description: "\\ud83d\\ude00\\u202e"}|line 9, column 41: A description is one line of visible characters. Take out its character 2.
            items: {type: int|items: {unit: of which there are many more than 40 letters, type: int|line 8, column 17: A unit of 44 characters is impossible. Give 1 to 40.
            items: [sum]|items: {sum: things, not payments}|line 23, column 24: In braces, a comma ends a value. Write a text with a comma in quotes.
            online: online|online: {description: online}|line 17, column 11: The filter has no condition. Write it like 'online: online'.
            online: online|online: {condition: onlin}|line 17, column 23: There is no field "onlin". Did you mean 'online'?
            online: online|online: {condition: online, unit: kg}|line 17, column 31: key 'unit' is not one of condition, description. Give one of these.
            items: [sum]|items: {sum, median: half}|line 23, column 16: key 'median' is not one of count, sum, min, max, avg, stdev, var. Give one of these.
            items: [sum]|merchant: {max: the last}|line 23, column 14: The field 'merchant' is of the type enum and has no max. Take it out.
            events: [count]|events: {count: payments, sum}|line 21, column 29: events have no sum, only a count. Name a field.
            items: [sum]|merchant: [max]|line 23, column 14: The field 'merchant' is of the type enum and has no max. Take it out.
            amount: [sum, min|amount: [count, min|line 22, column 12: Each event has the field 'amount'. Write 'events: [count]'.
            items: [sum]|items: [median]|line 23, column 11: function of items 'median' is not one of count, sum, min, max, avg, stdev, var. Give one of these.
            _{window}"|"|line 24, column 9: A column would be called 'count_events' like another column. Rename one, or write other 'names'.
            _{window}"|_{windows}"|line 24, column 8: A name cannot have a part {windows}. There are {function}, {measure}, {filter}, {window}.
            "{function}_{measure}[_of_{filter}]_{window}"|{summ: "x_{window}"}|line 24, column 9: 'summ' is no function, nor a function of a field. Did you mean 'sum'?
            spend_today: sum_amount_this_day|spend_today: sum_amount_today|line 25, column 24: There is no column 'sum_amount_today'. Did you mean 'sum_amount_this_day'?
            spend_today: sum_amount_this_day|spend_today: sum_items_today|line 25, column 24: There is no column 'sum_items_today'. Columns with names alike are sum_items_this_day, sum_items_this_week, sum_items_last_24_hours.
            spend_today: sum_amount_this_day|spend_today: paid|line 25, column 24: There is no column 'paid'. Columns are named like 'count_events_this_day'.
            spend_today: sum_amount_this_day|tier: sum_amount_this_day|line 25, column 11: alias 'tier' has the same name as an attribute. Rename it.
            copies: 1|copies: 2000|line 26, column 9: The model has 192000 columns, more than 65535. Take out windows, filters, functions or copies.
            copies: 1|version: 2|line 26, column 10: version=2 is not known here. Write version: 1, or use the release that wrote the model.
            """)
    void shouldSayWhereAndWhatIsWrong(String right, String wrong, String message) {
        assertThat(PAYMENTS).contains(right);
        assertFails(InvalidInputException.class, () -> parse(PAYMENTS.replace(right, wrong)))
                .hasMessage("model.yaml, " + message);
    }

    /** As the benchmark's category does: the attribute is a number, and the column says what it means. */
    @Test
    void shouldLetAnAttributeListTheColumnOfItsOwnName() {
        Model model = parse(PAYMENTS.replace("[city, region]", "[Zip, region]"));
        assertThat(model.entity().attributes().get(0).columns()).containsExactly("Zip", "region");
        assertThatThrownBy(() -> parse(PAYMENTS.replace(
                        "tier: {type: enum, values: [basic, gold]}",
                        "tier: " + "{type: text, table: regions, columns: [zip]}")))
                .hasMessage(
                        "model.yaml, line 13, column 48: The column 'zip' has the same name as an attribute. Take it"
                                + " out here, and queries look it up in the table 'regions'; or list a column of another name.");
    }
}
