package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.calls.CallFilter;
import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.CallProfiles;
import dev.aimonflink.matrix.calls.OtherCalls;
import dev.aimonflink.matrix.calls.Profile;
import dev.aimonflink.matrix.layout.MatrixSchema;
import dev.aimonflink.matrix.model.Aggregates;
import dev.aimonflink.matrix.model.Aggregation;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EventFunction;
import dev.aimonflink.matrix.model.Window;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.query.calls.CraftedMatrix;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.setup.Catalogues;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks which value stands under which name; the comparison with the plain model checks the values. */
@Tag("compiled")
class EntityQueryTest {
    private final MatrixSchema schema = CallModel.schema(84);
    private final EntityQuery query = new EntityQuery(schema, EntityId.of(7), List.of(), Map.of());

    private EntityRecord numbered(Profile profile) {
        int[] ints = new int[schema.layout().intCount()];
        long[] longs = new long[schema.layout().longCount()];
        Arrays.setAll(ints, i -> i);
        Arrays.setAll(longs, i -> i);
        return new EntityRecord(
                EntityId.of(7), schema.fingerprint(), new int[] {1, 1}, ints, longs, CallProfiles.attributes(profile));
    }

    @Test
    void shouldShowEveryAggregateUnderItsName() {
        Partial partial = CraftedMatrix.throughBytes(query.partial(numbered(new Profile(7, "CH-8000", 1, 2, 3))));
        List<Object> row = query.answer(partial).get(0);
        List<String> names = query.answerColumns();
        assertThat(names.subList(0, 5))
                .containsExactly("subscriberId", "zip", "subscriptionType", "category", "cellValueType");
        assertThat(row.subList(0, 5)).isEqualTo(List.of(7L, "CH-8000", 1L, 2L, 3L));
        assertThat(names).hasSize(5 + 84).hasSameSizeAs(row);
        schema.columns().forEach(aggregate -> {
            int slot = aggregate.slot();
            Object expected = !aggregate.isInt() ? BigDecimal.valueOf(slot, 2) : (Object) (long) slot;
            assertThat(row.get(names.indexOf(aggregate.name())))
                    .as(aggregate.name())
                    .isEqualTo(expected);
        });
    }

    @Test
    void shouldShowNullsWithoutAProfile() {
        assertThat(query.answer(query.partial(numbered(null))).get(0).subList(0, 5))
                .isEqualTo(Arrays.asList(7L, null, null, null, null));
    }

    @Test
    void shouldShowTheChosenColumnsInTheirOrder() {
        MatrixSchema withAverages = MatrixSchema.of(OtherCalls.model(new Aggregates(
                List.of(CallFilter.ALL.filter()),
                List.of(Window.DAY, Window.WEEK),
                List.of(
                        Aggregation.of("", List.of(EventFunction.COUNT)),
                        Aggregation.of("durationSeconds", List.of(EventFunction.SUM, EventFunction.AVG))),
                1)));
        List<String> columns =
                List.of("average_duration_this_day", "zip", "number_of_calls_this_week", "subscriberId", "zip");
        AskedQuery call =
                new AskedQuery("subscriber", Map.of("subscriberId", 7L, "columns", String.join(" , ", columns)));
        EntityQuery chosen = (EntityQuery) Catalogues.of(withAverages).bind(call);
        int[] ints = new int[4];
        ints[slot(withAverages, "number_of_calls_this_day")] = 4;
        ints[slot(withAverages, "total_duration_this_day")] = 10;
        ints[slot(withAverages, "number_of_calls_this_week")] = 5;
        EntityRecord record = new EntityRecord(
                EntityId.of(7),
                withAverages.fingerprint(),
                new int[] {1, 1},
                ints,
                new long[0],
                CallProfiles.attributes(new Profile(7, "CH-8000", 1, 2, 3)));
        assertThat(chosen.answerColumns()).isEqualTo(columns);
        assertThat(chosen.answer(chosen.partial(record))).containsExactly(List.of(2.5, "CH-8000", 5L, 7L, "CH-8000"));
    }

    private static int slot(MatrixSchema schema, String name) {
        return schema.column(name).slot();
    }

    @Test
    void shouldFindNoRowOfAnUnknownSubscriber() {
        Partial none = CraftedMatrix.throughBytes(query.partial(null));
        assertThat(query.answer(none)).isEmpty();
        Partial found = query.partial(numbered(null));
        assertThat(query.answer(none.merge(found))).hasSize(1);
        assertThat(query.answer(found.merge(none))).hasSize(1);
    }
}
