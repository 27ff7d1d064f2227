package dev.aimonflink.core.calls.plain;

import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Dimensions.CellValueType;
import dev.aimonflink.core.calls.Dimensions.RegionInfo;
import dev.aimonflink.core.calls.Dimensions.SubscriberCategory;
import dev.aimonflink.core.calls.Dimensions.SubscriptionType;
import java.util.List;

/** The benchmark's dimension tables, written independently of those that the job ships. */
public final class PlainDimensions {
    private PlainDimensions() {}

    public static Dimensions benchmark() {
        return new Dimensions(
                List.of(
                        new RegionInfo("CH-1000", "Lausanne", "Vaud", "Switzerland", "EUROPE"),
                        new RegionInfo("CH-8000", "Zurich", "Zurich", "Switzerland", "EUROPE"),
                        new RegionInfo("DE-80801", "Munich", "Bayern", "Germany", "EUROPE"),
                        new RegionInfo("ARG-B6500", "Buenos Aires", "Buenos Aires", "Argentina", "SOUTH AMERICA"),
                        new RegionInfo("CHI-100000", "Beijing", "Beijing", "China", "ASIA"),
                        new RegionInfo("CHI-101500", "Beijing", "Beijing", "China", "ASIA")),
                List.of(
                        new SubscriptionType(0, "prepaid", 0, 0, 0),
                        new SubscriptionType(1, "contract", 10, 120, 10),
                        new SubscriptionType(2, "contract", 20, 720, 50),
                        new SubscriptionType(3, "contract", 50, null, null)),
                List.of(
                        new SubscriberCategory(0, "business"),
                        new SubscriberCategory(1, "private"),
                        new SubscriberCategory(2, "company")),
                List.of(
                        new CellValueType(0, "none", 0),
                        new CellValueType(1, "silver", 30),
                        new CellValueType(2, "gold", 80),
                        new CellValueType(3, "platinum", 150)));
    }
}
