package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.CallFilter;
import dev.aimonflink.core.calls.Derived;
import dev.aimonflink.core.calls.Function;
import dev.aimonflink.core.calls.Presets;
import dev.aimonflink.core.calls.SchemaDefinition;
import dev.aimonflink.core.format.Golden;
import dev.aimonflink.core.model.InvalidInputException;
import dev.aimonflink.core.model.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SchemaFileTest {
    private static final Path EXAMPLE = Path.of("../docs/example-schema.yaml");

    @TempDir
    private Path folder;

    private static SchemaDefinition parse(String... lines) {
        return SchemaFile.parse(String.join("\n", lines), "schema.yaml");
    }

    private static void assertWrong(String sentence, String... lines) {
        assertThatThrownBy(() -> parse(lines))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("schema.yaml, " + sentence);
    }

    @Test
    void shouldReadAllThatASchemaHas() {
        assertThat(parse(
                        "# ours",
                        "windows: [1 hour, 3 days, 2 weeks, 1 month]",
                        "filters:",
                        "  - long-distance",
                        "  - all",
                        "aggregates:",
                        "  cost: [max, stdev]",
                        "  calls: [count]",
                        "copies: 2"))
                .isEqualTo(new SchemaDefinition(
                        List.of(
                                new Window(Window.Unit.HOUR, 1),
                                new Window(Window.Unit.DAY, 3),
                                new Window(Window.Unit.WEEK, 2),
                                new Window(Window.Unit.MONTH, 1)),
                        List.of(CallFilter.ALL, CallFilter.LONG_DISTANCE),
                        List.of(Function.COUNT, Function.MAX_COST),
                        List.of(Derived.STDEV_COST),
                        2));
    }

    @Test
    void shouldTakeAllFiltersAndOneCopyWhereNothingIsSaid() {
        SchemaDefinition definition = parse("windows: [1 day]", "aggregates: {calls: [count]}");
        assertThat(definition.filters()).containsExactly(CallFilter.values());
        assertThat(definition.copies()).isEqualTo(1);
    }

    @Test
    void shouldReadTheExampleOfTheDocumentation() {
        assertThat(SchemaFile.of(EXAMPLE.toString()).windows())
                .containsExactly(new Window(Window.Unit.HOUR, 6), Window.DAY, new Window(Window.Unit.MONTH, 1));
    }

    @Test
    void shouldFindSchemasByNameAndByNumber() {
        assertThat(SchemaFile.of("aim-42")).isEqualTo(SchemaDefinition.benchmark(1));
        assertThat(SchemaFile.of("aim-546")).isEqualTo(SchemaDefinition.benchmark(13));
        assertThat(SchemaFile.of("84")).isEqualTo(SchemaDefinition.benchmark(2));
    }

    @Test
    void shouldWriteWhatItReads() throws IOException {
        for (String preset : Presets.names()) {
            SchemaDefinition definition = SchemaFile.of(preset);
            assertThat(SchemaFile.parse(SchemaFile.text(definition), preset)).isEqualTo(definition);
        }
        SchemaDefinition example = SchemaFile.of(EXAMPLE.toString());
        assertThat(SchemaFile.text(example)).isEqualTo(Golden.text("schema-v1.yaml"));
        assertThat(SchemaFile.parse(Golden.text("schema-v1.yaml"), "golden")).isEqualTo(example);
    }

    @Test
    void shouldNameTheLineAndTheFix() {
        assertWrong(
                "line 2, column 16: filter 'locl' is not one of all, local, long-distance. Did you mean 'local'?",
                "windows: [1 day]",
                "filters: [all, locl]",
                "aggregates: {calls: [count]}");
        assertWrong(
                "line 3, column 19: function of duration 'median' is not one of sum, min, max, avg, stdev, var. Give one of these.",
                "windows: [1 day]",
                "aggregates:",
                "  duration: [sum, median]");
        assertWrong(
                "line 1, column 1: key 'window' is not one of windows, filters, aggregates, copies, version. Did you mean 'windows'?",
                "window: [1 day]");
        assertWrong(
                "line 3, column 3: key 'costs' is not one of calls, duration, cost. Did you mean 'cost'?",
                "windows: [1 day]",
                "aggregates:",
                "  costs: [sum]");
        assertWrong(
                "line 3, column 1: key 'windows' is given twice. Take one out.",
                "windows: [1 day]",
                "aggregates: {calls: [count]}",
                "windows: [1 week]");
        assertWrong(
                "line 2, column 31: function of cost 'sum' is given twice. Take one out.",
                "windows: [1 day]",
                "aggregates: {cost: [sum, max, sum]}");
        assertWrong(
                "line 1, column 1: The schema has no key 'aggregates'. Add it, such as 'aggregates: {calls: [count], duration:"
                        + " [sum]}'.",
                "windows: [1 day]");
        assertWrong(
                "line 1, column 1: The schema has no key 'windows'. Add it, such as 'windows: [1 day, 1 week]'.",
                "aggregates: {calls: [count]}");
    }

    @Test
    void shouldRefuseWindowsThatAreNone() {
        String rest = "aggregates: {calls: [count]}";
        assertWrong(
                "line 1, column 11: window 'daily' is not a number of hours, days, weeks or months. Write it like '3 days'.",
                "windows: [daily]",
                rest);
        assertWrong(
                "line 1, column 11: window '1.5 days' is not a number of hours, days, weeks or months. Write it like '3 days'.",
                "windows: [1.5 days]",
                rest);
        assertWrong(
                "line 1, column 11: unit 'yaer' is not one of hour, day, week, month. Give one of these.",
                "windows: [1 yaer]",
                rest);
        assertWrong(
                "line 1, column 11: unit 'wek' is not one of hour, day, week, month. Did you mean 'week'?",
                "windows: [2 weks]",
                rest);
        assertWrong(
                "line 1, column 11: A window of 0 days is impossible. Give a whole number in 1..10000.",
                "windows: [0 days]",
                rest);
        assertWrong(
                "line 1, column 11: A window of -3 hours is impossible. Give a whole number in 1..10000.",
                "windows: [-3 hours]",
                rest);
        assertWrong(
                "line 1, column 1: A schema has no window. Give at least one, such as '1 day'.", "windows: []", rest);
        assertWrong(
                "line 1, column 1: A schema has the window '2 days' twice. Take one out.",
                "windows: [2 days, 1 day, 2 days]",
                rest);
    }

    @Test
    void shouldRefuseWhatIsNotOfTheForm() {
        assertWrong(
                "line 1, column 1: The schema is not a list of keys with values. Write it like 'windows: [1 day, 1 week]'.",
                "- windows");
        assertWrong(
                "line 1, column 10: windows is not a list. Write it like 'windows: [1 day, 1 week]'.",
                "windows: 1 day",
                "aggregates: {calls: [count]}");
        assertWrong(
                "line 2, column 22: A member of calls is not a single word. Write it like 'calls: [count]'.",
                "windows: [1 day]",
                "aggregates: {calls: [[count]]}");
        assertWrong(
                "line 3, column 9: copies=many is not a whole number. Write it like 'copies: 1'.",
                "windows: [1 day]",
                "aggregates: {calls: [count]}",
                "copies: many");
        assertWrong(
                "line 1, column 1: A schema has copies=-1. Give at least 1.",
                "windows: [1 day]",
                "aggregates: {calls: [count]}",
                "copies: -1");
        assertWrong(
                "line 1, column 1: A schema has 65538 columns, more than 65535. Take out windows, functions or copies.",
                "windows: [1 day]",
                "aggregates: {calls: [count]}",
                "copies: 21846");
        assertWrong(
                "line 1, column 10: version=2 is not known here. Write version: 1, or use the release that wrote the schema.",
                "version: 2");
        assertWrong(
                "line 2, column 10: References by '*' are not understood here. Write the value itself.",
                "windows: &w [1 day]",
                "filters: *w");
        assertWrong(
                "line 1, column 1: The file is empty. Write a schema such as 'windows: [1 day]' and on.", "# nothing");
    }

    @Test
    void shouldSayWhereTheYamlIsBroken() {
        assertThatThrownBy(() -> parse("windows: [1 day", "aggregates: {calls: [count]}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "schema.yaml, line 1, column 10: This is no YAML: this bracket has no end where it needs one."
                                + " Close it, or write a comma between its values.");
    }

    @Test
    void shouldNotFollowListsIntoTheDepth() {
        assertWrong(
                "line 1, column 17: Lists are nested deeper than 8. Write flat lists.",
                "windows: " + "[".repeat(30_000));
        assertWrong(
                "line 1, column 11: A member of windows is not a single word. Write it like 'windows: [1 day, 1 week]'.",
                "windows: " + "[".repeat(7) + "]".repeat(7),
                "aggregates: {calls: [count]}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-42", "0", "43", "99999999999999999999"})
    void shouldRefuseNumbersThatAreNoSchema(String number) {
        assertThatThrownBy(() -> SchemaFile.of(number))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("aggregates=" + number
                        + " is not a schema. Give a multiple of 42 up to 65535, such as 42 or 546.");
    }

    @Test
    void shouldSayThatAFileCannotBeRead() throws IOException {
        assertThatThrownBy(() -> SchemaFile.of("aim-456"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Schema 'aim-456' is neither a file nor a name: "
                        + Path.of("aim-456").toAbsolutePath() + " does not exist. Did you mean 'aim-546'?");
        assertThatThrownBy(() -> SchemaFile.of("../no/such.yaml"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Schema '../no/such.yaml' is neither a file nor a name: "
                        + Path.of("").toAbsolutePath().resolveSibling("no/such.yaml")
                        + " does not exist. Give the path of a file, a multiple of"
                        + " 42, or one of aim-42, aim-546.");
        Path large = Files.write(folder.resolve("large.yaml"), new byte[64 * 1024 + 1]);
        assertThatThrownBy(() -> SchemaFile.of(large.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Schema file=" + large + " is larger than 65536 bytes. Give a file with the schema only.");
        Path latin = Files.write(folder.resolve("latin.yaml"), new byte[] {'#', (byte) 0xFC});
        assertThatThrownBy(() -> SchemaFile.of(latin.toString()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Schema file=" + latin + " is not UTF-8. Save it as UTF-8.");
    }
}
