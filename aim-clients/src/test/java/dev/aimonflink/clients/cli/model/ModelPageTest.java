package dev.aimonflink.clients.cli.model;

import com.sun.management.ThreadMXBean;
import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.model.ModelWarnings;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.JsonModelCodec;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.YamlFile;
import dev.aimonflink.matrix.layout.CellLayout;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityKey;
import dev.aimonflink.matrix.model.EntityType;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.EventFilter;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.FieldType;
import dev.aimonflink.matrix.model.FilterConditions;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.LastEvents;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.model.ModelColumn;
import dev.aimonflink.matrix.model.SlidingWindow;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.update.Overflow;
import dev.aimonflink.query.setup.KeptColumns;
import dev.aimonflink.sql.bind.Function;
import dev.aimonflink.sql.evaluate.Condition;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** The page of models, and more messages, against what reads them. Blocks and tables change the page's first model, key by key. */
class ModelPageTest {
    private static final Path PAGE = Path.of("..", "docs", "model.md");

    /** Those that the page has no room for. */
    private static final Path MORE_MISTAKES = Path.of("src", "test", "resources", "model", "mistakes.md");

    private static final Path TABLES_AND_WARNINGS = MORE_MISTAKES.resolveSibling("tables-and-warnings.md");

    /** PostgreSQL's names of what is written {@code AT TIME ZONE}, {@code &&}, {@code @>} and {@code <@}. */
    private static final List<String> AS_OPERATORS =
            List.of("timezone", "arrayoverlap", "arraycontains", "arraycontained");

    private static final Pattern TOP_KEY = Pattern.compile("^([a-z]+):");
    private static final Pattern ROW_OF_TWO = Pattern.compile("(?m)^\\| `(.+?)` \\| `(.+?)` \\|$");

    @TempDir
    private Path folder;

