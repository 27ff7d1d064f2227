package dev.aimonflink.clients.cli.ask;

import dev.aimonflink.clients.FakeKafka;
import dev.aimonflink.clients.Results;
import dev.aimonflink.clients.TestModels;
import dev.aimonflink.clients.cli.CommandRun;
import dev.aimonflink.clients.cli.environment.ExitCode;
import dev.aimonflink.matrix.format.model.CsvTables;
import dev.aimonflink.matrix.names.EntityTables;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code aim entity}, and {@code aim query} with a model. */
@Timeout(60)
class EntityCommandTest {
    private final FakeKafka cards = new FakeKafka().withTopics().withModel(TestModels.PAYMENTS);
    private final FakeKafka devices = new FakeKafka().withTopics().withModel(TestModels.DEVICES);

    @TempDir
    private Path folder;

    private String payments;
    private String readings;

    @BeforeEach
    void writeModels() throws IOException {
        payments = "--model=" + Files.writeString(folder.resolve("payments.yaml"), TestModels.PAYMENTS_YAML);
        readings = "--model=" + Files.writeString(folder.resolve("devices.yaml"), TestModels.DEVICES_YAML);
    }

    private static AskedQuery asked(FakeKafka kafka) {
        assertThat(kafka.requests()).hasSize(1);
        return kafka.requests().get(0).asked();
    }

    @Test
    void shouldShowAnEntityOfANumber() {
        cards.withJob(request -> Results.ok(
                request, List.of("cardId", "tier", "count_events_this_day"), List.of(List.of(7L, "gold", 3L))));
        CommandRun.of(cards, "entity", "7", payments, "--output=jsonl")
                .succeeds()
                .says("")
                .shows("{\"cardId\":7,\"tier\":\"gold\",\"count_events_this_day\":3}\n");
        assertThat(asked(cards)).isEqualTo(new AskedQuery("card", Map.of("cardId", 7L)));
    }

    @Test
    void shouldAskForColumnsOfAnEntityOfAText() {
        devices.withJob(request -> Results.ok(request, List.of("site"), List.of(List.of("Z"))));
        CommandRun.of(devices, "entity", "7", readings, "--columns=site")
                .succeeds()
                .says("");
        assertThat(asked(devices)).isEqualTo(new AskedQuery("device", Map.of("deviceId", "7", "columns", "site")));
    }

    @Test
    void shouldSayThatThereIsNoSuchEntity() {
        devices.withJob(request -> Results.ok(request, List.of("deviceId"), List.of()));
        CommandRun.of(devices, "entity", "d-7", readings)
                .fails("There is no device d-7: it has neither events nor a profile, or it was erased or forgotten."
                        + " Check the deviceId, or publish an event of it.\n");
    }

    @Test
    void shouldAskForASubscriberWithoutAModel() {
        FakeKafka calls = new FakeKafka()
                .withTopics()
                .withJob(request -> Results.ok(request, List.of("subscriberId"), List.of(List.of(7L))));
        CommandRun.of(calls, "entity", "7").succeeds();
        assertThat(asked(calls)).isEqualTo(new AskedQuery("subscriber", Map.of("subscriberId", 7L)));
    }

    @Test
    void shouldRefuseWhatIsNoKey() {
        CommandRun.of(cards, "entity", "seven", payments)
                .refuses("key='seven' is not a cardId in decimal digits. Give the cardId of a card.\n");
        assertThat(cards.requests()).isEmpty();
    }

    @Test
    void shouldLearnTheModelFromTheJob() {
        devices.withJob(request -> Results.ok(request, List.of("deviceId"), List.of(List.of("d-7"))));
        CommandRun.of(devices, "entity", "d-7").succeeds();
        assertThat(asked(devices)).isEqualTo(new AskedQuery("device", Map.of("deviceId", "d-7")));

        cards.withJob(request -> Results.ok(request, List.of("cardId"), List.of(List.of(7L))));
        CommandRun.of(cards, "query", "card", "--param", "cardId=7").succeeds();
        assertThat(asked(cards)).isEqualTo(new AskedQuery("card", Map.of("cardId", 7L)));
        CommandRun.of(cards, "query", "q1", payments).says("There is no query 'q1'. Ask one of card, verify.\n");
        assertThat(CommandRun.of(cards, "query", "--list", "-o", "csv").out()).contains("\ncard,", "\nverify,");
    }

