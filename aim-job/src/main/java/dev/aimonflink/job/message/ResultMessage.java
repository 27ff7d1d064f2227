package dev.aimonflink.job.message;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A final answer as JSON, or a chunk of one. */
public record ResultMessage(String clientId, byte[] json) {
    public static final class Format implements MessageFormat<ResultMessage> {
        private static final long serialVersionUID = 1L;

        @Override
        public Class<ResultMessage> type() {
            return ResultMessage.class;
        }

        @Override
        public void write(ResultMessage result, DataOutput out) throws IOException {
            Bytes.writeText(result.clientId, out);
            Bytes.write(result.json, out);
        }

        @Override
        public ResultMessage read(DataInput in) throws IOException {
            return new ResultMessage(Bytes.readText(in), Bytes.read(in));
        }
    }
}
