package dev.aimonflink.core.matrix;

import dev.aimonflink.core.model.Profile;
import dev.aimonflink.core.wire.DimensionTables;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DimensionCodesTest {
    private final DimensionCodes codes = new DimensionCodes(DimensionTables.defaults());

    private int[] encoded(Profile profile) {
        int[] encoded = new int[Dimension.COUNT];
        codes.encode(profile, encoded);
        return encoded;
    }

    @Test
    void shouldJoinAProfileWithTheTables() {
        int[] encoded = encoded(new Profile(7, "CHI-101500", 3, 0, 2));
        assertThat(encoded[Dimension.CITY.ordinal()]).isEqualTo(codes.code(Dimension.CITY, "Beijing"));
        assertThat(encoded[Dimension.REGION.ordinal()]).isEqualTo(codes.code(Dimension.REGION, "ASIA"));
        assertThat(encoded[Dimension.COUNTRY.ordinal()]).isEqualTo(codes.code(Dimension.COUNTRY, "China"));
        assertThat(encoded[Dimension.SUBSCRIPTION_TYPE.ordinal()])
                .isEqualTo(codes.code(Dimension.SUBSCRIPTION_TYPE, "contract"));
        assertThat(encoded[Dimension.CATEGORY.ordinal()]).isEqualTo(codes.code(Dimension.CATEGORY, "business"));
        assertThat(encoded[Dimension.CELL_VALUE_TYPE.ordinal()])
                .isEqualTo(codes.code(Dimension.CELL_VALUE_TYPE, "gold"));
    }

    @Test
    void shouldGiveKeysOfOneNameOneCode() {
        assertThat(encoded(new Profile(7, "CHI-100000", 1, 0, 0)))
                .isEqualTo(encoded(new Profile(8, "CHI-101500", 2, 0, 0)));
    }

    @Test
    void shouldJoinNothingWhereATableLacksTheKey() {
        assertThat(encoded(new Profile(7, "nowhere", -1, 3, 4))).containsOnly(DimensionCodes.NONE);
        assertThat(encoded(null)).containsOnly(DimensionCodes.NONE);
    }

    @Test
    void shouldNumberNamesInOrder() {
        String[] cities = codes.names(Dimension.CITY);
        assertThat(cities).containsExactly("Beijing", "Buenos Aires", "Lausanne", "Munich", "Zurich");
        assertThat(codes.code(Dimension.CITY, "Beijing")).isEqualTo(1);
        assertThat(codes.code(Dimension.CITY, "Zurich")).isEqualTo(5);
    }

    @Test
    void shouldHaveACodeThatNoCellHasForUnknownNames() {
        assertThat(codes.code(Dimension.CITY, "Atlantis")).isEqualTo(DimensionCodes.NO_SUCH_NAME);
    }
}