    @Test
    void shouldTakeTheModelForThatOfCallsWhereNoJobAnswers() {
        CommandRun.of(devices.withoutJob(), "entity", "d-7")
                .refuses("No job says which model it has, so this is about calls, aim-42. --model or AIM_MODEL names"
                        + " another.\nkey='d-7' is not a subscriberId in decimal digits. Give the subscriberId of a"
                        + " subscriber.\n");
    }

    @Test
    void shouldPointToTheModelWhereTheJobHasAnother() {
        cards.withRefusals();
        CommandRun.of(cards, "entity", "7", readings)
                .fails(
                        "device: UNKNOWN_QUERY: There is no query 'device'. Ask one of card, preview, verify.\nThe job has"
                                + " another model: leave --model out. Ask for one entity by `aim entity KEY`, and all else in"
                                + " SQL.\n");
        assertThat(cards.requests()).isEmpty();
    }

    @Test
    void shouldSayHowParametersOfAModelAreGiven() {
        CommandRun.of(cards, "query", "card", payments, "--cardId", "7").refuses("""
                        Unknown options: '--cardId', '7'
                        Parameters of a model's query are given like --param cardId=7; or ask `aim entity 7`.
                        See `aim query --help`.
                        """);
        CommandRun.of(cards, "query", "card", payments, "7").says("""
                        Unmatched argument at index 3: '7'
                        Parameters of a model's query are given like --param cardId=7; or ask `aim entity 7`.
                        See `aim query --help`.
                        """);
        CommandRun.of(cards, "query", "q4", "--gama=5").says("""
                        Unknown option: '--gama=5'
                        Did you mean '--gamma'?
                        See `aim query --help`.
                        """);
    }

    @Test
    void shouldAskQueriesOfAModelByTheirParameters() {
        cards.withJob(request -> Results.ok(request, List.of("cardId"), List.of(List.of(7L))));
        CommandRun.of(cards, "query", "card", payments, "--param", "cardId=7", "-o", "csv")
                .says("")
                .shows("cardId\n7\n");
        assertThat(asked(cards)).isEqualTo(new AskedQuery("card", Map.of("cardId", 7L)));

        CommandRun.of(cards, "query", "card", payments, "--param", "cardId=seven")
                .refuses("Query 'card' needs a whole number for cardId, not 'seven'.\n");
        assertThat(cards.requests()).hasSize(1);
    }

    @Test
    void shouldAskForColumnsOfTables() throws IOException {
        Files.writeString(
                folder.resolve("regions.csv"), "zip,city,region,country\nCH-8000,Zurich,Zurich,Switzerland\n");
        EntityTables tables = CsvTables.read(TestModels.PAYMENTS.entity(), folder);
        cards.withModel(TestModels.PAYMENTS, tables)
                .withJob(request -> Results.ok(request, List.of("country"), List.of(List.of("Switzerland"))));
        CommandRun.of(cards, "query", "card", payments, "--param=cardId=7", "--param=columns=country")
                .says("");
        assertThat(asked(cards)).isEqualTo(new AskedQuery("card", Map.of("cardId", 7L, "columns", "country")));

        CommandRun wrong =
                CommandRun.of(cards, "query", "card", payments, "--param=cardId=7", "--param=columns=cuntry");
        assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(wrong.err())
                .isEqualTo(
                        "Query 'card' knows no column 'cuntry'. Did you mean 'country'? Give names with commas between"
                                + " them; `aim model show` lists the aggregates, the attributes are cardId, zip, tier, the"
                                + " columns of their tables are zip.zip, zip.city, zip.region, zip.country.\n");
        assertThat(cards.requests()).hasSize(1);
    }

    @Test
    void shouldAskManyEntitiesOfAModel() {
        devices.withJob(request -> Results.ok(request, List.of("deviceId"), List.of()));
        CommandRun.of(devices, "query", "device", readings, "--count=200", "--entities=3")
                .succeeds()
                .says("");
        Set<Object> keys = new HashSet<>();
        for (Request request : devices.requests()) {
            keys.add(request.asked().params().get("deviceId"));
        }
        assertThat(keys).containsExactlyInAnyOrder("device-0000000", "device-0000001", "device-0000002");
    }

    @Test
    void shouldListTheQueriesOfAModel() {
        assertThat(CommandRun.of(cards, "query", "--list", payments, "-o", "csv")
                        .out())
                .contains("card,")
                .contains("cardId (required)")
                .doesNotContain("subscriber");
    }
}
