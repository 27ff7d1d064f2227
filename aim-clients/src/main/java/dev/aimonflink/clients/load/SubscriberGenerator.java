package dev.aimonflink.clients.load;

import dev.aimonflink.core.calls.Dimensions;
import dev.aimonflink.core.calls.Profile;
import dev.aimonflink.core.model.InvalidInputException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws each key of a subscriber's profile uniformly from its dimension table. A profile depends on the seed and the
 * subscriber alone, so any of them can be generated again at any time.
 */
public final class SubscriberGenerator {
    private final long scrambledSeed;
    private final Dimensions dimensions;

    public SubscriberGenerator(long seed, Dimensions dimensions) {
        requireRows("RegionInfo", dimensions.regions());
        requireRows("SubscriptionType", dimensions.subscriptionTypes());
        requireRows("SubscriberCategory", dimensions.categories());
        requireRows("CellValueType", dimensions.cellValueTypes());
        // Seeds that are neighbours must not give subscribers that are.
        this.scrambledSeed = new SplittableRandom(seed).nextLong();
        this.dimensions = dimensions;
    }

    private static void requireRows(String table, List<?> rows) {
        if (rows.isEmpty()) {
            throw new InvalidInputException(
                    "Dimension table " + table + " has no rows to draw a subscriber's key from. Give it one.");
        }
    }

    public Profile profile(long subscriberId) {
        SplittableRandom random = new SplittableRandom(scrambledSeed ^ subscriberId);
        return new Profile(
                subscriberId,
                drawn(random, dimensions.regions()).zip(),
                drawn(random, dimensions.subscriptionTypes()).id(),
                drawn(random, dimensions.categories()).id(),
                drawn(random, dimensions.cellValueTypes()).id());
    }

    private static <T> T drawn(SplittableRandom random, List<T> rows) {
        return rows.get(random.nextInt(rows.size()));
    }
}
