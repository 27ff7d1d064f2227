package dev.aimonflink.job.message;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.InstantiationUtil;

/**
 * A {@link MessageSerializer} in a savepoint: the class of its format. Formats have their own versions, so a newer release reads an older
 * one's data.
 */
public final class MessageSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    private MessageFormat<T> format;

    /** For Flink, which calls {@link #readSnapshot} next. */
    public MessageSerializerSnapshot() {}

    MessageSerializerSnapshot(MessageFormat<T> format) {
        this.format = format;
    }

    @Override
    public int getCurrentVersion() {
        return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
        out.writeUTF(format.getClass().getName());
    }

    @Override
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader userCodeClassLoader) throws IOException {
        if (readVersion != VERSION) {
            throw new IOException("The savepoint describes its messages in version " + readVersion
                    + "; this release reads version " + VERSION + ". Use the release that wrote it, or a newer one.");
        }
        String name = in.readUTF();
        try {
            @SuppressWarnings("unchecked") // written by writeSnapshot of the same T
            Class<? extends MessageFormat<T>> type = (Class<? extends MessageFormat<T>>)
                    Class.forName(name, true, userCodeClassLoader).asSubclass(MessageFormat.class);
            format = InstantiationUtil.instantiate(type);
        } catch (ClassNotFoundException missing) {
            throw new IOException(
                    "The savepoint holds messages of the format " + name
                            + ", which this release does not have. Use the release that wrote it.",
                    missing);
        }
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
        return new MessageSerializer<>(format);
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(TypeSerializerSnapshot<T> oldSnapshot) {
        boolean same = oldSnapshot instanceof MessageSerializerSnapshot<T> old
                && format.getClass().equals(old.format.getClass());
        return same
                ? TypeSerializerSchemaCompatibility.compatibleAsIs()
                : TypeSerializerSchemaCompatibility.incompatible();
    }
}
