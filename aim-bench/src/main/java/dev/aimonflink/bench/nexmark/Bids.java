package dev.aimonflink.bench.nexmark;

import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Draws bids in Nexmark's proportions, the same ones for a seed.
 *
 * <ul>
 *   <li>As in Nexmark, 46 of 50 events are bids, 3 are new auctions and 1 is a new person, at 10,000 events a second of event time.
 *   <li>As in Nexmark, half of the bids are on the hot auction, whose number is the newest multiple of 100, and the others uniformly on the
 *       newest 100 auctions.
 *   <li>As in Nexmark, a price is 100 cents times a power of ten whose exponent is uniform between 0 and 6.
 *   <li>Unlike in Nexmark, only bids are drawn, no bid is on an auction that does not exist yet, bidders are uniform among all persons, and a
 *       bid has neither channel nor URL nor filling text.
 * </ul>
 */
final class Bids {
    static final long FIRST_AUCTION = 1_000;

    /** Leaves the rest of the day for more bids than anybody measures. */
    static final Instant BEGIN = Instant.parse("2026-01-05T00:00:00Z");

    static final int IN_FLIGHT = 100;
    static final int HOT_EVERY = 100;

    private static final long FIRST_PERSON = 1_000;
    private static final int EVENTS_OF_ROUND = 50;
    private static final int BIDS_OF_ROUND = 46;
    private static final int AUCTIONS_OF_ROUND = 3;
    private static final int EVENTS_PER_MS = 10;
    private static final double LEAST_CENTS = 100;
    private static final double MOST_EXPONENT = 6;

    /**
     * @param price in cents
     * @param timeMs event time since 1970
     */
    record Bid(long auction, long bidder, long price, long timeMs) {}

    private final SplittableRandom random;
    private long drawn;

    Bids(long seed) {
        random = new SplittableRandom(seed);
    }

    /** How many auctions there are at the time of the last of so many bids. */
    static long auctions(long bids) {
        return AUCTIONS_OF_ROUND * ((bids - 1) / BIDS_OF_ROUND + 1);
    }

    Bid next() {
        final long round = drawn / BIDS_OF_ROUND;
        final long newest = FIRST_AUCTION + auctions(drawn + 1) - 1;
        final long auction = random.nextBoolean()
                ? newest - newest % HOT_EVERY
                : random.nextLong(Math.max(FIRST_AUCTION, newest - IN_FLIGHT + 1), newest + 1);
        final long bidder = random.nextLong(FIRST_PERSON, FIRST_PERSON + round + 1);
        final long event = round * EVENTS_OF_ROUND + drawn % BIDS_OF_ROUND;
        drawn++;
        return new Bid(auction, bidder, price(), BEGIN.toEpochMilli() + event / EVENTS_PER_MS);
    }

    /** The strict power, as a compiled one may differ in its last digit, and the bids are drawn again to be recounted. */
    private long price() {
        return Math.round(LEAST_CENTS * StrictMath.pow(10, MOST_EXPONENT * random.nextDouble()));
    }
}