    private String page;
    private String model;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(PAGE);
        model = blocks("yaml model").get(0);
    }

    /** The texts of the blocks whose fence has these words. */
    private List<String> blocks(String fence) {
        return Pattern.compile("(?ms)^```" + fence + "\n(.*?)^```$")
                .matcher(page)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private String section(String heading) {
        int begin = page.indexOf("\n## " + heading + "\n");
        assertThat(begin).as(heading).isNotNegative();
        int end = page.indexOf("\n## ", begin + 1);
        return page.substring(begin, end < 0 ? page.length() : end);
    }

    private static List<MatchResult> rowsOfTwo(String text) {
        List<MatchResult> rows = ROW_OF_TWO.matcher(text).results().toList();
        assertThat(rows).isNotEmpty();
        return rows;
    }

    /** Keys of YAML, each with its lines. */
    private static Map<String, String> keys(String yaml) {
        Map<String, String> keys = new LinkedHashMap<>();
        String key = null;
        for (String line : yaml.lines().toList()) {
            Matcher top = TOP_KEY.matcher(line);
            key = top.find() ? top.group(1) : key;
            keys.merge(key, line + "\n", String::concat);
        }
        return keys;
    }

    /** The first model with other values of some keys. */
    private String changed(String yaml) {
        Map<String, String> keys = keys(model);
        keys.putAll(keys(yaml));
        return String.join("", keys.values());
    }

    private static Model parsed(String yaml) {
        return ModelFile.parse(yaml, "page");
    }

    @Test
    void shouldShowModelsThatAreRight() {
        assertThat(ModelWarnings.of(parsed(model))).isEmpty();
        assertThat(parsed(model).columns()).extracting(ModelColumn::name).contains("sum_amount_of_online_this_week");
        List<String> examples = blocks("yaml");
        assertThat(examples).hasSizeGreaterThan(9);
        for (String example : examples) {
            assertThat(parsed(changed(example))).as(example).isNotEqualTo(parsed(model));
        }
        assertThat(page.split("```yaml")).hasSize(1 + 1 + examples.size());
    }

    @Test
    void shouldSayHowManyColumnsAreKeptForScans() {
        MatrixSchema schema = MatrixSchema.of(parsed(model));
        assertThat(schema.columns()).as("the example has more").hasSizeGreaterThan(KeptColumns.MOST_FOR_SQL);
        assertThat(KeptColumns.of(schema, List.of(KeptColumns.AUTO))).hasSize(KeptColumns.MOST_FOR_SQL);
        String sentence = "the first " + KeptColumns.MOST_FOR_SQL + " of a";
        assertThat(page).contains("by default " + sentence);
    }

    // ---- messages

    @Test
    void shouldShowTheMistakeThatTheCommandFinds() throws IOException {
        List<String> lines = blocks("console").get(0).lines().toList();
        assertThat(lines).hasSize(2);
        Path file =
                Files.writeString(folder.resolve("payments.yaml"), model.replace("  amount: [sum", "  amuont: [sum"));
        String command = lines.get(0).replace("$ ./aim ", "").replace("payments.yaml", file.toString());
        CommandRun run = CommandRun.of(new FakeKafka(), command.split(" ")).exits(ExitCode.USAGE);
        assertThat(run.err().replace(file.toString(), "payments.yaml")).isEqualTo(lines.get(1) + "\n");
    }

    @Test
    void shouldShowTheMessageOfEachMistake() throws IOException {
        List<MatchResult> mistakes = new ArrayList<>(rowsOfTwo(section("Typical mistakes")));
        mistakes.addAll(rowsOfTwo(Files.readString(MORE_MISTAKES)));
        assertThat(mistakes).hasSizeGreaterThan(20);
        for (MatchResult mistake : mistakes) {
            assertThatThrownBy(() -> parsed(changed(mistake.group(1))))
                    .as(mistake.group(1))
                    .isInstanceOf(InvalidInputException.class)
                    .message()
                    .matches("page, line \\d+, column \\d+: .*")
                    .satisfies(message -> assertThat(message.substring(message.indexOf(": ") + 2))
                            .isEqualTo(mistake.group(2)));
        }
    }

    @Test
    void shouldShowTheMessageOfEachMistakeInTables() throws IOException {
        String about = Files.readString(TABLES_AND_WARNINGS).split("What has no effect")[0];
        Matcher header = Pattern.compile("begins with `(.+?)`").matcher(about);
        assertThat(header.find()).isTrue();
        Path table = Files.writeString(folder.resolve("regions.csv"), header.group(1) + "\n");
        assertThat(rowsOfTwo(about)).hasSize(2);
        for (MatchResult mistake : rowsOfTwo(about)) {
            Path file = Files.writeString(folder.resolve("payments.yaml"), changed(mistake.group(1)));
            assertThat(validated(file))
                    .as(mistake.group(1))
                    .matches("payments.yaml, line \\d+, column \\d+: .*\n")
                    .endsWith(": " + mistake.group(2) + "\n");
        }
        Files.writeString(table, header.group(1) + "\n1,a,b,c\n,a,b,c\n");
        String message = validated(Files.writeString(folder.resolve("payments.yaml"), model));
        assertThat(about.replace('\n', ' ')).contains("`" + message.strip() + "`");
    }

    /** What the command says of a file, as if its folder were the one on the page. */
    private String validated(Path file) {
        CommandRun run = CommandRun.of(new FakeKafka(), "model", "validate", file.toString())
                .exits(ExitCode.USAGE);
        return run.err().replace(file.toString(), "payments.yaml").replace(folder.toString(), "/models");
    }

    @Test
    void shouldShowEachWarning() throws IOException {
        List<MatchResult> warnings =
                rowsOfTwo(Files.readString(TABLES_AND_WARNINGS).split("What has no effect")[1]);
        assertThat(warnings).hasSize(4);
        for (MatchResult warning : warnings) {
            assertThat(ModelWarnings.of(parsed(changed(warning.group(1)))))
                    .as(warning.group(1))
                    .containsExactly(warning.group(2));
        }
    }

    // ---- what a sum can hold

    private Model payments(String windows) {
        return parsed(changed("""
                fields: {amount: money}
                filters: {refund: amount < 0}
                windows: [%s]
                aggregates: {amount: [stdev]}
                aliases: {}
                """.formatted(windows)));
    }

    @Test
    void shouldSayWhichAmountsSquaresHaveRoomFor() {
        Matcher row =
                Pattern.compile("(?m)^\\| `(1 day.*?)` \\| ([0-9.]+) \\|$").matcher(section("What a sum can hold"));
        int rows = 0;
        while (row.find()) {
            String most = row.group(2);
            assertThat(ModelWarnings.of(payments(row.group(1))))
                    .as(row.group(1))
                    .hasSize(1);
            assertThat(ModelWarnings.of(payments(row.group(1))).get(0))
                    .contains("has no room for a value outside -" + most + ".." + most + ", ");
            rows++;
        }
        assertThat(rows).isEqualTo(3);
    }

    @Test
    void shouldShowTheDeadLetterOfAnOverflow() {
        Model payments = payments("1 day, last 24 hours, last 1000 events");
        DeclaredEvent event = new DeclaredEvent(payments.event());
        event.keyNumber(7);
        event.values().bits(0, 96_038_389);
        StoredColumn column = MatrixSchema.of(payments).column("squares_amount_last_1000_events");
        assertThat(section("What a sum can hold"))
                .contains("\n```\n" + new Overflow(column, true).sentence(payments, event) + "\n```\n");
    }

    // ---- events

    @Test
    void shouldShowAnEventThatCounts() {
        Model payments = parsed(model);
        DeclaredEvent event = new DeclaredEvent(payments.event());
        new JsonModelCodec(payments).decode(blocks("json event").get(0).getBytes(StandardCharsets.UTF_8), event);
        assertThat(new JsonModelCodec(payments).encode(event))
                .asString()
                .isEqualTo("{\"cardId\":7,\"timestamp\":1795161600000,\"amount\":12.50,\"online\":true,"
                        + "\"merchant\":\"FUEL\"}");
    }

    @Test
    void shouldShowWhyAnEventIsADeadLetter() {
        Model payments = parsed(model);
        DeclaredEvent event = new DeclaredEvent(payments.event());
        for (MatchResult row : rowsOfTwo(section("Fields"))) {
            byte[] json = row.group(1).getBytes(StandardCharsets.UTF_8);
            assertThatThrownBy(() -> new JsonModelCodec(payments).decode(json, event))
                    .as(row.group(1))
                    .isInstanceOf(MalformedException.class)
                    .hasMessage(row.group(2));
        }
    }

    @Test
    void shouldSayWhichValuesATypeHas() {
        for (FieldType type : List.of(FieldType.INT, FieldType.LONG, FieldType.MONEY)) {
            EventField field = EventField.of("field", type);
            assertThat(section("Fields"))
                    .containsPattern("\\| `" + type + "` \\| [a-z :]*" + decimal(field, field.minUnits()) + " to "
                            + decimal(field, field.maxUnits()) + " \\|");
        }
        for (FieldType.Kind kind : FieldType.Kind.values()) {
            String label = kind == FieldType.Kind.DECIMAL ? "decimal(p,s)" : kind.label();
            assertThat(section("Fields")).contains("\n| `" + label + "` | ");
        }
        assertThat(section("Fields"))
                .contains("p up to " + FieldType.MAX_PRECISION + " |")
                .contains(": " + EventFaults.MIN_TIMESTAMP_MS + " to " + EventFaults.MAX_TIMESTAMP_MS + " |");
    }

    private static String decimal(EventField field, long units) {
        return BigDecimal.valueOf(units, field.type().scale()).toPlainString();
    }

    // ---- filters

    @Test
    void shouldShowConditionsThatExist() {
        EventType payment = parsed(model).event();
        Matcher condition = Pattern.compile("(?m)^\\| `(.+?)` \\| [^|]+ \\|$").matcher(section("Filters"));
        int conditions = 0;
        while (condition.find()) {
            EventFilter filter = new EventFilter("shown", condition.group(1));
            assertThat(catchThrowable(() -> FilterConditions.bound(filter, payment)))
                    .as(condition.group(1))
                    .isNull();
            conditions++;
        }
        assertThat(conditions).isEqualTo(10);
        EventType withTime = parsed(changed(blocks("yaml").get(1))).event();
        EventFilter booked = new EventFilter("booked", "bookedAt >= '2026-11-20T08:00:00Z'");
        assertThat(section("Filters")).contains("`" + booked.condition() + "`");
        assertThat(FilterConditions.bound(booked, withTime)).isNotNull();
    }

    @Test
    void shouldNameAllFunctionsAndOperators() throws IOException {
        EventType payment = parsed(model).event();
        String filters = section("Filters");
        assertThat(filters).contains("(sql.md#expressions)");
        String expressions = Files.readString(PAGE.resolveSibling("sql.md"))
                .split("(?m)^## Expressions$")[1]
                .split("(?m)^## ")[0];
        for (Function function : Function.values()) {
            String name = function.sqlName();
            if (!function.isUnwritten() && !AS_OPERATORS.contains(name) && !filters.contains("`" + name + "`")) {
                assertThat(expressions).containsPattern("`[^`]*\\b" + name + "\\b[^`]*`");
            }
        }
        for (String condition : List.of(
                "amount = 1",
                "amount <> 1",
                "amount < 1",
                "amount <= 1",
                "amount > 1 or online",
                "merchant not in ('FOOD')",
                "amount not between 1 and 2",
                "amount between symmetric 2 and 1",
                "items is not null",
                "online is not true",
                "online is false",
                "online is unknown",
                "items is distinct from 3",
                "merchant ilike 'f_'",
                "items % 2 = items / 2 + 1",
                "case merchant when 'FOOD' then true end",
                "cast(items as boolean)",
                "cast(amount as bigint) = 1",
                "cast(items as numeric) = 1",
                "cast(amount as double precision) = 1",
                "cast('2026-11-20' as timestamptz) is null")) {
            assertThat(catchThrowable(() -> FilterConditions.bound(new EventFilter("f", condition), payment)))
                    .as(condition)
                    .isNull();
        }
    }

    /** Cold code, in which no compiler has removed an allocation that the source has. */
    @Test
    void shouldSayWhichConditionsAllocate() {
        Model typed =
                parsed(changed(blocks("yaml").get(1).replace("  bookedAt: time", "  bookedAt: time\n  level: double")));
        DeclaredEvent event = new DeclaredEvent(typed.event());
        String json = "{\"cardId\":7,\"timestamp\":1795132800000,\"amount\":12.50,\"items\":3,\"rate\":1.5,"
                + "\"online\":true,\"merchant\":\"FUEL\",\"terminal\":\"T-1\",\"bookedAt\":5,\"level\":0.25}";
        new JsonModelCodec(typed).decode(json.getBytes(StandardCharsets.UTF_8), event);
        List<MatchResult> rows = Pattern.compile("(?m)^\\| [a-z]+ \\|([^|]*)\\| (`[^|]*`) \\|$")
                .matcher(section("Filters"))
                .results()
                .toList();
        assertThat(rows).hasSize(7);
        for (MatchResult row : rows) {
            for (String condition : quoted(row.group(1))) {
                assertThat(allocatedBytes(condition, typed, event))
                        .as(condition)
                        .isLessThan(EVENTS);
            }
            for (String condition : quoted(row.group(2))) {
                assertThat(allocatedBytes(condition, typed, event))
                        .as(condition)
                        .isGreaterThan(8 * EVENTS);
            }
        }
    }

    private static final long EVENTS = 1_000;

    private static List<String> quoted(String cell) {
        return Pattern.compile("`([^`]+)`")
                .matcher(cell)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static long allocatedBytes(String condition, Model model, DeclaredEvent event) {
        Condition compiled = Condition.of(FilterConditions.bound(new EventFilter("f", condition), model.event()));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        compiled.holds(event.values());
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < EVENTS; i++) {
            compiled.holds(event.values());
        }
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    // ---- the rest

    @Test
    void shouldExplainEveryKey() {
        Throwable unknown = catchThrowable(() -> parsed("modle: x"));
        List<String> known = new ArrayList<>();
        Matcher listed = Pattern.compile("not one of (.*)\\. Did").matcher(unknown.getMessage());
        assertThat(listed.find()).isTrue();
        known.addAll(List.of(listed.group(1).split(", ")));
        for (String key : known) {
            assertThat(section("Keys").lines().filter(line -> line.startsWith("| ")))
                    .as(key)
                    .anyMatch(line -> line.split(" \\| ")[0].contains("`" + key + "`"));
        }
        for (String key : List.of("fields", "attributes", "filters", "windows", "aggregates", "names", "copies")) {
            assertThat(blocks("yaml")).as(key).anyMatch(example -> keys(example).containsKey(key));
        }
    }

    @Test
    void shouldSayWhereTheLimitsAre() {
        assertThat(rowOfLimits("the file")).startsWith(YamlFile.MAX_BYTES + " bytes");
        assertThat(rowOfLimits("columns, stored and computed, in all copies"))
                .isEqualTo(Integer.toString(Aggregates.MAX_COLUMNS));
        assertThat(rowOfLimits("filters, `all` included")).isEqualTo(Integer.toString(Aggregates.MAX_FILTERS));
        assertThat(rowOfLimits("windows")).isEqualTo(Integer.toString(Aggregates.MAX_WINDOWS));
        assertThat(rowOfLimits("fields; attributes")).isEqualTo(EventType.MAX_FIELDS + " each");
        assertThat(EntityType.MAX_ATTRIBUTES).isEqualTo(EventType.MAX_FIELDS);
        assertThat(rowOfLimits("values of an enum"))
                .isEqualTo(FieldType.MAX_LABELS + ", of " + FieldType.MAX_TEXT_LENGTH + " characters each");
        assertThat(rowOfLimits("a text")).isEqualTo(FieldType.MAX_TEXT_LENGTH + " characters");
        assertThat(rowOfLimits("a key that is a text")).isEqualTo(EntityKey.MAX_TEXT_BYTES + " bytes");
        assertThat(rowOfLimits("length of a calendar window")).startsWith(Window.MAX_COUNT + " minutes");
        assertThat(rowOfLimits("panes of a sliding window")).isEqualTo("2 to " + SlidingWindow.MAX_PANES);
        assertThat(rowOfLimits("events of a window of last events")).isEqualTo(Integer.toString(LastEvents.MAX_COUNT));
        assertThat(rowOfLimits("the record of one entity, without attributes"))
                .isEqualTo(CellLayout.MAX_BYTES + " bytes");
    }

    private String rowOfLimits(String what) {
        return section("Limits")
                .lines()
                .filter(line -> line.startsWith("| " + what + " | "))
                .map(line -> line.substring(("| " + what + " | ").length(), line.length() - " |".length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("There is no limit of " + what));
    }

    /** Names and nesting have limits that only messages show. */
    @Test
    void shouldSayHowLongNamesMayBe() {
        assertThat(rowOfLimits("a name; the name of a column")).isEqualTo("63 characters; 128 characters");
        assertThat(catchThrowable(() -> parsed(changed("model: " + "x".repeat(63)))))
                .isNull();
        assertThatThrownBy(() -> parsed(changed("model: " + "x".repeat(64))))
                .hasMessageContaining("' is no name. Write a letter, and then up to 62 letters");
        assertThatThrownBy(
                        () -> parsed(changed("names: \"" + "x".repeat(100) + "{function}_{measure}{filter}{window}\"")))
                .hasMessageContaining("have 128 characters at most.");
        assertThat(rowOfLimits("the file")).endsWith(", nested 8 deep");
        assertThatThrownBy(() -> parsed("model: " + "[".repeat(8) + "]".repeat(8)))
                .hasMessageContaining("nested deeper than 8.");
    }
}
