package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.nexmark.Bids.Bid;
import dev.aimonflink.lab.twin.RowComparison;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongPredicate;

/** The statistics of drawn bids by auction and day, in the plainest way. Both contenders are compared with it. */
final class Recount {
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
    private static final int RANKS = 3;
    private static final long RANK_2_FROM = 10_000;
    private static final long RANK_3_FROM = 1_000_000;

    /** @param epochDay in UTC, since 1970 */
    record AuctionDay(long auction, long epochDay) {
        static AuctionDay of(Bid bid) {
            return new AuctionDay(bid.auction(), Math.floorDiv(bid.timeMs(), DAY_MS));
        }
    }

    /** What q17 asks for of one auction and day. */
    static final class Statistics {
        private final long[] bidsOfRank = new long[RANKS];
        private long min = Long.MAX_VALUE;
        private long max = Long.MIN_VALUE;
        private long sum;

        void add(long price) {
            bidsOfRank[price < RANK_2_FROM ? 0 : price < RANK_3_FROM ? 1 : 2]++;
            min = Math.min(min, price);
            max = Math.max(max, price);
            sum += price;
        }

        void add(Statistics other) {
            for (int rank = 0; rank < bidsOfRank.length; rank++) {
                bidsOfRank[rank] += other.bidsOfRank[rank];
            }
            min = Math.min(min, other.min);
            max = Math.max(max, other.max);
            sum += other.sum;
        }

        private long bids() {
            return bidsOfRank[0] + bidsOfRank[1] + bidsOfRank[2];
        }

        /** All bids, those of each rank, the least, greatest and whole price, and the average of doubles, as ours is. */
        List<Object> row() {
            return row((double) sum / bids());
        }

        /** The same with the average of whole numbers, as Flink SQL's is. */
        List<Object> rowOfWholeNumbers() {
            return row(sum / bids());
        }

        private List<Object> row(Number average) {
            return List.of(bids(), bidsOfRank[0], bidsOfRank[1], bidsOfRank[2], min, max, sum, average);
        }
    }

    private final Map<AuctionDay, Statistics> days = new HashMap<>();

    Recount(long seed, long bids) {
        Bids again = new Bids(seed);
        for (long i = 0; i < bids; i++) {
            Bid bid = again.next();
            days.computeIfAbsent(AuctionDay.of(bid), any -> new Statistics()).add(bid.price());
        }
    }

    Map<AuctionDay, Statistics> days() {
        return days;
    }

    /** How many rows there are, and all bids as if of one auction, without the average. */
    List<Object> totals() {
        Statistics all = new Statistics();
        days.values().forEach(all::add);
        List<Object> totals = new ArrayList<>(List.of((long) days.size()));
        totals.addAll(all.row());
        return totals.subList(0, totals.size() - 1);
    }

    /**
     * Complains about each row that differs, and about missing ones by their number.
     *
     * @param actual of some auctions
     * @param row what is right of one of them
     */
    void check(
            AnswerChecks checks,
            String whose,
            LongPredicate some,
            Map<AuctionDay, List<Object>> actual,
            Function<Statistics, List<Object>> row) {
        long right = 0;
        for (Map.Entry<AuctionDay, List<Object>> each : actual.entrySet()) {
            Statistics counted = days.get(each.getKey());
            List<Object> expected = counted == null ? List.of() : row.apply(counted);
            if (RowComparison.areClose(List.of(expected), List.of(each.getValue()))) {
                right++;
            } else {
                checks.complain(whose + ", " + each.getKey() + ": the answer is " + each.getValue() + " where "
                        + expected + " is right");
            }
        }
        long expectedRows =
                days.keySet().stream().filter(day -> some.test(day.auction())).count();
        checks.checkCount(whose + ", right rows", expectedRows, right);
    }
}
