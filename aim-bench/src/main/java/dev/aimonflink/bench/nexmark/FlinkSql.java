package dev.aimonflink.bench.nexmark;

import dev.aimonflink.bench.nexmark.Recount.AuctionDay;
import dev.aimonflink.local.LocalFlink;
import dev.aimonflink.local.ObservedJob;
import dev.aimonflink.local.RunningJob;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.table.api.TableConfig;
import org.apache.flink.table.api.bridge.java.StreamStatementSet;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.types.Row;
import org.apache.flink.types.RowKind;

/**
 * Nexmark's q17 in Flink SQL on a backlog of bids.
 *
 * <pre>
 * topic of bids -&gt; auction, day and price of each -&gt; keyBy(auction, day) -&gt; state -&gt; changelog -&gt; blackhole
 * </pre>
 *
 * @param isMiniBatch whether bids wait for others, so that a batch reads and writes the state of an auction once
 */
record FlinkSql(BidTopic topic, int parallelism, boolean isMiniBatch) {
    /** How long a bid may wait for its batch. */
    private static final Duration ALLOWED_LATENCY = Duration.ofSeconds(2);

    private static final long BATCH_SIZE = 5_000;

    /** A bid takes an old row back and gives a new one. */
    private static final long MOST_CHANGES = 2;

    /** The operators that take in each bid, one of which a plan has; Flink numbers them. */
    private static final List<String> AGGREGATING = List.of("GroupAggregate", "LocalGroupAggregate");

    private static final String BIDS = """
            CREATE TABLE bids (
                auction BIGINT, bidder BIGINT, price BIGINT, `dateTime` BIGINT,
                bid_time AS TO_TIMESTAMP_LTZ(`dateTime`, 3)
            ) WITH (
                'connector' = 'kafka', 'properties.bootstrap.servers' = '%s', 'topic' = '%s', 'format' = 'json',
                'scan.startup.mode' = 'earliest-offset', %s
            )""";

    private static final String STATISTICS = """
            CREATE TABLE statistics (
                auction BIGINT, `day` STRING, bids BIGINT, rank1 BIGINT, rank2 BIGINT, rank3 BIGINT,
                lowest BIGINT, highest BIGINT, total BIGINT, average BIGINT
            ) WITH ('connector' = 'blackhole')""";

    private static final String Q17 = """
            SELECT auction, DATE_FORMAT(bid_time, 'yyyy-MM-dd') AS `day`,
                   COUNT(*) AS bids,
                   COUNT(*) FILTER (WHERE price < 10000) AS rank1,
                   COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS rank2,
                   COUNT(*) FILTER (WHERE price >= 1000000) AS rank3,
                   MIN(price) AS lowest, MAX(price) AS highest, SUM(price) AS total, AVG(price) AS average
            FROM bids GROUP BY auction, DATE_FORMAT(bid_time, 'yyyy-MM-dd')""";

    /** A job that is measured. */
    private static final class Job extends ObservedJob {
        private final LocalFlink flink;
        private final RunningJob running;
        private final Runnable alsoHealthy;

        Job(LocalFlink flink, RunningJob running, Runnable alsoHealthy) {
            this.flink = flink;
            this.running = running;
            this.alsoHealthy = alsoHealthy;
        }

        @Override
        public void requireHealthy() {
            alsoHealthy.run();
            running.requireRunning();
        }

        @Override
        public long counted(String metric) {
            return flink.metrics().sum(metric);
        }
    }

    /** Reads all bids, and emits each change to a sink that drops it. */
    Throughput takeIn(Configuration cluster) {
        Configuration named = new Configuration(cluster).set(MetricOptions.SCOPE_NAMING_OPERATOR, "<operator_name>");
        try (LocalFlink flink = LocalFlink.start(1, parallelism, named)) {
            StreamExecutionEnvironment environment = flink.newEnvironment();
            StreamTableEnvironment tables = tables(environment, "'scan.bounded.mode' = 'unbounded'");
            tables.executeSql(STATISTICS);
            StreamStatementSet statements = tables.createStatementSet();
            statements.addInsertSql("INSERT INTO statistics " + Q17).attachAsDataStream();
            String takenIn = aggregating(environment.getStreamGraph(false)) + ".numRecordsIn";
            RunningJob running = flink.submit(environment, "Flink SQL");
            Job job = new Job(flink, running, topic.broker()::requireAlive);
            return Throughput.of(job, () -> job.counted(takenIn), topic.bids());
        }
    }

    private static String aggregating(StreamGraph graph) {
        return graph.getStreamNodes().stream()
                .map(StreamNode::getOperatorName)
                .filter(name -> AGGREGATING.stream().anyMatch(name::startsWith))
                .findFirst()
                .orElseThrow();
    }

    /** The last row of each auction and day in the changelog of the prefix, as of a {@link Recount}. */
    Map<AuctionDay, List<Object>> resultOfPrefix() {
        String end = topic.endOfPrefix().entrySet().stream()
                .map(each -> "partition:" + each.getKey() + ",offset:" + each.getValue())
                .collect(Collectors.joining(";"));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createLocalEnvironment(parallelism);
        StreamTableEnvironment tables = tables(
                environment,
                "'scan.bounded.mode' = 'specific-offsets', 'scan.bounded.specific-offsets' = '" + end + "'");
        long bids =
                topic.endOfPrefix().values().stream().mapToLong(Long::longValue).sum();
        Map<AuctionDay, List<Object>> last = new HashMap<>();
        try {
            tables.toChangelogStream(tables.sqlQuery(Q17))
                    .executeAndCollect("Flink SQL, prefix", Math.toIntExact(MOST_CHANGES * bids))
                    .forEach(change -> apply(change, last));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while Flink SQL runs.", e);
        } catch (Exception e) {
            throw new IllegalStateException("Flink SQL failed: " + e, e);
        }
        return last;
    }

    private static void apply(Row change, Map<AuctionDay, List<Object>> rows) {
        AuctionDay day = new AuctionDay(
                change.getFieldAs("auction"),
                LocalDate.parse(change.<String>getFieldAs("day")).toEpochDay());
        if (change.getKind() == RowKind.INSERT || change.getKind() == RowKind.UPDATE_AFTER) {
            rows.put(
                    day,
                    IntStream.range(2, change.getArity())
                            .mapToObj(change::getField)
                            .toList());
        } else if (change.getKind() == RowKind.DELETE) {
            rows.remove(day);
        }
    }

    /** @param end of the bids, as an option of Flink's Kafka connector */
    private StreamTableEnvironment tables(StreamExecutionEnvironment environment, String end) {
        environment.configure(new Configuration().set(PipelineOptions.OBJECT_REUSE, true));
        StreamTableEnvironment tables = StreamTableEnvironment.create(environment);
        TableConfig config = tables.getConfig();
        config.set("table.local-time-zone", "UTC");
        config.set(ExecutionConfigOptions.IDLE_STATE_RETENTION, OurJob.FORGET_AFTER);
        config.set(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ENABLED, isMiniBatch);
        if (isMiniBatch) {
            config.set(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_ALLOW_LATENCY, ALLOWED_LATENCY);
            config.set(ExecutionConfigOptions.TABLE_EXEC_MINIBATCH_SIZE, BATCH_SIZE);
        }
        tables.executeSql(
                BIDS.formatted(topic.broker().bootstrap(), topic.topics().events(), end));
        return tables;
    }
}
