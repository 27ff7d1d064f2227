package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.event.BinaryModelCodec;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.Model;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@code aim model show} says of a model. */
class ModelShowTest extends ModelCommandCase {
    @Test
    void shouldShowAModelAsAPage() throws IOException {
        run("model", "show", file(PAYMENTS)).succeeds().says("").shows("""
                Model payments: a row for each card, updated by each payment.
                A record takes 296 bytes: 4 for each window and each cell of 32 bits, 8 for each other cell, also in the panes of sliding windows, and for each value of the last events.
                A row takes 104 bytes: 8 for the id and 4 for each stored column, 8 in a sliding window, if queries scan all of them. Attributes come on top.
                All 20 columns are always kept for questions over all entities.

                Event payment
                +-----------+---------+--------------------+----------+----------+--------------------------+
                | field     | type    | values             | optional | measure  | note                     |
                +-----------+---------+--------------------+----------+----------+--------------------------+
                | cardId    | integer | 64 bits            | false    | -        | key                      |
                | timestamp | time    | 0..253370764800000 | false    | -        | time                     |
                | amount    | money   | 0.00..1000.00      | false    | amount   | -                        |
                | items     | int     | 1..99              | true     | items    | -                        |
                | merchant  | enum    | FOOD, OTHER        | false    | merchant | unknown values are OTHER |
                +-----------+---------+--------------------+----------+----------+--------------------------+

                Attributes of the entity card
                +-----------+------+----------------------+---------+---------+
                | attribute | type | values               | table   | columns |
                +-----------+------+----------------------+---------+---------+
                | zip       | text | up to 256 characters | regions | city    |
                | tier      | enum | basic, gold          | -       | -       |
                +-----------+------+----------------------+---------+---------+

                Tables of attributes
                +---------+-------------+
                | table   | file        |
                +---------+-------------+
                | regions | regions.csv |
                +---------+-------------+

                Filters
                +--------+-------------------+
                | filter | condition         |
                +--------+-------------------+
                | all    | -                 |
                | food   | merchant = 'FOOD' |
                +--------+-------------------+

                Windows
                +--------------+----------------------------+--------------+
                | window       | kind                       | name         |
                +--------------+----------------------------+--------------+
                | 1 day        | calendar                   | this_day     |
                | last 2 hours | sliding, 2 panes of 1 hour | last_2_hours |
                +--------------+----------------------------+--------------+

                Columns: 16 stored, 4 computed
                +-----------------------------------+---------+----------+--------+--------------+------+--------+----------------+------+
                | name                              | measure | function | filter | window       | copy | type   | kept           | sql  |
                +-----------------------------------+---------+----------+--------+--------------+------+--------+----------------+------+
                | count_events_this_day             | events  | count    | all    | 1 day        |    1 | int    | stored         | true |
                | sum_amount_this_day               | amount  | sum      | all    | 1 day        |    1 | money  | stored for avg | true |
                | max_amount_this_day               | amount  | max      | all    | 1 day        |    1 | money  | stored         | true |
                | sum_items_this_day                | items   | sum      | all    | 1 day        |    1 | long   | stored         | true |
                | count_events_of_food_this_day     | events  | count    | food   | 1 day        |    1 | int    | stored         | true |
                | sum_amount_of_food_this_day       | amount  | sum      | food   | 1 day        |    1 | money  | stored for avg | true |
                | max_amount_of_food_this_day       | amount  | max      | food   | 1 day        |    1 | money  | stored         | true |
                | sum_items_of_food_this_day        | items   | sum      | food   | 1 day        |    1 | long   | stored         | true |
                | count_events_last_2_hours         | events  | count    | all    | last 2 hours |    1 | int    | stored         | true |
                | sum_amount_last_2_hours           | amount  | sum      | all    | last 2 hours |    1 | money  | stored for avg | true |
                | max_amount_last_2_hours           | amount  | max      | all    | last 2 hours |    1 | money  | stored         | true |
                | sum_items_last_2_hours            | items   | sum      | all    | last 2 hours |    1 | long   | stored         | true |
                | count_events_of_food_last_2_hours | events  | count    | food   | last 2 hours |    1 | int    | stored         | true |
                | sum_amount_of_food_last_2_hours   | amount  | sum      | food   | last 2 hours |    1 | money  | stored for avg | true |
                | max_amount_of_food_last_2_hours   | amount  | max      | food   | last 2 hours |    1 | money  | stored         | true |
                | sum_items_of_food_last_2_hours    | items   | sum      | food   | last 2 hours |    1 | long   | stored         | true |
                | avg_amount_this_day               | amount  | avg      | all    | 1 day        |    1 | double | computed       | true |
                | avg_amount_of_food_this_day       | amount  | avg      | food   | 1 day        |    1 | double | computed       | true |
                | avg_amount_last_2_hours           | amount  | avg      | all    | last 2 hours |    1 | double | computed       | true |
                | avg_amount_of_food_last_2_hours   | amount  | avg      | food   | last 2 hours |    1 | double | computed       | true |
                +-----------------------------------+---------+----------+--------+--------------+------+--------+----------------+------+

                Aliases
                +----------------+-----------------------+
                | alias          | column                |
                +----------------+-----------------------+
                | payments_today | count_events_this_day |
                +----------------+-----------------------+
                """);
    }

