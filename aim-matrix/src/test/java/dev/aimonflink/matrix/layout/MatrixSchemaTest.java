package dev.aimonflink.matrix.layout;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.format.model.ModelFileTest;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.record.PlainCells;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class MatrixSchemaTest {
    private static List<String> names(MatrixSchema schema) {
        return schema.columns().stream().map(StoredColumn::name).toList();
    }

    @Test
    void shouldNameTheFortyTwo() {
        assertThat(names(CallModel.schema(42)))
                .containsExactly(
                        "number_of_calls_this_day",
                        "total_duration_this_day",
                        "shortest_duration_this_day",
                        "longest_duration_this_day",
                        "total_cost_this_day",
                        "cheapest_cost_this_day",
                        "most_expensive_cost_this_day",
                        "number_of_local_calls_this_day",
                        "total_duration_of_local_calls_this_day",
                        "shortest_duration_of_local_calls_this_day",
                        "longest_duration_of_local_calls_this_day",
                        "total_cost_of_local_calls_this_day",
                        "cheapest_cost_of_local_calls_this_day",
                        "most_expensive_cost_of_local_calls_this_day",
                        "number_of_long_distance_calls_this_day",
                        "total_duration_of_long_distance_calls_this_day",
                        "shortest_duration_of_long_distance_calls_this_day",
                        "longest_duration_of_long_distance_calls_this_day",
                        "total_cost_of_long_distance_calls_this_day",
                        "cheapest_cost_of_long_distance_calls_this_day",
                        "most_expensive_cost_of_long_distance_calls_this_day",
                        "number_of_calls_this_week",
                        "total_duration_this_week",
                        "shortest_duration_this_week",
                        "longest_duration_this_week",
                        "total_cost_this_week",
                        "cheapest_cost_this_week",
                        "most_expensive_cost_this_week",
                        "number_of_local_calls_this_week",
                        "total_duration_of_local_calls_this_week",
                        "shortest_duration_of_local_calls_this_week",
                        "longest_duration_of_local_calls_this_week",
                        "total_cost_of_local_calls_this_week",
                        "cheapest_cost_of_local_calls_this_week",
                        "most_expensive_cost_of_local_calls_this_week",
                        "number_of_long_distance_calls_this_week",
                        "total_duration_of_long_distance_calls_this_week",
                        "shortest_duration_of_long_distance_calls_this_week",
                        "longest_duration_of_long_distance_calls_this_week",
                        "total_cost_of_long_distance_calls_this_week",
                        "cheapest_cost_of_long_distance_calls_this_week",
                        "most_expensive_cost_of_long_distance_calls_this_week");
    }

    @Test
    void shouldNameEveryAggregateOnceAndNumberTheCopiesFromTwo() {
        MatrixSchema schema = CallModel.schema(CallModel.DEFAULT_AGGREGATES);
        List<String> names = names(schema);
        assertThat(names).hasSize(546).doesNotHaveDuplicates();
        assertThat(names.subList(0, 42)).isEqualTo(names(CallModel.schema(42)));
        for (int copy = 2; copy <= 13; copy++) {
            for (int i = 0; i < 42; i++) {
                assertThat(names.get((copy - 1) * 42 + i)).isEqualTo(names.get(i) + "_" + copy);
            }
        }
    }

    @Test
    void shouldFindAnAggregateByItsName() {
        MatrixSchema schema = CallModel.schema(546);
        schema.columns().forEach(aggregate -> assertThat(schema.column(aggregate.name()))
                .isSameAs(aggregate));
        StoredColumn aggregate = schema.column("cheapest_cost_of_local_calls_this_week_13");
        assertThat(aggregate.field()).isEqualTo(CallModel.COST);
        assertThat(aggregate.function()).isEqualTo(EventFunction.MIN);
        assertThat(PlainCells.filterOf(schema, aggregate)).isEqualTo(CallFilter.LOCAL);
        assertThat(schema.windows().get(aggregate.window())).isEqualTo(Window.WEEK);
        assertThat(aggregate.copy()).isEqualTo(12);
    }

    @Test
    void shouldSayThatThereIsNoSuchColumn() {
        assertFails(InvalidInputException.class, () -> CallModel.schema(42).column("number_of_calls_this_week_2"))
                .hasMessage("The schema has no column 'number_of_calls_this_week_2'. Did you mean"
                        + " 'number_of_calls_this_week'?");
    }

    @Test
    void shouldSayThatADerivedColumnIsNotStored() {
        MatrixSchema schema = MatrixSchema.of(OtherCalls.model(new Aggregates(
                List.of(CallFilter.ALL.filter()),
                List.of(Window.DAY),
                List.of(Aggregation.of("cost", List.of(EventFunction.AVG))),
                1)));
        assertFails(InvalidInputException.class, () -> schema.column("average_cost_this_day"))
                .hasMessage("Column 'average_cost_this_day' is not stored, but computed when a subscriber is looked at."
                        + " Name the columns that it is computed from: a sum, a count, a sum of squares.");
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -42, 0, 1, 41, 43, 545, 65_535, 65_562, 42 * 2000, Integer.MAX_VALUE})
    void shouldRefuseANumberOfAggregatesThatIsNoSchema(int count) {
        assertFails(InvalidInputException.class, () -> CallModel.schema(count))
                .hasMessage("aggregates=" + count
                        + " is not a model. Give a multiple of 42 up to 65535, such as 42 or 546.");
    }

    @ParameterizedTest
    @CsvSource({"42, 1", "84, 2", "546, 13", "65520, 1560"})
    void shouldTakeMultiplesOfFortyTwoUpToItsLimit(int count, int copies) {
        MatrixSchema schema = CallModel.schema(count);
        assertThat(schema.columns()).hasSize(count);
        assertThat(schema.model().aggregates().copies()).isEqualTo(copies);
        assertThat(schema.layout().intCount() + schema.layout().longCount()).isEqualTo(count);
    }

    @Test
    void shouldDistinguishSchemasByTheirFingerprints() {
        Set<Long> fingerprints = new HashSet<>();
        for (int copies = 1; copies <= 50; copies++) {
            fingerprints.add(CallModel.schema(42 * copies).fingerprint());
        }
        assertThat(fingerprints).hasSize(50);
        assertThat(CallModel.schema(546).fingerprint())
                .isEqualTo(CallModel.schema(546).fingerprint());
    }

    /** A savepoint stays as it is if generated events are drawn in another way. */
    @Test
    void shouldHaveTheSameFingerprintHoweverEventsAreDrawn() {
        String text = """
                model: m
                entity: e
                event: v
                key: id
                time: at
                fields:
                  x: {type: int%s}
                windows: [1 day, last 3 hours]
                aggregates: {x: [sum]}
                """;
        MatrixSchema usual = MatrixSchema.of(ModelFile.parse(text.formatted(""), "model.yaml"));
        MatrixSchema drawn =
                MatrixSchema.of(ModelFile.parse(text.formatted(", draw: {mean: 3, deviation: 1}"), "model.yaml"));
        assertThat(drawn.model()).isNotEqualTo(usual.model());
        assertThat(drawn.fingerprint()).isEqualTo(usual.fingerprint());
    }

    @Test
    void shouldHaveTheSameFingerprintHoweverItIsDescribed() {
        MatrixSchema bare = MatrixSchema.of(ModelFile.parse(ModelFileTest.PAYMENTS, "model.yaml"));
        MatrixSchema described = MatrixSchema.of(ModelFile.parse(ModelFileTest.described(), "model.yaml"));
        assertThat(described.model()).isNotEqualTo(bare.model());
        assertThat(described.fingerprint()).isEqualTo(bare.fingerprint());
    }

    /** Stored records carry it. */
    @Test
    void shouldKeepItsFingerprintInEveryRelease() {
        MatrixSchema schema = CallModel.schema(42);
        assertThat(schema.fingerprint()).isEqualTo(0x4bb6e5b6d43d5715L);
    }

    /** Their names are the same, and their records are not. */
    @Test
    void shouldDistinguishPanesOfCalls() {
        // Aliases are of columns of days and weeks.
        String yaml = ModelFile.text(CallModel.schema(42).model()).replaceFirst("(?m)^aliases:\n(  .*\n)+", "");
        String hours = yaml.replaceFirst("(?m)^windows: .*$", "windows: [last 24 hours]");
        String pairs = yaml.replaceFirst("(?m)^windows: .*$", "windows: [last 24 hours by 2 hours]");
        MatrixSchema ofHours = MatrixSchema.of(ModelFile.parse(hours, "calls"));
        MatrixSchema ofPairs = MatrixSchema.of(ModelFile.parse(pairs, "calls"));
        assertThat(ofPairs.names()).isEqualTo(ofHours.names());
        assertThat(ofPairs.fingerprint()).isNotEqualTo(ofHours.fingerprint());
    }

    @Test
    void shouldHaveDayAndWeek() {
        MatrixSchema schema = CallModel.schema(42);
        assertThat(schema.windows()).containsExactly(Window.DAY, Window.WEEK);
        assertThat(schema.indexOf(Window.WEEK)).isEqualTo(1);
        assertThat(schema.indexOf(Window.DAY)).isZero();
    }

    private static MatrixSchema ofOneField(String type) {
        return MatrixSchema.of(ModelFile.parse("""
                model: payments
                entity: card
                event: payment
                key: cardId
                time: timestamp
                fields: {x: TYPE}
                windows: [1 day]
                aggregates: {x: [max]}
                """.replace("TYPE", type), "payments.yaml"));
    }

    @ParameterizedTest
    @CsvSource({"long, long, true", "long, '\"decimal(9,0)\"', true", "long, money, false", "long, time, false"})
    void shouldKnowTheColumnThatHoldsTheSame(String earlier, String present, boolean isSame) {
        MatrixSchema schema = ofOneField(present);
        StoredColumn column = schema.columns().get(0);
        assertThat(ofOneField(earlier).same(column, schema) != null).isEqualTo(isSame);
    }
}
