package dev.aimonflink.clients;

import dev.aimonflink.matrix.calls.PresetModels;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.names.EntityTable;
import dev.aimonflink.query.serve.request.QueryResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class KnownModelTest {
    private static final String YAML = """
            model: parcels
            entity: parcel
            event: scan
            key: parcelId
            time: timestamp
            fields: {weight: int}
            attributes:
              target: {type: text, table: Cities, columns: [cityName]}
              zip: {type: int, table: zips}
            tables: {Cities: cities.csv, zips: zips.csv}
            windows: [1 day]
            aggregates: {events: [count]}
            """;

    private final List<String> asked = new ArrayList<>();
    private final Map<String, QueryResult> answers = Map.of(
            KnownModel.STATEMENT,
            rows(List.of("yaml"), List.of(List.of(YAML))),
            "SELECT * FROM cities",
            rows(List.of("id", "cityname"), List.of(List.of("8000", "Zurich"), List.of("3000", "Bern"))));

    private static QueryResult rows(List<String> columns, List<List<Object>> rows) {
        return new QueryResult(
                new QueryResult.Origin("r", "c", "sql"),
                QueryResult.Status.OK,
                new QueryResult.Table(columns, List.of(), rows),
                null,
                QueryResult.Work.NONE,
                null);
    }

    private Optional<QueryResult> job(String statement) {
        asked.add(statement);
        return Optional.ofNullable(answers.get(statement));
    }

    @Test
    void shouldBeThatOfTheJob() {
        KnownModel known = KnownModel.ofJob(this::job).orElseThrow();
        assertThat(known.model()).isEqualTo(ModelFile.parse(YAML, "parcels.yaml"));
        assertThat(asked).as("tables may be large").containsExactly(KnownModel.STATEMENT);
        assertThat(KnownModel.ofJob(statement -> Optional.empty())).isEmpty();
    }

    @Test
    void shouldHaveTheTablesOfTheJob() {
        KnownModel known = KnownModel.ofJob(this::job).orElseThrow();
        assertFails(InvalidInputException.class, () -> known.tables().get())
                .hasMessage(
                        "table=zips was not sent by the job. Give its model with --model, which reads the file of the"
                                + " table.");
        KnownModel without = KnownModel.ofJob(
                        statement -> job(statement).or(() -> Optional.of(rows(List.of("zip"), List.of(List.of(7L))))))
                .orElseThrow();
        assertThat(without.tables().get().table("Cities"))
                .isEqualTo(new EntityTable(
                        "Cities",
                        List.of("id", "cityName"),
                        List.of(new String[] {"3000", "Bern"}, new String[] {"8000", "Zurich"})));
        assertThat(without.tables().get().table("zips").column(0)).containsExactly("7");
    }

    @Test
    void shouldHaveTheShippedTablesOfSubscribers() {
        String calls = ModelFile.text(KnownModel.OF_CALLS.model());
        KnownModel known = KnownModel.ofJob(statement -> Optional.of(rows(List.of("yaml"), List.of(List.of(calls)))))
                .orElseThrow();
        assertThat(known.model()).isEqualTo(KnownModel.OF_CALLS.model());
        assertThat(known.tables().get()).isEqualTo(PresetModels.tables());
    }
}