    @Test
    void shouldShowAModelAsADocument() throws IOException {
        CommandRun run = run("model", "show", file(PAYMENTS), "-o", "json");
        assertThat(run.out()).startsWith("""
                {
                  "model" : "payments",
                  "entity" : "card",
                  "event" : "payment",
                  "storedColumns" : 16,
                  "computedColumns" : 4,
                  "sqlColumns" : 20,
                  "recordBytes" : 296,
                  "rowBytes" : 104,
                  "fields" : [
                    {
                      "field" : "cardId",
                """).contains("""
                    {
                      "name" : "avg_amount_of_food_last_2_hours",
                      "measure" : "amount",
                      "function" : "avg",
                      "filter" : "food",
                      "window" : "last 2 hours",
                      "copy" : 1,
                      "type" : "double",
                      "kept" : "computed",
                      "sql" : true,
                      "description" : "Average amount of food payments in the last 2 hours",
                      "unit" : null
                    }
                  ],
                  "aliases" : [
                """);
    }

    @Test
    void shouldShowWhatTheModelSaysToPeople() throws IOException {
        String described = PAYMENTS.replace("entity: card", "description: Payments\nentity: card")
                .replace("amount: {type: money,", "amount: {type: money, unit: CHF, description: What was paid,")
                .replace(
                        "food: merchant = 'FOOD'",
                        "food: {condition: merchant = 'FOOD', description: purchases of food}")
                .replace("events: [count]", "events: {count: Payments made}");
        assertThat(run("model", "show", file(described)).out()).contains("""

                Descriptions
                +-------------------------+-------------------+------+
                | of                      | description       | unit |
                +-------------------------+-------------------+------+
                | model                   | Payments          | -    |
                | fields.amount           | What was paid     | CHF  |
                | filters.food            | purchases of food | -    |
                | aggregates.events.count | Payments made     | -    |
                +-------------------------+-------------------+------+
                """);
        assertThat(run("model", "show", file(described), "-o", "json").out())
                .contains(
                        "\"description\" : \"Highest amount of purchases of food this day\",\n      \"unit\" : \"CHF\"",
                        "\"description\" : \"Payments made this day, purchases of food\",\n      \"unit\" : null");
    }

    @Test
    void shouldShowColumnsAsLinesOfAnyFormat() throws IOException {
        assertThat(run("model", "show", file(PAYMENTS), "-o", "csv").out().lines())
                .hasSize(1 + 20)
                .startsWith(
                        "name,measure,function,filter,window,copy,type,kept,sql",
                        "count_events_this_day,events,count,all,1 day,1,int,stored,true",
                        "sum_amount_this_day,amount,sum,all,1 day,1,money,stored for avg,true")
                .endsWith("avg_amount_of_food_last_2_hours,amount,avg,food,last 2 hours,1,double,computed,true");
        assertThat(run("model", "show", "aim-546", "-o", "jsonl").out().lines())
                .hasSize(546)
                .first()
                .isEqualTo(
                        "{\"name\":\"number_of_calls_this_day\",\"measure\":\"events\",\"function\":\"count\","
                                + "\"filter\":\"all\",\"window\":\"1 day\",\"copy\":1,\"type\":\"int\",\"kept\":\"stored\",\"sql\":false}");
    }

    @Test
    void shouldSumUpManyColumns() {
        CommandRun few = run("model", "show");
        assertThat(few.out()).contains("\nColumns: 42 stored, 0 computed\n").contains("| longest_duration_this_day ");
        assertThat(run("model", "show", "aim-42")).isEqualTo(few);
        String many = run("model", "show", "aim-2016").out();
        assertThat(many.lines()).hasSizeLessThan(100);
        assertThat(many)
                .contains("\nColumns: 2016 stored, 0 computed; --columns lists all\n")
                .contains("| measure  | function | type  | kept   | columns | first ")
                .contains("| cost     | sum      | money | stored |     288 | total_cost_this_day          |"
                        + " total_cost_of_long_distance_calls_this_week_48 ");
        String all = run("model", "show", "aim-2016", "--columns").out();
        assertThat(all.lines()).hasSizeGreaterThan(2016);
        assertThat(all)
                .contains("\nColumns: 2016 stored, 0 computed\n")
                .contains("| total_cost_of_long_distance_calls_this_day_48 ");
    }

