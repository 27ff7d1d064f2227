package dev.aimonflink.core.calls.wire;

import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Dimensions.CellValueType;
import dev.aimonflink.core.calls.Dimensions.RegionInfo;
import dev.aimonflink.core.calls.Dimensions.SubscriberCategory;
import dev.aimonflink.core.calls.Dimensions.SubscriptionType;
import dev.aimonflink.core.model.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DimensionTablesTest {
    private static final Dimensions BENCHMARK = new Dimensions(
            List.of(
                    new RegionInfo("CH-1000", "Lausanne", "Vaud", "Switzerland", "EUROPE"),
                    new RegionInfo("CH-8000", "Zurich", "Zurich", "Switzerland", "EUROPE"),
                    new RegionInfo("DE-80801", "Munich", "Bayern", "Germany", "EUROPE"),
                    new RegionInfo("ARG-B6500", "Buenos Aires", "Buenos Aires", "Argentina", "SOUTH AMERICA"),
                    new RegionInfo("CHI-100000", "Beijing", "Beijing", "China", "ASIA"),
                    new RegionInfo("CHI-101500", "Beijing", "Beijing", "China", "ASIA")),
            List.of(
                    new SubscriptionType(0, "prepaid", 0, 0, 0),
                    new SubscriptionType(1, "contract", 10, 120, 10),
                    new SubscriptionType(2, "contract", 20, 720, 50),
                    new SubscriptionType(3, "contract", 50, null, null)),
            List.of(
                    new SubscriberCategory(0, "business"),
                    new SubscriberCategory(1, "private"),
                    new SubscriberCategory(2, "company")),
            List.of(
                    new CellValueType(0, "none", 0),
                    new CellValueType(1, "silver", 30),
                    new CellValueType(2, "gold", 80),
                    new CellValueType(3, "platinum", 150)));

    @TempDir
    private Path folder;

    private Path file;
    private String defaults;

    @BeforeEach
    void readTheDefaultFile() throws IOException {
        file = folder.resolve("tables.json");
        try (InputStream in = DimensionTables.class.getResourceAsStream("default-dimensions.json")) {
            defaults = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Dimensions read(String text) throws IOException {
        Files.writeString(file, text);
        return DimensionTables.read(file);
    }

    @Test
    void shouldHaveTheBenchmarksTablesByDefault() {
        assertThat(DimensionTables.defaults()).isEqualTo(BENCHMARK);
    }

    @Test
    void shouldReadTheDefaultsFromAFileToo() throws IOException {
        assertThat(read(defaults)).isEqualTo(BENCHMARK);
    }

    @Test
    void shouldReadOtherTables() throws IOException {
        Dimensions tables = read("""
                {"cellValueTypes":[],"categories":[],"subscriptionTypes":[],"regions":[
                 {"region":"EUROPE","country":"Switzerland","state":"","city":"Zürich","zip":"8001"}]}
                """);
        assertThat(tables)
                .isEqualTo(new Dimensions(
                        List.of(new RegionInfo("8001", "Z\u00fcrich", "", "Switzerland", "EUROPE")),
                        List.of(),
                        List.of(),
                        List.of()));
    }

    @Test
    void shouldReadThousandsOfZips() throws IOException {
        StringBuilder regions = new StringBuilder();
        for (int zip = 0; zip < 20_000; zip++) {
            regions.append("{\"zip\":\"%d\",\"city\":\"c\",\"state\":\"s\",\"country\":\"n\",\"region\":\"r\"},"
                    .formatted(zip));
        }
        assertThat(read(defaults.replace("\"regions\": [", "\"regions\": [" + regions))
                        .regions())
                .hasSize(20_006);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"zip\": \"CH-8000\" | \"zipp\": \"CH-8000\" | 4 | there is no field 'zipp'",
                "\"zip\": \"CH-8000\", | `` | 4 | zip is missing",
                "\"zip\": \"CH-8000\" | \"zip\": 8000 | 4 | zip must be a text, not a number",
                "\"zip\": \"CH-8000\" | \"zip\": \"\" | 4 | zip has 0 characters instead of 1 to 64",
                "\"id\": 2, \"type\" | \"id\": null, \"type\" | 13 | id must be a whole number, not null",
                "\"id\": 2, \"category\" | \"id\": \"2\", \"category\" | 19 | id must be a whole number, not a text",
                "\"threshold\": 80 | \"threshold\": 80.5 | 24 | threshold must be a whole number, not a fraction",
                "\"threshold\": 80 | \"threshold\": 80, \"threshold\": 80 | 24 | threshold is given twice",
                "\"categories\" | \"category\" | 16 | there is no field 'category'",
                "\"categories\": [ | \"categories\": 3, \"x\": [ | 16 | an array is expected, not a number"
            })
    void shouldSayWhatIsWrongWhereAndTheFix(String good, String wrong, int line, String what) {
        assertThat(defaults).contains(good);
        assertThatThrownBy(() -> read(defaults.replace(good, wrong)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Dimension tables file=" + file + ", line " + line + ": " + what + ". Fix the line."
                        + " The file is one JSON object of the arrays"
                        + " regions, subscriptionTypes, categories, cellValueTypes.");
    }

    @Test
    void shouldRefuseMissingTablesAndTrailingText() {
        assertThatThrownBy(() -> read("{\"regions\":[]}"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Dimension tables file=" + file + ", line 1: subscriptionTypes is missing. ");
        assertThatThrownBy(() -> read(defaults + "[]"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(": something follows the JSON value. ");
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        assertThatThrownBy(() -> read("regions:\n  - zip: 8000\n"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Dimension tables file=" + file + ", line 1: Unrecognized token 'regions'");
        assertThatThrownBy(() -> read(""))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(
                        "Dimension tables file=" + file + ", line 1: a JSON object is expected, not nothing. ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Lausanne", "Vaud", "Germany", "SOUTH AMERICA", "contract", "business", "gold"})
    void shouldRefuseAbsurdNames(String name) throws IOException {
        String quoted = '"' + name + '"';
        assertThat(read(defaults.replace(quoted, '"' + "n".repeat(1_000) + '"')).regions())
                .hasSize(6);
        assertThatThrownBy(() -> read(defaults.replace(quoted, '"' + "n".repeat(70 * 1024) + '"')))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Dimension tables file=" + file + ", line ")
                .hasMessageContaining(" has 71680 characters instead of at most 1000");
    }

    @Test
    void shouldRefuseZipsLongerThanAnyProfiles() throws IOException {
        assertThat(read(defaults.replace("CH-8000", "8".repeat(64))).regions()).hasSize(6);
        assertThatThrownBy(() -> read(defaults.replace("CH-8000", "8".repeat(65))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("line 4: zip has 65 characters instead of 1 to 64");
    }

    @Test
    void shouldRefuseRowsWithOneKey() {
        assertThatThrownBy(() -> read(defaults.replace("CH-8000", "CH-1000")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Dimension tables file=" + file
                        + ": Dimension table RegionInfo has two rows with zip=CH-1000. Remove one of them.");
    }

    @Test
    void shouldRefuseFilesThatCannotBeRead() {
        assertThatThrownBy(() -> DimensionTables.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Dimension tables file=" + file + " does not exist. Give another path.");
        assertThatThrownBy(() -> DimensionTables.read(folder))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("Dimension tables file=" + folder + " cannot be read: ")
                .hasMessageEndingWith(". Give a readable file.");
    }

    @Test
    void shouldReadFilesUpToTheSizeLimitAndRefuseLargerOnes() throws IOException {
        String atLimit = defaults + " ".repeat(DimensionTables.MAX_FILE_BYTES - defaults.length());
        assertThat(read(atLimit)).isEqualTo(BENCHMARK);
        assertThatThrownBy(() -> read(atLimit + " "))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Dimension tables file=" + file
                        + " is larger than 33554432 bytes. Give a file with the tables only.");
    }
}
