package dev.aimonflink.core.calls.query;

import dev.aimonflink.core.calls.CallModel;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.schema.CallSchema;
import dev.aimonflink.core.calls.wire.CallTables;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.names.AttributeColumns;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DimensionTest {
    private final AttributeColumns columns = new AttributeColumns(
            CallSchema.withAggregates(42).model().entity(), CallTables.of(DimensionTables.defaults()));

    private int[] encoded(Profile profile) {
        int[] encoded = new int[columns.columns().size()];
        columns.codes(CallModel.attributes(profile), encoded);
        return encoded;
    }

    private int code(Profile profile, Dimension dimension) {
        return encoded(profile)[dimension.column(columns).index()];
    }

    @Test
    void shouldJoinAProfileWithTheTables() {
        Profile profile = new Profile(7, "CHI-101500", 3, 0, 2);
        assertThat(code(profile, Dimension.CITY)).isEqualTo(Dimension.CITY.code(columns, "Beijing"));
        assertThat(code(profile, Dimension.REGION)).isEqualTo(Dimension.REGION.code(columns, "ASIA"));
        assertThat(code(profile, Dimension.COUNTRY)).isEqualTo(Dimension.COUNTRY.code(columns, "China"));
        assertThat(code(profile, Dimension.SUBSCRIPTION_TYPE))
                .isEqualTo(Dimension.SUBSCRIPTION_TYPE.code(columns, "contract"));
        assertThat(code(profile, Dimension.CATEGORY)).isEqualTo(Dimension.CATEGORY.code(columns, "business"));
        assertThat(code(profile, Dimension.CELL_VALUE_TYPE)).isEqualTo(Dimension.CELL_VALUE_TYPE.code(columns, "gold"));
    }

    @Test
    void shouldGiveKeysOfOneNameOneCode() {
        for (Dimension dimension : Dimension.values()) {
            assertThat(code(new Profile(7, "CHI-100000", 1, 0, 0), dimension))
                    .isEqualTo(code(new Profile(8, "CHI-101500", 2, 0, 0), dimension));
        }
    }

    @Test
    void shouldJoinNothingWhereATableLacksTheKey() {
        assertThat(encoded(new Profile(7, "nowhere", -1, 3, 4))).containsOnly(AttributeColumns.NONE);
        assertThat(encoded(null)).containsOnly(AttributeColumns.NONE);
    }

    @Test
    void shouldNumberNamesInOrder() {
        assertThat(Dimension.CITY.names(columns))
                .containsExactly("Beijing", "Buenos Aires", "Lausanne", "Munich", "Zurich");
        assertThat(Dimension.CITY.code(columns, "Beijing")).isEqualTo(1);
        assertThat(Dimension.CITY.code(columns, "Zurich")).isEqualTo(5);
    }

    @Test
    void shouldHaveACodeThatNoCellHasForUnknownNames() {
        assertThat(Dimension.CITY.code(columns, "Atlantis")).isEqualTo(AttributeColumns.NO_SUCH_NAME);
    }
}
