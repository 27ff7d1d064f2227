package dev.aimonflink.job.operator;

import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.job.config.JobSettings;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.source.SideOutputs;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.format.event.ModelEventCodec;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.FilterFailure;
import dev.aimonflink.matrix.names.TooManyTextsException;
import dev.aimonflink.matrix.record.EntityRecord;
import dev.aimonflink.matrix.row.Effect;
import dev.aimonflink.query.serve.partition.Partition;
import java.time.Instant;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Sends rejected events and profiles to the dead letters, encoded again, because messages do not carry the bytes of their Kafka records. */
final class MatrixDeadLetters {
    private final JobSettings settings;
    private final Partition partition;
    private final EntitiesPerPartition limit;
    private final MatrixMetrics metrics;
    private final Output<?> output;
    private final ModelEventCodec eventCodec;
    private final ProfileModelCodec profileCodec;

    MatrixDeadLetters(
            JobSettings settings,
            Partition partition,
            EntitiesPerPartition limit,
            MatrixMetrics metrics,
            Output<?> output) {
        this.settings = settings;
        this.partition = partition;
        this.limit = limit;
        this.metrics = metrics;
        this.output = output;
        profileCodec = new ProfileModelCodec(settings.model());
        eventCodec = settings.newEventCodec();
    }

    /** @param record of the event, which it has not counted */
    void add(DeclaredEvent event, EntityRecord record, Effect outcome) {
        if (outcome == Effect.OVERFLOW) {
            add(
                    event,
                    DeadLetterReason.OVERFLOW,
                    partition.overflow(record, event).sentence(settings.model(), event));
        } else if (outcome == Effect.FULL) {
            add(event, DeadLetterReason.FULL, noRoomFor(event.key()));
        } else if (outcome == Effect.LATE) {
            add(
                    event,
                    DeadLetterReason.LATE,
                    settings.model().event().time() + "=" + Instant.ofEpochMilli(event.timestampMs())
                            + " is before every window of " + entity() + event.key()
                            + ", whose Kafka partition has reached " + Instant.ofEpochMilli(event.clockMs()));
        }
    }

    /** Adds an event that was in flight when the clock was put back to before it. */
    void addAheadOfReset(DeclaredEvent event) {
        add(
                event,
                DeadLetterReason.AHEAD,
                settings.model().event().time() + "=" + Instant.ofEpochMilli(event.timestampMs())
                        + " is after the time to which the clock was put back (" + AimOptions.CLOCK_RESET.key() + ")");
    }

    void add(DeclaredEvent event, FilterFailure failure) {
        add(event, DeadLetterReason.FILTER, failure.getMessage());
    }

    private void add(DeclaredEvent event, DeadLetterReason reason, String sentence) {
        byte[] value = eventCodec.encode(event);
        emit(new DeadLetter(
                reason,
                sentence,
                settings.eventsTopic(),
                event.partition(),
                event.offset(),
                settings.model().event().isTimedByRecord() ? event.timestampMs() : DeadLetter.UNKNOWN_TIME,
                null,
                value));
    }

    /** Adds a profile that finds no room. */
    void add(MatrixInput.ProfileChange change) {
        add(change, DeadLetterReason.FULL, noRoomFor(change.key()));
    }

    /** Adds a profile with a text that finds no room among those of its attribute. */
    void add(MatrixInput.ProfileChange change, TooManyTextsException tooMany) {
        add(change, DeadLetterReason.FULL, tooMany.getMessage());
    }

    private void add(MatrixInput.ProfileChange change, DeadLetterReason reason, String sentence) {
        emit(new DeadLetter(
                reason,
                sentence,
                settings.profilesTopic(),
                change.partition(),
                change.offset(),
                DeadLetter.UNKNOWN_TIME,
                profileCodec.encodeKey(change.key()),
                profileCodec.encode(new EntityProfile(change.key(), change.attributes()))));
    }

    private String noRoomFor(EntityId key) {
        return "there is no room for " + entity() + key + ": its partition may hold " + limit.rows() + " rows ("
                + AimOptions.MAX_ENTITIES.key() + ")";
    }

    /** What precedes a key, such as {@code "card "}. */
    private String entity() {
        return settings.model().entity().name() + " ";
    }

    private void emit(DeadLetter letter) {
        metrics.deadLetter(letter.reasonClass());
        output.collect(SideOutputs.DEAD_LETTERS, new StreamRecord<>(letter));
    }
}
