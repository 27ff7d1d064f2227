package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.SubscriberRecord;
import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.schema.MatrixSchema;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks which value stands under which name; the comparison with the plain model checks the values. */
class SubscriberQueryTest {
    private final MatrixSchema schema = MatrixSchema.withAggregates(84);
    private final SubscriberQuery query = new SubscriberQuery(schema, 7);

    private SubscriberRecord numbered(Profile profile) {
        int[] ints = new int[schema.layout().intCount()];
        long[] longs = new long[schema.layout().longCount()];
        Arrays.setAll(ints, i -> i);
        Arrays.setAll(longs, i -> i);
        return new SubscriberRecord(7, schema.fingerprint(), new int[] {1, 1}, ints, longs, profile);
    }

    @Test
    void shouldShowEveryAggregateUnderItsName() {
        Partial partial =
                CraftedMatrix.throughBytes(query, query.partial(numbered(new Profile(7, "CH-8000", 1, 2, 3))));
        List<Object> row = query.answer(partial).get(0);
        List<String> names = query.answerColumns();
        assertThat(names.subList(0, 5))
                .containsExactly("subscriberId", "zip", "subscriptionType", "category", "cellValueType");
        assertThat(row.subList(0, 5)).isEqualTo(List.of(7L, "CH-8000", 1L, 2L, 3L));
        assertThat(names).hasSize(5 + 84).hasSameSizeAs(row);
        schema.aggregates().forEach(aggregate -> {
            int slot = schema.layout().slot(aggregate);
            Object expected = aggregate.function().isCost() ? BigDecimal.valueOf(slot, 2) : (Object) (long) slot;
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
    void shouldFindNoRowOfAnUnknownSubscriber() {
        Partial none = CraftedMatrix.throughBytes(query, query.partial(null));
        assertThat(query.answer(none)).isEmpty();
        Partial found = query.partial(numbered(null));
        assertThat(query.answer(none.merge(found))).hasSize(1);
        assertThat(query.answer(found.merge(none))).hasSize(1);
    }
}
