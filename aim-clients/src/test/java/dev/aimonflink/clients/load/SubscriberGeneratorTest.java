package dev.aimonflink.clients.load;

import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.calls.wire.DimensionTables;
import dev.aimonflink.core.model.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SubscriberGeneratorTest {
    private static final long SEED = 42;
    private static final int SUBSCRIBERS = 60_000;

    private final Dimensions dimensions = DimensionTables.defaults();
    private final SubscriberGenerator generator = new SubscriberGenerator(SEED, dimensions);

    @Test
    void shouldTellAnyProfileAgainInAnyOrder() {
        SubscriberGenerator again = new SubscriberGenerator(SEED, dimensions);
        for (long id = 999; id >= 0; id--) {
            assertThat(again.profile(id)).isEqualTo(generator.profile(id));
            assertThat(again.profile(id).subscriberId()).isEqualTo(id);
        }
    }

    @Test
    void shouldDrawEachKeyUniformlyFromItsTable() {
        requireUniform(
                Profile::zip,
                dimensions.regions().stream().map(Dimensions.RegionInfo::zip).toList());
        requireUniform(
                Profile::subscriptionType,
                dimensions.subscriptionTypes().stream()
                        .map(Dimensions.SubscriptionType::id)
                        .toList());
        requireUniform(
                Profile::category,
                dimensions.categories().stream()
                        .map(Dimensions.SubscriberCategory::id)
                        .toList());
        requireUniform(
                Profile::cellValueType,
                dimensions.cellValueTypes().stream()
                        .map(Dimensions.CellValueType::id)
                        .toList());
    }

    private void requireUniform(Function<Profile, Object> key, List<?> choices) {
        Map<Object, Integer> drawn = new TreeMap<>();
        for (long id = 0; id < SUBSCRIBERS; id++) {
            drawn.merge(key.apply(generator.profile(id)), 1, Integer::sum);
        }
        double expected = (double) SUBSCRIBERS / choices.size();
        assertThat(drawn.keySet()).containsExactlyInAnyOrderElementsOf(choices);
        assertThat(drawn.values()).as("seed=%d", SEED).allMatch(count -> Math.abs(count - expected) < expected / 20);
    }

    @Test
    void shouldDrawOtherProfilesFromAnotherSeed() {
        SubscriberGenerator other = new SubscriberGenerator(SEED + 1, dimensions);
        int same = 0;
        int shifted = 0;
        for (long id = 0; id < 10_000; id++) {
            Profile profile = generator.profile(id);
            same += sameKeys(profile, other.profile(id)) ? 1 : 0;
            shifted += sameKeys(profile, other.profile(id + 1)) || sameKeys(profile, other.profile(id - 1)) ? 1 : 0;
        }
        // One in 6 * 4 * 3 * 4 by chance.
        assertThat(same).isLessThan(100);
        assertThat(shifted).isLessThan(200);
    }

    private static boolean sameKeys(Profile left, Profile right) {
        return left.zip().equals(right.zip())
                && left.subscriptionType() == right.subscriptionType()
                && left.category() == right.category()
                && left.cellValueType() == right.cellValueType();
    }

    @Test
    void shouldRefuseATableWithoutRows() {
        Dimensions empty =
                new Dimensions(dimensions.regions(), List.of(), dimensions.categories(), dimensions.cellValueTypes());
        assertThatThrownBy(() -> new SubscriberGenerator(SEED, empty))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "Dimension table SubscriptionType has no rows to draw a subscriber's key from. Give it one.");
    }
}
