package dev.aimonflink.job.source;

import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.Attempt;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.EventChunks;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageSerializer;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.message.SavedProgress;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.job.rule.RuleStamp;
import dev.aimonflink.job.rule.RulesSource;
import dev.aimonflink.job.rule.RulesWatch;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.layout.WindowClock;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.Model;
import dev.aimonflink.matrix.row.EventPlace;
import dev.aimonflink.rules.judge.RuleHistory;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Decodes raw records to events. The first event of a new day also sends a window turn to all partitions, so that none waits for its own
 * event to turn its windows. Events are sent {@linkplain EventChunks in chunks} while further records wait, and at once when none does.
 * Then it also reports to every partition of the matrix how far it has read its Kafka partitions, and how many events they lost, because an
 * answer may wait for that. It does the same before each barrier and every {@link #REPORT_MS}.
 */
public final class DecodeEvents extends AbstractStreamOperator<MatrixInput>
        implements OneInputStreamOperator<RawRecord, MatrixInput> {
    /** The time between two progress reports while the reader has more records in hand. */
    static final long REPORT_MS = 100;

    /** The least time between two reports of a reader that has none; each costs a message to every partition of the matrix. */
    static final long LEAST_GAP_MS = 10;

    /** The time between two reports of all places, even unchanged ones, as a sign of life. */
    static final long LIFE_SIGN_MS = 1_000;

    private static final long serialVersionUID = 1L;

    private static final String POSITIONS = "read-positions";
    private static final String RULES = "rules-topic";

    private final JobSettings settings;
    private final long maxFutureSkewMs;
    private transient Model model;
    private transient ModelEventCodec codec;

    /** Reused for each record. */
    private transient DeclaredEvent event;

    private transient WindowClock clock;
    private transient long latestMs;
    private transient ReasonCounter<DeadLetterReason> deadLetters;
    private final EndWatch.Factory watches;
    private final RulesSource rulesSource;
    private transient RulesWatch rules;
    private transient RuleStamp ruleStamp;

    /** The job's number of the topic of rules by which it judges. */
    private transient ListState<Long> rulesTopic;

    private transient long restoredRulesTopic;

    private transient long attempt;
    private transient EndWatch ends;
    private transient ReadPositions positions;

    /** Union state: after a restore any reader may read any Kafka partition. */
    private transient ListState<SavedProgress> saved;

    private transient ClockReset clockReset;
    private transient boolean isFirst;

    private transient List<EntityId> matrixKeys;
    private transient EventChunks chunks;
    private transient long reportedMs;
    private transient long reportedAllMs;

    /** Whether a timer is set for a report before {@link #REPORT_MS}. */
    private transient boolean isReportDue;

    private transient boolean hasFinished;

    public DecodeEvents(JobSettings settings) {
        this(settings, subtask -> Sources.endsOfEvents(settings, subtask), RulesSource.SHARED);
    }

    DecodeEvents(JobSettings settings, EndWatch.Factory watches, RulesSource rulesSource) {
        this.settings = settings;
        this.rulesSource = rulesSource;
        this.watches = watches;
        this.maxFutureSkewMs = settings.maxFutureSkew().toMillis();
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        attempt = Attempt.of(context);
        saved = context.getOperatorStateStore()
                .getUnionListState(
                        new ListStateDescriptor<>(POSITIONS, new MessageSerializer<>(new SavedProgress.Format())));
        rulesTopic = context.getOperatorStateStore()
                .getUnionListState(new ListStateDescriptor<>(RULES, LongSerializer.INSTANCE));
        clockReset = new ClockReset(context.getOperatorStateStore(), settings.clockReset());
        isFirst = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
    }

    /**
     * Keeps the clock of each Kafka partition, by which its events are judged, and its losses, which answers report until the job is
     * started without state.
     */
    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        saved.update(List.of(new SavedProgress(positions.saved(isFirst))));
        clockReset.snapshot(isFirst);
        long topic = rules.history().topic() == RuleHistory.NO_TOPIC
                ? restoredRulesTopic
                : rules.history().topic();
        boolean isKept = isFirst && topic != RuleHistory.NO_TOPIC;
        rulesTopic.update(isKept ? List.of(topic) : List.of());
    }

    @Override
    public void open() throws Exception {
        super.open();
        model = settings.model();
        codec = settings.newEventCodec();
        event = new DeclaredEvent(model.event());
        clock = new WindowClock(settings.schema().windows(), settings.zone());
        latestMs = clock.latestMs();
        deadLetters = new ReasonCounter<>(
                getMetricGroup(), AimMetrics.DEAD_LETTERS, List.of(DeadLetterReason.MALFORMED, DeadLetterReason.AHEAD));
        LongSupplier wallMs = getProcessingTimeService()::getCurrentProcessingTime;
        ends = watches.open(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        positions = new ReadPositions(ends, wallMs, new PartitionMetrics(getMetricGroup(), wallMs)::add);
        for (SavedProgress each : saved.get()) {
            positions.restore(each.places(), clockReset::applyTo);
        }
        rules = rulesSource.open(settings);
        for (long topic : rulesTopic.get()) {
            restoredRulesTopic = topic;
        }
        rules.require(restoredRulesTopic);
        ruleStamp = new RuleStamp(rules, settings.rules().delay().toMillis());
        AimMetrics.of(getMetricGroup()).gauge(AimMetrics.RULES_AGE_MS, rules::ageMs);
        matrixKeys = MatrixKeys.behind(this, model.event().key());
        chunks = new EventChunks(
                model.event(),
                getRuntimeContext().getTaskInfo().getMaxNumberOfParallelSubtasks(),
                attempt,
                MatrixInput::nowMicros,
                input -> output.collect(new StreamRecord<>(input)));
        reportLater();
    }

    @Override
    public void close() throws Exception {
        if (ends != null) {
            ends.close();
        }
        if (rules != null) {
            rules.close();
        }
        super.close();
    }

    @Override
    public void processElement(StreamRecord<RawRecord> element) {
        RawRecord raw = element.getValue();
        if (raw.isEndOfBatch()) {
            chunks.flush();
            reportSoon();
            return;
        }
        if (raw.isStart()) {
            positions.begin(raw);
            if (raw.lost() > 0) {
                // So no answer with an event from behind the gap conceals the gap.
                report();
            }
            return;
        }
        positions.read(raw);
        event.timestampMs(raw.timestampMs());
        try {
            codec.decode(raw.value(), event);
        } catch (MalformedException malformed) {
            deadLetter(raw, DeadLetterReason.MALFORMED, malformed.getMessage());
            return;
        }
        if (event.timestampMs() > latestMs) {
            deadLetter(raw, DeadLetterReason.MALFORMED, beyondWindows());
            return;
        }
        event.position(raw.partition(), raw.offset());
        String ahead = ahead(raw);
        if (ahead != null) {
            deadLetter(raw, DeadLetterReason.AHEAD, ahead);
            return;
        }
        event.clockMs(positions.accepted(event.timestampMs()));
        if (clock.advance(event.timestampMs())) {
            // Events of the windows that end go first.
            chunks.flush();
            emit(SideOutputs.TURNS, new BroadcastInput.Turn(event.timestampMs(), attempt));
        }
        long version = ruleStamp.versionFor(raw);
        chunks.rules(rules.history().topic(), version);
        chunks.add(event);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        chunks.flush();
        super.processWatermark(mark);
    }

    /** Reports for the last time, because the matrix takes nothing after the end of its input. */
    @Override
    public void finish() throws Exception {
        report();
        hasFinished = true;
        super.finish();
    }

    private String beyondWindows() {
        return model.event().time() + "=" + event.timestampMs() + " is after " + latestMs + ", "
                + Instant.ofEpochMilli(latestMs) + ", up to which windows of a minute have numbers";
    }

    /**
     * Why an event is too far ahead, or null. The first bound is the record's time, because a replay decides the same by it. With
     * CreateTime the producer sets that time, so the wall clock is a second bound. A replay may then accept an event that was ahead before.
     */
    private String ahead(RawRecord raw) {
        if (event.timestampMs() - raw.timestampMs() > maxFutureSkewMs) {
            return ahead("the time of its Kafka record", raw.timestampMs());
        }
        if (raw.logAppendTime()) {
            return null;
        }
        long wallMs = getProcessingTimeService().getCurrentProcessingTime();
        return event.timestampMs() - wallMs > maxFutureSkewMs ? ahead("the wall clock", wallMs) : null;
    }

    private String ahead(String clockName, long clockMs) {
        return model.event().time() + "=" + Instant.ofEpochMilli(event.timestampMs()) + " is more than "
                + maxFutureSkewMs + " ms ahead of " + clockName + ", " + Instant.ofEpochMilli(clockMs)
                + " (aim.events.max-future-skew)";
    }

    /** Reports here so that events and progress in a checkpoint are those of its source. */
    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        report();
    }

    private void reportLater() {
        long nextMs = getProcessingTimeService().getCurrentProcessingTime() + REPORT_MS;
        // Flink fails the task if the callback fails, and drops the timer when the task ends.
        ScheduledFuture<?> unused = getProcessingTimeService().registerTimer(nextMs, timestampMs -> {
            positions.lookForEnds();
            report();
            reportLater();
        });
    }

    /** Reports at once, or {@link #LEAST_GAP_MS} after the last report. */
    private void reportSoon() {
        long gapMs = getProcessingTimeService().getCurrentProcessingTime() - reportedMs;
        if (gapMs >= LEAST_GAP_MS || gapMs < 0) {
            report();
        } else if (!isReportDue) {
            isReportDue = true;
            ScheduledFuture<?> unused = getProcessingTimeService()
                    .registerTimer(reportedMs + LEAST_GAP_MS, timestampMs -> {
                        isReportDue = false;
                        report();
                    });
        }
    }

    /** Reports changed places to every partition of the matrix, after all earlier events. */
    private void report() {
        if (hasFinished) {
            return;
        }
        chunks.flush();
        final long nowMs = getProcessingTimeService().getCurrentProcessingTime();
        final boolean isLifeSign = nowMs - reportedAllMs >= LIFE_SIGN_MS || nowMs < reportedAllMs;
        List<EventPlace> places = positions.places(isLifeSign);
        if (places.isEmpty()) {
            return;
        }
        reportedMs = nowMs;
        reportedAllMs = isLifeSign ? nowMs : reportedAllMs;
        for (EntityId key : matrixKeys) {
            output.collect(new StreamRecord<>(new MatrixInput.Progress(key, attempt, places)));
        }
    }

    private void deadLetter(RawRecord raw, DeadLetterReason reason, String sentence) {
        deadLetters.count(reason);
        emit(SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, reason, sentence));
    }

    private <T> void emit(OutputTag<T> tag, T message) {
        output.collect(tag, new StreamRecord<>(message));
    }

    /** A reader's metrics for each of its Kafka partitions, labelled by number. */
    private static final class PartitionMetrics {
        private final MetricGroup group;
        private final LongSupplier wallMs;

        PartitionMetrics(MetricGroup operator, LongSupplier wallMs) {
            this.group = AimMetrics.of(operator);
            this.wallMs = wallMs;
        }

        void add(ReadPositions.Position position) {
            MetricGroup ofPartition = group.addGroup(
                    AimMetrics.KAFKA_PARTITION,
                    String.valueOf(position.partition().number()));
            Gauge<Long> newestMs = () -> position.newestMs() == WindowClock.NO_TIME ? 0 : position.newestMs();
            Gauge<Long> lagMs = () -> position.lagMs(wallMs.getAsLong());
            ofPartition.gauge(AimMetrics.NEWEST_EVENT_TIME_MS, newestMs);
            ofPartition.gauge(AimMetrics.EVENT_TIME_LAG_MS, lagMs);
        }
    }
}
