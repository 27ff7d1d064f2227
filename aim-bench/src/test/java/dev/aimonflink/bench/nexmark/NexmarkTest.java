package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.nexmark.Bids.Bid;
import dev.aimonflink.bench.nexmark.Recount.AuctionDay;
import dev.aimonflink.bench.nexmark.Recount.Statistics;
import dev.aimonflink.bench.world.MeasuredModel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class NexmarkTest {
    private static final long SEED = 42;
    private static final int DRAWN = 46_000;

    private static List<Bid> drawn(long seed) {
        Bids bids = new Bids(seed);
        return Stream.generate(bids::next).limit(DRAWN).toList();
    }

    private static double share(List<Bid> bids, Predicate<Bid> which) {
        return (double) bids.stream().filter(which).count() / bids.size();
    }

    @Test
    void shouldDrawTheSameBidsForASeed() {
        assertThat(drawn(SEED)).isEqualTo(drawn(SEED)).isNotEqualTo(drawn(SEED + 1));
    }

    /** One of the hundred others is the hot one, too. */
    @Test
    void shouldDrawHalfOfAllBidsForHotAuctions() {
        assertThat(share(drawn(SEED), bid -> bid.auction() % Bids.HOT_EVERY == 0))
                .isCloseTo(0.505, within(0.01));
    }

    @Test
    void shouldBidOnAuctionsInFlightAlone() {
        List<Bid> bids = drawn(SEED);
        assertThat(IntStream.range(0, DRAWN)).allSatisfy(i -> {
            long end = Bids.FIRST_AUCTION + Bids.auctions(i + 1);
            assertThat(bids.get(i).auction())
                    .isLessThan(end)
                    .isGreaterThanOrEqualTo(Math.max(Bids.FIRST_AUCTION, end - Bids.IN_FLIGHT));
        });
    }

    @Test
    void shouldOpenThreeAuctionsForFortySixBids() {
        assertThat(List.of(Bids.auctions(1), Bids.auctions(46), Bids.auctions(47), Bids.auctions(DRAWN)))
                .containsExactly(3L, 3L, 6L, 3_000L);
    }

    @Test
    void shouldDrawAsManyPricesInEachPowerOfTen() {
        List<Bid> bids = drawn(SEED);
        assertThat(bids).allMatch(bid -> bid.price() >= 100 && bid.price() <= 100_000_000);
        for (long from = 100; from < 100_000_000; from *= 10) {
            final long low = from;
            assertThat(share(bids, bid -> bid.price() >= low && bid.price() < low * 10))
                    .isCloseTo(1.0 / 6, within(0.01));
        }
    }

    /** Nine of ten events and more are bids, so 46,000 of them are 50,000 events: five seconds. */
    @Test
    void shouldMoveEventTimeByTenThousandEventsASecond() {
        List<Bid> bids = drawn(SEED);
        assertThat(bids.get(0).timeMs()).isEqualTo(Bids.BEGIN.toEpochMilli());
        assertThat(bids.get(DRAWN - 1).timeMs() - bids.get(0).timeMs()).isEqualTo(4_999);
    }

    @Test
    void shouldRecountByAuctionAndDayAndRank() {
        Statistics statistics = new Statistics();
        List.of(9_999L, 10_000L, 999_999L, 1_000_000L, 1_000_001L).forEach(statistics::add);
        assertThat(statistics.row()).containsExactly(5L, 1L, 2L, 2L, 9_999L, 1_000_001L, 3_019_999L, 603_999.8);
        assertThat(statistics.rowOfWholeNumbers()).last().isEqualTo(603_999L);
        Recount recount = new Recount(SEED, DRAWN);
        assertThat(recount.totals()).startsWith((long) recount.days().size(), (long) DRAWN);
    }

    @Test
    void shouldComplainAboutWrongSurplusAndMissingRows() {
        Recount recount = new Recount(SEED, DRAWN);
        Map<AuctionDay, List<Object>> rows = new HashMap<>();
        recount.days().forEach((day, statistics) -> rows.put(day, statistics.row()));
        assertThat(complaints(recount, rows)).isEmpty();
        AuctionDay any = rows.keySet().iterator().next();
        List<Object> right = rows.put(any, List.of(0L));
        assertThat(complaints(recount, rows)).hasSize(2).first().asString().contains("[0] where " + right);
        rows.remove(any);
        assertThat(complaints(recount, rows)).singleElement().asString().contains("right rows");
        rows.put(any, right);
        rows.put(new AuctionDay(1, 1), right);
        assertThat(complaints(recount, rows)).singleElement().asString().contains("where [] is right");
    }

    private static List<String> complaints(Recount recount, Map<AuctionDay, List<Object>> rows) {
        AnswerChecks checks = new AnswerChecks();
        recount.check(checks, "ours", auction -> true, rows, Statistics::row);
        return checks.complaints();
    }

    @Test
    void shouldKeepTheColumnsOfTheQuery() {
        assertThat(MeasuredModel.of(MeasuredModel.NEXMARK).model().columns().toString())
                .contains("count_events_of_rank1_this_day", "avg_price_this_day");
    }
}