    @Test
    void shouldSayWhichTypesColumnsHave() throws IOException {
        String file = file("""
                model: types
                entity: thing
                event: change
                key: id
                time: at
                fields:
                  small: {type: int, sum: int}
                  number: int
                  share: "decimal(4,3)"
                  rate: double
                  since: {type: time, optional: true}
                windows: [1 day]
                aggregates:
                  small: [sum, max]
                  number: [sum, var]
                  share: [sum, min, stdev]
                  rate: [sum, stdev]
                  since: [count, max]
                """);
        assertThat(run("model", "show", file, "-o", "csv").out().lines().map(line -> line.replaceAll(",.*,1,", " ")))
                .containsExactly(
                        "name,measure,function,filter,window,copy,type,kept,sql",
                        "count_events_this_day int,stored for stdev and var,true",
                        "sum_small_this_day int,stored,true",
                        "max_small_this_day int,stored,true",
                        "sum_number_this_day long,stored,true",
                        "sum_share_this_day \"decimal(4,3)\",stored,true",
                        "min_share_this_day \"decimal(4,3)\",stored,true",
                        "sum_rate_this_day double,stored,true",
                        "count_since_this_day int,stored,true",
                        "max_since_this_day time,stored,true",
                        "squares_number_this_day long,stored for var,true",
                        "squares_share_this_day long,stored for stdev,true",
                        "squares_rate_this_day double,stored for stdev,true",
                        "var_number_this_day double,computed,true",
                        "stdev_share_this_day double,computed,true",
                        "stdev_rate_this_day double,computed,true");
    }

    @Test
    void shouldSayWhatColumnsAreForThatTheModelDoesNotName() throws IOException {
        String file = file("""
                model: orders
                entity: shop
                event: order
                key: shopId
                time: at
                fields:
                  price: money
                  weight: {type: int, optional: true}
                windows: [1 day]
                aggregates:
                  price: [max]
                  weight: [avg, stdev]
                """);
        assertThat(run("model", "show", file, "-o", "csv").out().lines().map(line -> line.replaceAll(",.*,1,", " ")))
                .containsExactly(
                        "name,measure,function,filter,window,copy,type,kept,sql",
                        "count_events_this_day int,stored for avg and stdev,true",
                        "max_price_this_day money,stored,true",
                        "count_weight_this_day int,stored for avg and stdev,true",
                        "sum_weight_this_day long,stored for avg and stdev,true",
                        "squares_weight_this_day long,stored for stdev,true",
                        "avg_weight_this_day double,computed,true",
                        "stdev_weight_this_day double,computed,true");
    }

    @Test
    void shouldShowTheMemoryOfEntities() throws IOException {
        String file = file(PAYMENTS);
        assertThat(run("model", "show", file, "--entities", "5000000", "--partitions", "4")
                        .out())
                .contains("""

                        Memory for 5000000 cards in 4 partitions
                        +-----------------------------------------------------------+--------------------+------+--------------------+
                        | needed                                                    | bytes of an entity |  MiB | MiB of a partition |
                        +-----------------------------------------------------------+--------------------+------+--------------------+
                        | records                                                   |                596 | 2842 |                711 |
                        | the 16 columns kept for SQL                               |                166 |  792 |                198 |
                        | heap of all TaskManagers, 1.6 times both                  |               1219 | 5813 |               1454 |
                        | a checkpoint, at most: small numbers take less            |                296 | 1412 |                353 |
                        | store of checkpoints: the last two, and one being written |                888 | 4235 |               1059 |
                        +-----------------------------------------------------------+--------------------+------+--------------------+

                        Event payment
                        """);
        assertThat(run("model", "show", file, "--entities", "1", "-o", "json").out())
                .contains("\"memory\" : [", "\"bytes of an entity\" : 596,");
        assertThat(run("model", "show", file, "--entities", "1", "-o", "csv").out())
                .contains("\nrecords,596,1,1\n");
        run("model", "show", file, "--entities", "0")
                .says("entities=0 is outside 1..1000000000000. Give a number inside.\n");
        run("model", "show", file, "--partitions", "2")
                .says("--partitions is for the memory of --entities. Give how many there are.\n");
    }

    // ---- show --binary

