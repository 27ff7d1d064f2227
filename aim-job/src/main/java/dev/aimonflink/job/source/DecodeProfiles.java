package dev.aimonflink.job.source;

import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MessageLayout;
import dev.aimonflink.job.message.RawRecord;
import dev.aimonflink.job.metrics.AimMetrics;
import dev.aimonflink.job.metrics.ReasonCounter;
import dev.aimonflink.matrix.format.DeadLetterReason;
import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.format.event.ProfileModelCodec;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.matrix.model.EntityUpdate;
import dev.aimonflink.matrix.model.Model;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Decodes raw records to profile changes and erasures; a record without a value removes the profile. */
public final class DecodeProfiles extends ProcessFunction<RawRecord, MatrixInput> {
    private static final long serialVersionUID = 1L;

    private final Model model;
    private transient ProfileModelCodec codec;
    private transient long layout;
    private transient ReasonCounter<DeadLetterReason> deadLetters;

    public DecodeProfiles(Model model) {
        this.model = model;
    }

    @Override
    public void open(OpenContext context) {
        codec = new ProfileModelCodec(model);
        layout = MessageLayout.ofProfiles(model.entity());
        deadLetters = new ReasonCounter<>(
                getRuntimeContext().getMetricGroup(), AimMetrics.DEAD_LETTERS, List.of(DeadLetterReason.MALFORMED));
    }

    @Override
    public void processElement(RawRecord raw, Context context, Collector<MatrixInput> out) {
        try {
            out.collect(decode(raw));
        } catch (MalformedException malformed) {
            deadLetters.count(DeadLetterReason.MALFORMED);
            context.output(
                    SideOutputs.DEAD_LETTERS, DeadLetter.of(raw, DeadLetterReason.MALFORMED, malformed.getMessage()));
        }
    }

    private MatrixInput decode(RawRecord raw) {
        EntityUpdate update = codec.decode(raw.key(), raw.value());
        return update instanceof EntityProfile profile
                ? new MatrixInput.ProfileChange(
                        profile.key(), profile.attributes(), layout, raw.partition(), raw.offset())
                : new MatrixInput.Forget(update.key());
    }
}
