package dev.aimonflink.job;

import dev.aimonflink.job.config.CheckpointBudget;
import dev.aimonflink.job.config.ExactlyOnce;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.merge.MergeParts;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.FlinkKeys;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.message.ResultMessage;
import dev.aimonflink.job.message.RoundSeal;
import dev.aimonflink.job.operator.AnalyticsMatrix;
import dev.aimonflink.job.sink.Sinks;
import dev.aimonflink.job.source.DecodeEvents;
import dev.aimonflink.job.source.DecodeProfiles;
import dev.aimonflink.job.source.EventTime;
import dev.aimonflink.job.source.ParseQueries;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.job.source.Sources;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The dataflow, from topics to topics.
 *
 * <pre>
 * events ------&gt; decode --+-------------- events ------+
 *                         +-- turns -------------------|--------------+
 * profiles ---&gt; decode --+------------ profiles ------+              |
 * queries -----&gt; parse  --+-- about one entity --------+              |
 *                         +-- about all -------------- | -------------+
 *                         |            keyBy(entity)              broadcast
 *                         |                            +--&gt; matrix &lt;--+
 *                         |                                    | parts
 *                         |                                    | alerts ------> alerts
 *                         +-- registrations ---&gt; keyBy(request), merge --&gt; results
 *                         |                                    | second rounds
 *                         |                                    +-----------&gt; queries
 *                         +-- refusals ---------------------------------&gt; results
 * rejected records -----------------------------------------------------&gt; dead letters
 * </pre>
 */
public final class Topology {
    /** Fixed by the first savepoint, so chosen for the largest cluster that a job may move to. */
    public static final int MAX_PARALLELISM = 128;

    /** Sends queries and their parts at once, instead of waiting for a full buffer. */
    private static final int NOT_BUFFERED = 0;

    private final StreamExecutionEnvironment environment;
    private final JobSettings settings;
    private final List<DataStream<MatrixInput>> generated;
    private final RoundSeal seal = RoundSeal.fresh();

    private Topology(
            StreamExecutionEnvironment environment, JobSettings settings, List<DataStream<MatrixInput>> generated) {
        this.environment = environment;
        this.settings = settings;
        this.generated = generated;
    }

    public static void build(StreamExecutionEnvironment environment, JobSettings settings) {
        build(environment, settings, List.of());
    }

    /** @param generated events and profiles besides those of the topics; they do not advance event time */
    public static void build(
            StreamExecutionEnvironment environment, JobSettings settings, List<DataStream<MatrixInput>> generated) {
        ExactlyOnce.requireFitting(settings, environment.getCheckpointConfig());
        environment.configure(new Configuration()
                // Messages are immutable, so chained operators need no copies.
                .set(PipelineOptions.OBJECT_REUSE, true)
                // Fails for a type without its own format, instead of using reflection.
                .set(PipelineOptions.GENERIC_TYPES, false)
                .set(PipelineOptions.MAX_PARALLELISM, MAX_PARALLELISM));
        new Topology(environment, settings, generated).build();
    }

