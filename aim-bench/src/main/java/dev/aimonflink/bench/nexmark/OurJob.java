package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.installation.AnswerChecks;
import dev.aimonflink.bench.nexmark.Bids.Bid;
import dev.aimonflink.bench.nexmark.Recount.AuctionDay;
import dev.aimonflink.bench.world.MeasuredModel;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.query.Asking;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.lab.meter.QueryClients;
import dev.aimonflink.lab.twin.RowComparison;
import dev.aimonflink.local.LocalJob;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.apache.flink.configuration.Configuration;

/** Our job on a backlog of bids: it keeps a row for each auction, and SQL asks for the rows. */
final class OurJob implements AutoCloseable {
    /** Auctions never end, so each side forgets one after a day. */
    static final Duration FORGET_AFTER = Duration.ofDays(1);

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Rows compared, which one answer has room for. */
    private static final int MOST_COMPARED = 5_000;

    private static final String TOTALS = """
            SELECT count(*), sum(count_events_this_day), sum(count_events_of_rank1_this_day),
                   sum(count_events_of_rank2_this_day), sum(count_events_of_rank3_this_day),
                   min(min_price_this_day), max(max_price_this_day), sum(sum_price_this_day)
            FROM auctions""";

    private static final String ROWS = """
            SELECT auction, count_events_this_day, count_events_of_rank1_this_day, count_events_of_rank2_this_day,
                   count_events_of_rank3_this_day, min_price_this_day, max_price_this_day, sum_price_this_day,
                   avg_price_this_day
            FROM auctions WHERE auction % $1 = 0""";

    private static final String GREATEST = """
            SELECT auction, sum_price_this_day, count_events_of_rank3_this_day
            FROM auctions ORDER BY sum_price_this_day DESC LIMIT 10""";

    private static final String LOOK_UP = """
            SELECT count_events_this_day, max_price_this_day, avg_price_this_day FROM auctions WHERE auction = $1""";

    private final BidTopic topic;
    private final LocalJob job;
    private final QueryClient client;

    OurJob(BidTopic topic, MeasuredModel model, int parallelism, Configuration cluster) {
        this.topic = topic;
        Configuration options = LocalJob.optionsOf(topic.broker().bootstrap(), topic.topics())
                .set(AimOptions.EVENTS_FORMAT, BidTopic.FORMAT.label())
                .set(AimOptions.MODEL, model.option())
                .set(AimOptions.GROUP_ID, "bench-" + UUID.randomUUID())
                .set(AimOptions.FORGET_AFTER, FORGET_AFTER);
        job = LocalJob.start(
                parallelism,
                cluster,
                JobSettings.of(options),
                LocalJob.Generated.NOTHING,
                topic.broker()::requireAlive);
        client = new QueryClient(topic.connection(), topic.topics(), "aim-bench");
    }

    Throughput takeIn() {
        return Throughput.of(job, job::callsSettled, topic.bids());
    }

    /** The same from the first answer on, while clients ask in an open loop; a question without an answer is a complaint. */
    Throughput takeIn(int questionsPerSecond, long seed, AnswerChecks checks) {
        job.awaitFirstAnswer(client::ask, asked(LOOK_UP, Bids.FIRST_AUCTION));
        try (QueryClients asking = QueryClients.openLoop(
                client::ask, questionsPerSecond, questions(seed), checks::isAnswered, System::nanoTime)) {
            return takeIn().with(asking.answered());
        }
    }

    private Supplier<AskedQuery> questions(long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        long endOfAuctions = Bids.FIRST_AUCTION + Bids.auctions(topic.bids());
        return () -> random.nextBoolean()
                ? asked(GREATEST)
                : asked(LOOK_UP, random.nextLong(Bids.FIRST_AUCTION, endOfAuctions));
    }

    private static AskedQuery asked(String text, Object... values) {
        Map<String, Object> params = new HashMap<>(Map.of("text", text));
        for (int i = 0; i < values.length; i++) {
            params.put(Integer.toString(i + 1), values[i]);
        }
        return new AskedQuery("sql", params);
    }

    /** Asks for the totals of all auctions, and for all that is kept of some of them. */
    void check(Recount recount, AnswerChecks checks, String whose) {
        List<Object> expected = recount.totals();
        List<List<Object>> totals = rows(asked(TOTALS), checks);
        boolean isRight = RowComparison.areClose(List.of(expected), totals);
        checks.checkCount(whose + ", right totals", 1, isRight ? 1 : 0);
        if (!isRight) {
            checks.complain(whose + ": the totals are " + totals + " where " + expected + " is right");
        }
        final long each = 1L + recount.days().size() / MOST_COMPARED;
        final long day =
                AuctionDay.of(new Bid(0, 0, 0, Bids.BEGIN.toEpochMilli())).epochDay();
        Map<AuctionDay, List<Object>> found = new HashMap<>();
        for (List<Object> row : rows(asked(ROWS, each), checks)) {
            long auction = ((Number) row.get(0)).longValue();
            found.put(new AuctionDay(auction, day), row.subList(1, row.size()));
        }
        recount.check(checks, whose, auction -> auction % each == 0, found, Recount.Statistics::row);
    }

    private List<List<Object>> rows(AskedQuery question, AnswerChecks checks) {
        QueryResult answer = client.ask(question, TIMEOUT).join();
        String unanswered = Asking.unanswered(answer, null);
        if (unanswered != null) {
            checks.complain(question + ": " + unanswered);
            return List.of();
        }
        return answer.rows();
    }

    @Override
    public void close() {
        try (job) {
            client.close();
        }
    }
}
