package dev.aimonflink.core.calls;

import dev.aimonflink.core.calls.Dimensions.CellValueType;
import dev.aimonflink.core.calls.Dimensions.RegionInfo;
import dev.aimonflink.core.calls.Dimensions.SubscriberCategory;
import dev.aimonflink.core.calls.Dimensions.SubscriptionType;
import dev.aimonflink.core.model.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DimensionsTest {
    private static final RegionInfo ZURICH = new RegionInfo("CH-8000", "Zurich", "Zurich", "Switzerland", "EUROPE");
    private static final SubscriptionType PREPAID = new SubscriptionType(0, "prepaid", 0, 0, 0);
    private static final SubscriberCategory BUSINESS = new SubscriberCategory(0, "business");
    private static final CellValueType NONE = new CellValueType(0, "none", 0);

    @Test
    void shouldRefuseTwoRowsWithOneKey() {
        assertThatThrownBy(() -> new Dimensions(List.of(ZURICH, ZURICH), List.of(), List.of(), List.of()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("Dimension table RegionInfo has two rows with zip=CH-8000. Remove one of them.");
        assertThatThrownBy(() -> new Dimensions(
                        List.of(),
                        List.of(PREPAID, new SubscriptionType(0, "contract", 1, null, null)),
                        List.of(),
                        List.of()))
                .hasMessage("Dimension table SubscriptionType has two rows with id=0. Remove one of them.");
        assertThatThrownBy(() -> new Dimensions(List.of(), List.of(), List.of(BUSINESS, BUSINESS), List.of()))
                .hasMessage("Dimension table SubscriberCategory has two rows with id=0. Remove one of them.");
        assertThatThrownBy(() -> new Dimensions(List.of(), List.of(), List.of(), List.of(NONE, NONE)))
                .hasMessage("Dimension table CellValueType has two rows with id=0. Remove one of them.");
    }

    @Test
    void shouldNotChangeWithTheListsThatItWasMadeOf() {
        List<RegionInfo> regions = new ArrayList<>(List.of(ZURICH));
        Dimensions dimensions = new Dimensions(regions, List.of(PREPAID), List.of(BUSINESS), List.of(NONE));
        regions.clear();
        assertThat(dimensions.regions()).containsExactly(ZURICH);
    }
}
