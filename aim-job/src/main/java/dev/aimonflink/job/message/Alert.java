package dev.aimonflink.job.message;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * An alert, or an event that a rule writes with it, as a record of its topic.
 *
 * @param key may be null
 */
public record Alert(String topic, String alertId, byte[] key, byte[] value) {
    public static final class Format implements MessageFormat<Alert> {
        private static final long serialVersionUID = 1L;

        @Override
        public Class<Alert> type() {
            return Alert.class;
        }

        @Override
        public void write(Alert alert, DataOutput out) throws IOException {
            Bytes.writeText(alert.topic, out);
            Bytes.writeText(alert.alertId, out);
            Bytes.write(alert.key, out);
            Bytes.write(alert.value, out);
        }

        @Override
        public Alert read(DataInput in) throws IOException {
            return new Alert(Bytes.readText(in), Bytes.readText(in), Bytes.read(in), Bytes.read(in));
        }
    }
}
