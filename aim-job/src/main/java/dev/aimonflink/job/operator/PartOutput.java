package dev.aimonflink.job.operator;

import dev.aimonflink.job.message.MergeInput;
import dev.aimonflink.job.metrics.LimitedLog;
import dev.aimonflink.query.pass.Part;
import dev.aimonflink.query.pass.QueryError;
import org.apache.flink.streaming.api.operators.Output;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.LoggerFactory;

/** Sends parts of answers to the merger, and logs those that tell of a defect. */
record PartOutput(Output<StreamRecord<MergeInput>> output) {
    private static final LimitedLog DEFECTS = new LimitedLog(LoggerFactory.getLogger(PartOutput.class));

    void send(Part part) {
        if (part.error() != null && part.error().code() == QueryError.Code.INTERNAL) {
            DEFECTS.error(
                    "Request {}: {}", null, part.requestKey(), part.error().message());
        }
        output.collect(new StreamRecord<>(new MergeInput.Arrival(part)));
    }
}
