package dev.aimonflink.job.message;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;

/** The binary form of a message. Implementations are stateless classes with a public no-argument constructor, because a savepoint names the class. */
public interface MessageFormat<T> extends Serializable {
    Class<T> type();

    void write(T message, DataOutput out) throws IOException;

    T read(DataInput in) throws IOException;

    /** A copy that shares no mutable data; an immutable message itself. */
    default T copy(T message) {
        return message;
    }

    /** Whether {@link #copy} returns the message itself. */
    default boolean isImmutable() {
        return true;
    }
}
