package dev.aimonflink.clients.cli.model;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.model.ModelWarnings;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.matrix.setup.ModelSource;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.EntityQuery;
import dev.aimonflink.query.setup.Catalogues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The models of docs/models, and what their pages say of them. */
@Timeout(60)
class ExampleModelsTest {
    private static final Path FOLDER = Path.of("..", "docs", "models");
    private static final Pattern LINES = Pattern.compile("```json lines of \\w+\n(.*?)```", Pattern.DOTALL);
    private static final Pattern PROFILE =
            Pattern.compile("```json profile\n(.*?)```|echo '(\\{.*?\\})'", Pattern.DOTALL);
    private static final Pattern COLUMNS = Pattern.compile("--columns (\\S+)");
    private static final Pattern MISTAKE = Pattern.compile("(?m)^\\| `\"(\\w+)\":(\\S+)` \\| `(.*)` \\|$");

    private final FakeKafka kafka = new FakeKafka().withTopics();

    private static String model(String name) {
        return FOLDER.resolve(name + ".yaml").toString();
    }

    private static List<MatchResult> found(Pattern pattern, String name) throws IOException {
        List<MatchResult> found = pattern.matcher(Files.readString(FOLDER.resolve(name + ".md")))
                .results()
                .toList();
        assertThat(found).isNotEmpty();
        return found;
    }

    private CommandRun publish(String what, String name, String lines) {
        return CommandRun.withInput(lines, kafka, "publish", what, "--model=" + model(name), "--from=-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments", "devices"})
    void shouldHaveNoMistakes(String name) {
        ModelSource source = ModelSource.of("Model", model(name));
        assertThat(ModelWarnings.of(source.model())).isEmpty();
        EntityTables tables = source.tables();
        assertThat(tables.names())
                .hasSize(1)
                .allMatch(table -> tables.table(table).rows() > 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments", "devices"})
    void shouldPublishTheLinesOfItsPage(String name) throws IOException {
        publish("events", name, found(LINES, name).get(0).group(1)).says("");
        MatchResult profile = found(PROFILE, name).get(0);
        publish("profiles", name, profile.group(1) == null ? profile.group(2) : profile.group(1))
                .says("");
        assertThat(kafka.published()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({"payments, cards, payments", "devices, sensors, readings"})
    void shouldPublishTheExamplesOfItsPage(String name, String profiles, String events) {
        assertThat(publishFile("profiles", name, profiles).err()).isEmpty();
        assertThat(publishFile("events", name, events).err()).isEmpty();
        assertThat(kafka.published()).hasSizeGreaterThan(10);
    }

    private CommandRun publishFile(String what, String name, String examples) {
        Path file = FOLDER.resolve("example-" + examples + ".jsonl");
        return CommandRun.of(kafka, "publish", what, "--model=" + model(name), "--from=" + file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments", "devices"})
    void shouldHaveTheColumnsThatItsPageAsksFor(String name) throws IOException {
        ModelSource source = ModelSource.of("Model", model(name));
        Model model = source.model();
        Catalogue catalogue = Catalogues.of(MatrixSchema.of(model), source.tables(), AnswerLimits.USUAL);
        Object key = model.event().key().isText() ? "a" : (Object) 7L;
        for (MatchResult columns : found(COLUMNS, name)) {
            // The page of payments adds this filter.
            String given = columns.group(1).replaceAll(",count_events_of_fuel_\\w+", "");
            EntityQuery query = (EntityQuery) catalogue.bind(new AskedQuery(
                    model.entity().name(), Map.of(model.event().key().name(), key, "columns", given)));
            assertThat(query.answerColumns()).containsExactly(given.split(","));
        }
    }

    @ParameterizedTest
    @CsvSource({"payments, card, cards", "devices, sensor, sensors"})
    void shouldNotHaveTheQueriesOfCalls(String name, String entity, String table) {
        CommandRun.of(kafka, "query", "all", "--model=" + model(name))
                .refuses("'all' is q1 to q7, which are of calls, and model=" + name + " has " + entity
                        + ", verify. Ask in SQL, as in `aim sql -c \"SELECT count(*) FROM " + table
                        + "\"`.\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"payments", "devices"})
    void shouldGiveTheMessagesOfItsPage(String name) throws IOException {
        String right = found(LINES, name).get(0).group(1).lines().findFirst().orElseThrow();
        for (MatchResult mistake : found(MISTAKE, name)) {
            String field = mistake.group(1);
            String wrong = right.replaceFirst(
                    "\"" + field + "\":(\"[^\"]*\"|[^,}]*)", "\"" + field + "\":" + mistake.group(2));
            assertThat(wrong).isNotEqualTo(right);
            publish("events", name, wrong).refuses("stdin:1: " + mistake.group(3) + ". Fix the line or remove it.\n");
        }
    }
}
