package dev.aimonflink.job.message;

import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Flink's type of a stream whose elements are messages of one format. */
public final class MessageType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final MessageFormat<T> format;

    public MessageType(MessageFormat<T> format) {
        this.format = format;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<T> getTypeClass() {
        return format.type();
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return new MessageSerializer<>(format);
    }

    @Override
    public String toString() {
        return format.type().getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MessageType<?> that && format.getClass().equals(that.format.getClass());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(format.getClass());
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof MessageType<?>;
    }
}