    @Test
    void shouldShowEveryByteOfAnEvent() throws IOException {
        CommandRun run =
                run("model", "show", "--binary", file(PAYMENTS)).says("").shows("""
                Event payment as bytes: big-endian, without gaps
                +-------------+--------+----------------+-----------+----------------------------------------------------------+-------------------------+
                | offset      | bytes  | type           | field     | meaning                                                  | example                 |
                +-------------+--------+----------------+-----------+----------------------------------------------------------+-------------------------+
                | 0           | 8      | signed integer | cardId    | key                                                      | 00 00 00 00 00 00 00 07 |
                | 8           | 8      | signed integer | timestamp | milliseconds since 1970-01-01T00:00Z, 0..253370764800000 | 00 00 01 a1 f6 40 bc 00 |
                | 16          | 1      | bits           | (nulls)   | the sum of 1 if items is null                            | 01                      |
                | 17          | 8      | signed integer | amount    | in units of 0.01, 0..100000                              | 00 00 00 00 00 00 04 e2 |
                | 25          | 0 or 4 | signed integer | items     | 1..99; no bytes if null                                  |                         |
                | after items | 2      | signed integer | merchant  | 0 FOOD, 1 OTHER                                          | 00 01                   |
                +-------------+--------+----------------+-----------+----------------------------------------------------------+-------------------------+

                The example as JSON:
                {"cardId":7,"timestamp":1795132800000,"amount":12.50,"merchant":"OTHER"}
                The same as bytes:
                0000000000000007000001a1f640bc000100000000000004e20001
                """);
        assertOneEvent(ModelFile.parse(PAYMENTS, "payments.yaml"), run.out());
    }

    private static void assertOneEvent(Model model, String page) {
        List<String> lines = page.lines().toList();
        String json = lines.get(lines.indexOf("The example as JSON:") + 1);
        String hex = lines.get(lines.indexOf("The same as bytes:") + 1);
        DeclaredEvent event = new DeclaredEvent(model.event());
        new BinaryModelCodec(model).decode(HexFormat.of().parseHex(hex), event);
        assertThat(new JsonModelCodec(model).encode(event)).asString().isEqualTo(json);
    }

    @Test
    void shouldShowBytesInEveryFormat() throws IOException {
        String file = file(PAYMENTS);
        run("model", "show", "--binary", file, "-o", "csv").shows("""
                offset,bytes,type,field,meaning,example
                0,8,signed integer,cardId,key,00 00 00 00 00 00 00 07
                8,8,signed integer,timestamp,"milliseconds since 1970-01-01T00:00Z, 0..253370764800000",00 00 01 a1 f6 40 bc 00
                16,1,bits,(nulls),the sum of 1 if items is null,01
                17,8,signed integer,amount,"in units of 0.01, 0..100000",00 00 00 00 00 00 04 e2
                25,0 or 4,signed integer,items,1..99; no bytes if null,""
                after items,2,signed integer,merchant,"0 FOOD, 1 OTHER",00 01
                """);
        assertThat(run("model", "show", "--binary", file, "-o", "jsonl").out().lines())
                .hasSize(6)
                .last()
                .isEqualTo("{\"offset\":\"after items\",\"bytes\":\"2\",\"type\":\"signed integer\","
                        + "\"field\":\"merchant\",\"meaning\":\"0 FOOD, 1 OTHER\",\"example\":\"00 01\"}");
        assertThat(run("model", "show", "--binary", file, "-o", "json").out())
                .startsWith("{\n  \"event\" : \"payment\",\n  \"byteOrder\" : \"big-endian\",\n  \"parts\" : [\n")
                .endsWith("""
                          "exampleJson" : "{\\"cardId\\":7,\\"timestamp\\":1795132800000,\\"amount\\":12.50,\\"merchant\\":\\"OTHER\\"}",
                          "exampleHex" : "0000000000000007000001a1f640bc000100000000000004e20001"
                        }
                        """);
    }

    @Test
    void shouldListTheNumbersOfManyValuesApart() throws IOException {
        String values = IntStream.range(0, 20).mapToObj(i -> "V" + i).collect(Collectors.joining(", "));
        String file = file(PAYMENTS.replace("FOOD, OTHER]", "FOOD, OTHER, " + values + "]"));
        assertThat(run("model", "show", "--binary", file).out())
                .contains("| the number of a value, 0..21 ")
                .contains("\nNumbers of values\n")
                .contains("| merchant |      0 | FOOD  |")
                .contains("| merchant |     21 | V19   |");
        assertThat(run("model", "show", file).out())
                .contains("| FOOD, OTHER, V0, V1, V2, V3, V4, V5, V6, V7, V8, V9 and 10 more |");
        assertThat(run("model", "show", file, "-o", "json").out()).contains("V9, V10, V11");
    }

    /** Whoever writes calls must not take one form for the other. */
    @Test
    void shouldSayThatCallsHaveAnotherBinaryForm() {
        CommandRun run = run("model", "show", "--binary", "aim-42")
                .says("The job's option aim.events.format=binary means another form of calls, of 25 bytes:"
                        + " see docs/formats.md#events.\n");
        assertOneEvent(PresetModels.named("aim-42"), run.out());
    }

    @Test
    void shouldShowColumnsOrBytes() {
        run("model", "show", "--binary", "--columns")
                .refuses("--columns lists no bytes. Give --columns or --binary, not both.\n");
    }
}
