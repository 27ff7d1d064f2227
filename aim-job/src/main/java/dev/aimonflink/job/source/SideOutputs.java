package dev.aimonflink.job.source;

import dev.aimonflink.job.message.Alert;
import dev.aimonflink.job.message.BroadcastInput;
import dev.aimonflink.job.message.DeadLetter;
import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.message.MessageType;
import dev.aimonflink.job.message.ResultMessage;
import org.apache.flink.util.OutputTag;

/** The side outputs of the operators. */
public final class SideOutputs {
    public static final OutputTag<DeadLetter> DEAD_LETTERS =
            new OutputTag<>("dead-letters", new MessageType<>(new DeadLetter.Format()));

    /** From the matrix. */
    public static final OutputTag<Alert> ALERTS = new OutputTag<>("alerts", new MessageType<>(new Alert.Format()));

    /** From decoding events. */
    public static final OutputTag<BroadcastInput> TURNS =
            new OutputTag<>("turns", new MessageType<>(new BroadcastInput.Format()));

    /** From parsing queries. */
    public static final OutputTag<MatrixInput> POINT_QUERIES =
            new OutputTag<>("point-queries", new MessageType<>(new MatrixInput.Format()));

    /** From parsing queries: requests for the merger, which then expects their parts. */
    public static final OutputTag<MergeInput> REGISTRATIONS =
            new OutputTag<>("registrations", new MessageType<>(new MergeInput.Format()));

    /** From parsing queries: requests that are answered with an error at once. */
    public static final OutputTag<ResultMessage> REFUSALS =
            new OutputTag<>("refusals", new MessageType<>(new ResultMessage.Format()));

    /** From merging parts. */
    public static final OutputTag<BroadcastInput> SECOND_ROUNDS =
            new OutputTag<>("second-rounds", new MessageType<>(new BroadcastInput.Format()));

    private SideOutputs() {}
}