    private void build() {
        SingleOutputStreamOperator<MatrixInput> events = read("events", Sources.events(settings))
                .transform("decode events", new MessageType<>(new MatrixInput.Format()), new DecodeEvents(settings))
                .uid("decode-events");
        SingleOutputStreamOperator<MatrixInput> profiles = read("profiles", Sources.profiles(settings))
                .process(new DecodeProfiles(settings.model()), new MessageType<>(new MatrixInput.Format()))
                .name("decode profiles")
                .uid("decode-profiles");
        SingleOutputStreamOperator<BroadcastInput> queries = read("queries", Sources.queries(settings))
                // One reader keeps the order of the queries, and parsing is cheap.
                .setParallelism(1)
                .transform(
                        "parse queries",
                        new MessageType<>(new BroadcastInput.Format()),
                        new ParseQueries(settings, seal))
                .setParallelism(1)
                .setBufferTimeout(NOT_BUFFERED)
                .uid("parse-queries");

        SingleOutputStreamOperator<MergeInput> parts = matrix(events, profiles, queries);
        SingleOutputStreamOperator<ResultMessage> answers = merge(queries, parts);
        sink("alerts", parts.getSideOutput(SideOutputs.ALERTS), Sinks.alerts(settings))
                // The partition does not wait while Kafka acknowledges alerts before a checkpoint.
                .disableChaining();
        sink("second rounds", answers.getSideOutput(SideOutputs.SECOND_ROUNDS), Sinks.secondRounds(settings, seal));

        sink("results", answers.union(queries.getSideOutput(SideOutputs.REFUSALS)), Sinks.results(settings));
        sink(
                "dead letters",
                events.getSideOutput(SideOutputs.DEAD_LETTERS)
                        .union(
                                profiles.getSideOutput(SideOutputs.DEAD_LETTERS),
                                queries.getSideOutput(SideOutputs.DEAD_LETTERS),
                                parts.getSideOutput(SideOutputs.DEAD_LETTERS)),
                Sinks.deadLetters(settings));
    }

    private SingleOutputStreamOperator<RawRecord> read(String topic, Source<RawRecord, ?, ?> source) {
        return environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "read " + topic)
                .uid("read-" + topic);
    }

    private SingleOutputStreamOperator<MergeInput> matrix(
            SingleOutputStreamOperator<MatrixInput> events,
            SingleOutputStreamOperator<MatrixInput> profiles,
            SingleOutputStreamOperator<BroadcastInput> queries) {
        long bufferTimeoutMs = settings.bufferTimeout().toMillis();
        Duration checkpointBudget = CheckpointBudget.of(environment.getCheckpointConfig());
        DataStream<MatrixInput> timedEvents = events.setBufferTimeout(bufferTimeoutMs)
                .assignTimestampsAndWatermarks(EventTime.ofEvents(settings.idleTimeout()))
                .setBufferTimeout(bufferTimeoutMs)
                .name("time of events")
                .uid("time-of-events");
        DataStream<MatrixInput> toOwners = timedEvents.union(
                timeless("profiles", profiles),
                timeless("point queries", queries.getSideOutput(SideOutputs.POINT_QUERIES)));
        for (DataStream<MatrixInput> stream : generated) {
            toOwners = toOwners.union(stream);
        }
        KeyedStream<MatrixInput, ?> ofOwners =
                FlinkKeys.keyed(toOwners, settings.model().event().key());
        DataStream<BroadcastInput> ofAll = timeless("turns", events.getSideOutput(SideOutputs.TURNS))
                .union(timeless("queries", queries))
                .broadcast();
        return ofOwners.connect(ofAll)
                .transform(
                        "analytics matrix",
                        new MessageType<>(new MergeInput.Format()),
                        new AnalyticsMatrix(settings, checkpointBudget))
                .setBufferTimeout(NOT_BUFFERED)
                .uid("analytics-matrix");
    }

    private static <T> DataStream<T> timeless(String name, DataStream<T> stream) {
        return stream.assignTimestampsAndWatermarks(EventTime.none())
                .setParallelism(stream.getParallelism())
                .setBufferTimeout(NOT_BUFFERED)
                .name("no time of " + name)
                .uid("no-time-of-" + name.replace(' ', '-'));
    }

    private SingleOutputStreamOperator<ResultMessage> merge(
            SingleOutputStreamOperator<BroadcastInput> queries, DataStream<MergeInput> parts) {
        return queries.getSideOutput(SideOutputs.REGISTRATIONS)
                .union(parts)
                .keyBy(MergeInput::requestKey, Types.STRING)
                .transform("merge parts", new MessageType<>(new ResultMessage.Format()), new MergeParts(settings))
                .setBufferTimeout(NOT_BUFFERED)
                .uid("merge-parts");
    }

    private static <T> DataStreamSink<T> sink(String topic, DataStream<T> stream, Sink<T> sink) {
        return stream.sinkTo(sink).name("write " + topic).uid("write-" + topic.replace(' ', '-'));
    }
}
