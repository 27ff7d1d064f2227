package dev.aimonflink.job.operator;

import dev.aimonflink.core.matrix.Partition;
import dev.aimonflink.core.matrix.Partition.Outcome;
import dev.aimonflink.core.wire.EventCodec;
import dev.aimonflink.core.wire.ProfileCodec;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.metrics.DeadLetterCounter.Reason;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.job.stream.DeadLetter;
import dev.aimonflink.job.stream.MatrixInput;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Sends the calls and profiles that a partition rejects to the dead letters. Messages do not carry the bytes of their
 * Kafka records, so calls and profiles are encoded again.
 */
final class MatrixDeadLetters {
    private final JobSettings settings;
    private final Partition partition;
    private final SubscriberLimit limit;
    private final MatrixMetrics metrics;
    private final Output<?> output;
    private final EventCodec eventCodec;
    private final ProfileCodec profileCodec = new ProfileCodec();

    MatrixDeadLetters(
            JobSettings settings, Partition partition, SubscriberLimit limit, MatrixMetrics metrics, Output<?> output) {
        this.settings = settings;
        this.partition = partition;
        this.limit = limit;
        this.metrics = metrics;
        this.output = output;
        eventCodec = settings.eventFormat().newCodec();
    }

    void add(MatrixInput.Call call, Outcome outcome) {
        if (outcome == Outcome.OVERFLOW) {
            add(call, Reason.OVERFLOW, "a total of subscriber " + call.subscriberId() + " would overflow");
        } else if (outcome == Outcome.FULL) {
            add(call, Reason.FULL, noRoomFor(call.subscriberId()));
        } else if (outcome == Outcome.LATE) {
            add(
                    call,
                    Reason.LATE,
                    "timestamp=" + call.event().timestampMs() + " is before every window of the matrix, whose time is "
                            + partition.nowMs());
        }
    }

    private void add(MatrixInput.Call call, Reason reason, String sentence) {
        byte[] value = eventCodec.encode(call.event());
        emit(reason, new DeadLetter(sentence, settings.eventsTopic(), call.partition(), call.offset(), null, value));
    }

    /** Adds a profile that finds no room. Only a profile that is set needs room, so it is not null. */
    void add(MatrixInput.ProfileChange change) {
        emit(
                Reason.FULL,
                new DeadLetter(
                        noRoomFor(change.subscriberId()),
                        settings.subscribersTopic(),
                        change.partition(),
                        change.offset(),
                        profileCodec.encodeKey(change.subscriberId()),
                        profileCodec.encode(change.profile())));
    }

    private String noRoomFor(long subscriberId) {
        return "there is no room for subscriber " + subscriberId + ": its partition may hold " + limit.rows()
                + " subscribers (" + AimOptions.MAX_SUBSCRIBERS.key() + ")";
    }

    private void emit(Reason reason, DeadLetter letter) {
        metrics.deadLetter(reason);
        output.collect(SideOutputs.DEAD_LETTERS, new StreamRecord<>(letter));
    }
}
