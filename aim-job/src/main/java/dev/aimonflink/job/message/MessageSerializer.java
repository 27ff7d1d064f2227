package dev.aimonflink.job.message;

import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Flink's view of a {@link MessageFormat}. */
public class MessageSerializer<T> extends TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final MessageFormat<T> format;

    public MessageSerializer(MessageFormat<T> format) {
        this.format = format;
    }

    @Override
    public boolean isImmutableType() {
        return format.isImmutable();
    }

    @Override
    public TypeSerializer<T> duplicate() {
        return this;
    }

    /** Null: Flink needs instances only to reuse mutable ones. */
    @Override
    public T createInstance() {
        return null;
    }

    @Override
    public T copy(T from) {
        return format.copy(from);
    }

    @Override
    public T copy(T from, T reuse) {
        return format.copy(from);
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public void serialize(T message, DataOutputView target) throws IOException {
        format.write(message, target);
    }

    @Override
    public T deserialize(DataInputView source) throws IOException {
        return format.read(source);
    }

    @Override
    public T deserialize(T reuse, DataInputView source) throws IOException {
        return format.read(source);
    }

    @Override
    public void copy(DataInputView source, DataOutputView target) throws IOException {
        format.write(format.read(source), target);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageSerializer<?> that && format.getClass().equals(that.format.getClass());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(format.getClass());
    }

    @Override
    public TypeSerializerSnapshot<T> snapshotConfiguration() {
        return new MessageSerializerSnapshot<>(format);
    }
}
