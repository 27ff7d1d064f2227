package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.clients.model.StarterModel;
import dev.aimonflink.matrix.format.model.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How a model begins, and what is wrong with one. */
class ModelCommandTest extends ModelCommandCase {
    // ---- validate

    @Test
    void shouldSayHowMuchAValidModelKeeps() throws IOException {
        String file = file(PAYMENTS);
        run("model", "validate", file)
                .succeeds()
                .says("")
                .shows(
                        file + " is a valid model: 16 columns stored, 4 computed, 296 bytes a record,"
                                + " 104 bytes a row, no warning.\nAll 20 columns are always kept for questions over all entities.\n");
        run("model", "validate", file, "-o", "json").shows("""
                {
                  "model" : "payments",
                  "storedColumns" : 16,
                  "computedColumns" : 4,
                  "sqlColumns" : 20,
                  "recordBytes" : 296,
                  "rowBytes" : 104,
                  "warnings" : 0
                }
                """);
    }

    @Test
    void shouldReadAModelFromStandardInput() {
        CommandRun run = CommandRun.withInput(PAYMENTS, new FakeKafka(), "model", "validate", "-")
                .succeeds();
        assertThat(run.out()).startsWith("stdin is a valid model: ").contains(" no warning.\n");
        String unread = "stdin: note: The tables regions are not read, because standard input is in no folder in which"
                + " their paths could begin. Give the model as a file to check them.\n";
        assertThat(run.err()).isEqualTo(unread);
        CommandRun.withInput(PAYMENTS, new FakeKafka(), "model", "show", "-").says(unread);
        CommandRun wrong =
                CommandRun.withInput(PAYMENTS.replace("key:", "keys:"), new FakeKafka(), "model", "validate", "-");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err())
                .isEqualTo(
                        "stdin, line 4, column 1: key 'keys' is not one of model, description, entity, event, key, time, fields,"
                                + " attributes, tables, filters, windows, aggregates, names, aliases, copies, version."
                                + " Did you mean 'key'?\n");
    }

    @Test
    void shouldWarnOfWhatHasNoEffect() throws IOException {
        String file = file(PAYMENTS.replace("merchant = 'FOOD'", "amount > 1000"));
        CommandRun run = run("model", "validate", file)
                .succeeds()
                .says(file + ": warning: The field 'merchant' is in no aggregate and no filter."
                        + " Take it out, unless it is to be checked.\n"
                        + file + ": warning: The filter 'food' is true for no event, so its aggregates stay empty.\n");
        assertThat(run.out())
                .endsWith(
                        " 104 bytes a row, 2 warnings.\nAll 20 columns are always kept for questions over all entities.\n");
        run("model", "validate", file, "-o", "csv").shows("""
                model,storedColumns,computedColumns,sqlColumns,recordBytes,rowBytes,warnings
                payments,16,4,20,296,104,2
                """);
    }

    @Test
    void shouldNameTheFirstMistake() throws IOException {
        String file = file(PAYMENTS.replace("amount: [max", "amuont: [maximum"));
        for (String subcommand : List.of("show", "validate")) {
            run("model", subcommand, file)
                    .refuses(file + ", line 18, column 12: function of amuont 'maximum' is not one of count, sum,"
                            + " min, max, avg, stdev, var. Give one of these.\n");
        }
    }

    // ---- tables

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [city]      | [city, regoin] | 11, column 53 | regions.csv | has no column 'regoin', which attribute 'zip' lists. Did you mean 'region'?
            regions.csv | nothere.csv    | 13, column 19 | nothere.csv | does not exist. Paths of tables begin in the folder of the model. Give another path.
            regions.csv | .              | 13, column 19 | .           | cannot be read: Is a directory. Give a readable file.
            """)
    void shouldNameWhatATableLacks(String right, String wrong, String line, String table, String mistake)
            throws IOException {
        String file = file(PAYMENTS.replace(right, wrong));
        assertMistake(file, file + ", line " + line + ": Table regions file=" + folder.resolve(table) + " " + mistake);
    }

    @Test
    void shouldNameTheLineOfATableThatIsWrong() throws IOException {
        String file = file(PAYMENTS);
        table("zip,city\nCH-8000,Zurich\nCH-8000,Basel\n");
        assertMistake(
                file,
                "Table regions file=" + folder.resolve("regions.csv")
                        + ", line 3: zip='CH-8000' is the key of line 2 too. Take out one of the rows.");
    }

    @Test
    void shouldSayThatShippedTablesAreNotRead() {
        run("model", "validate", "aim-42")
                .succeeds()
                .says("aim-42: note: The tables RegionInfo, SubscriptionType, SubscriberCategory, CellValueType are"
                        + " shipped, so no file of them is read.\n");
        run("model", "show", "aim-42").says("");
    }

    // ---- new

    @ParameterizedTest
    @ValueSource(strings = {"payments", "orders", "Calls_2"})
    void shouldBeginAModel(String name) {
        CommandRun begun = run("model", "new", name).succeeds().says("");
        CommandRun validated = CommandRun.withInput(begun.out(), new FakeKafka(), "model", "validate", "-")
                .says("");
        assertThat(validated.out()).startsWith("stdin is a valid model: ").contains(" no warning.\n");
        assertThat(ModelFile.parse(begun.out(), "begun").name()).isEqualTo(name);
        run("model", "new").shows(StarterModel.text("payments"));
    }

    @Test
    void shouldWriteANewFileAndNeverOverwriteOne() throws IOException {
        Path file = folder.resolve("my orders.yaml");
        run("model", "new", "orders", "--out", file.toString())
                .succeeds()
                .says("Wrote " + file + ". Check it with `aim model validate '" + file + "'`.\n")
                .shows("");
        assertThat(file).hasContent(StarterModel.text("orders"));

        run("model", "new", "payments", "--out", file.toString())
                .refuses("out=" + file + " exists already. Give the name of a new file.\n");
        assertThat(file).hasContent(StarterModel.text("orders"));

        Path nowhere = folder.resolve("none").resolve("orders.yaml");
        run("model", "new", "--out", nowhere.toString())
                .says("out=" + nowhere + " cannot be written: " + nowhere + ". Give a file in a folder that exists.\n");
    }

    @Test
    void shouldRefuseANameThatNoModelCanHave() {
        run("model", "new", "1st")
                .refuses("model '1st' is no name. Write a letter, and then up to 62 letters, digits and"
                        + " underscores.\n");
    }
}
