package dev.aimonflink.job.message;

import dev.aimonflink.matrix.record.EntityRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MessageSerializerTest {
    private static final long SEED = 7;

    private final MessageSerializer<EntityRecord> serializer = new MessageSerializer<>(new RecordFormat());
    private final EntityRecord record = new RandomMessages(SEED).record();

    @Test
    void shouldWriteAsItsFormatDoes() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(record, out);
        assertThat(out.getCopyOfBuffer()).isEqualTo(Wire.write(new RecordFormat(), record));
        assertThat(serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer())))
                .isEqualTo(record);
        assertThat(serializer.deserialize(null, new DataInputDeserializer(out.getCopyOfBuffer())))
                .isEqualTo(record);
    }

    @Test
    void shouldCopyOneMessageOfAStream() throws IOException {
        DataOutputSerializer stream = new DataOutputSerializer(64);
        serializer.serialize(record, stream);
        stream.write(1);
        DataInputDeserializer in = new DataInputDeserializer(stream.getCopyOfBuffer());
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.copy(in, out);
        assertThat(out.getCopyOfBuffer()).isEqualTo(Wire.write(new RecordFormat(), record));
        assertThat(in.available()).isEqualTo(1);
    }

    @Test
    void shouldCopyMutableMessagesOnly() {
        assertThat(serializer.isImmutableType()).isFalse();
        assertThat(serializer.copy(record)).isEqualTo(record).isNotSameAs(record);
        assertThat(serializer.copy(record, null)).isEqualTo(record).isNotSameAs(record);
        MessageSerializer<ResultMessage> immutable = new MessageSerializer<>(new ResultMessage.Format());
        ResultMessage result = new ResultMessage("c1", new byte[0]);
        assertThat(immutable.isImmutableType()).isTrue();
        assertThat(immutable.copy(result)).isSameAs(result);
    }

    @Test
    void shouldBeAsGoodAsAnotherOfTheSameFormat() throws Exception {
        assertThat(serializer)
                .isEqualTo(new MessageSerializer<>(new RecordFormat()))
                .hasSameHashCodeAs(new MessageSerializer<>(new RecordFormat()))
                .isEqualTo(serializer.duplicate())
                .isEqualTo(InstantiationUtil.clone(serializer))
                .isNotEqualTo(new MessageSerializer<>(new RawRecord.Format()));
        assertThat(serializer.getLength()).isEqualTo(-1);
    }

    @Test
    void shouldComeBackFromASavepoint() throws IOException {
        TypeSerializerSnapshot<EntityRecord> restored = restored(serializer.snapshotConfiguration());
        assertThat(restored.restoreSerializer()).isEqualTo(serializer);
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(restored)
                        .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void shouldComeBackFromASavepointOfEveryVersion() throws IOException {
        byte[] golden = Wire.golden("serializer-snapshot-v1.hex");
        assertThat(versioned(serializer.snapshotConfiguration())).isEqualTo(golden);
        TypeSerializerSnapshot<EntityRecord> stored = read(golden);
        assertThat(stored.restoreSerializer()).isEqualTo(serializer);
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(stored)
                        .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void shouldRefuseASavepointOfAVersionThatItDoesNotKnow() throws IOException {
        for (int version : new int[] {0, 2}) {
            byte[] other = Wire.golden("serializer-snapshot-v1.hex");
            int end = 2 + MessageSerializerSnapshot.class.getName().length() + Integer.BYTES;
            other[end - 1] = (byte) version;
            assertFails(IOException.class, () -> read(other))
                    .hasMessage("The savepoint describes its messages in version " + version
                            + "; this release reads version 1. Use the release that wrote it, or a newer one.");
        }
    }

    @Test
    void shouldNotReadTheMessagesOfAnotherFormat() throws IOException {
        TypeSerializer<EntityRecord> other = new MessageSerializer<>(new OtherRecordFormat());
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(restored(other.snapshotConfiguration()))
                        .isIncompatible())
                .isTrue();
    }

    @Test
    void shouldNameTheFormatThatItDoesNotHave() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeUTF("dev.aimonflink.job.message.Gone");
        MessageSerializerSnapshot<EntityRecord> snapshot = new MessageSerializerSnapshot<>();
        assertThatThrownBy(() -> snapshot.readSnapshot(
                        1,
                        new DataInputDeserializer(out.getCopyOfBuffer()),
                        getClass().getClassLoader()))
                .isInstanceOf(IOException.class)
                .hasMessage("The savepoint holds messages of the format dev.aimonflink.job.message.Gone, which this"
                        + " release does not have. Use the release that wrote it.");
    }

    private static TypeSerializerSnapshot<EntityRecord> restored(TypeSerializerSnapshot<EntityRecord> snapshot)
            throws IOException {
        return read(versioned(snapshot));
    }

    private static byte[] versioned(TypeSerializerSnapshot<?> snapshot) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, snapshot);
        return out.getCopyOfBuffer();
    }

    private static TypeSerializerSnapshot<EntityRecord> read(byte[] versioned) throws IOException {
        return TypeSerializerSnapshot.readVersionedSnapshot(
                new DataInputDeserializer(versioned), MessageSerializerTest.class.getClassLoader());
    }

    /** The same messages in what might be other bytes. */
    public static final class OtherRecordFormat implements MessageFormat<EntityRecord> {
        private static final long serialVersionUID = 1L;

        private final RecordFormat records = new RecordFormat();

        @Override
        public Class<EntityRecord> type() {
            return EntityRecord.class;
        }

        @Override
        public void write(EntityRecord message, DataOutput out) throws IOException {
            records.write(message, out);
        }

        @Override
        public EntityRecord read(DataInput in) throws IOException {
            return records.read(in);
        }
    }
}
