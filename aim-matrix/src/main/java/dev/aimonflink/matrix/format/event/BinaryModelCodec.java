package dev.aimonflink.matrix.format.event;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventFaults;
import dev.aimonflink.matrix.model.EventType;
import dev.aimonflink.matrix.model.Model;

/**
 * Events of a model as bytes, version 1, big-endian:
 *
 * <pre>
 * key        long, or a text
 * time       long, epoch milliseconds; no bytes if events are timed by their records
 * nulls      a bit for each optional field, the first the lowest of the first byte; 1 for null
 * fields     in the order of the model, without those that are null:
 *   boolean    byte, 0 or 1
 *   int        int
 *   long, time long
 *   decimal    long, without the point
 *   double     double
 *   enum       short, the index of the value
 *   text       short, the number of bytes, and so many of UTF-8
 * </pre>
 */
public final class BinaryModelCodec implements ModelEventCodec {
    private final EventType type;
    private final EventFaults faults;
    private final EventReader reader;
    private final EventWriter writer;

    public BinaryModelCodec(Model model) {
        type = model.event();
        faults = new EventFaults(type);
        reader = new EventReader(type, !type.isTimedByRecord());
        writer = new EventWriter(type, !type.isTimedByRecord());
    }

    @Override
    public void decode(byte[] bytes, DeclaredEvent into) {
        ModelEventCodec.requirePresent(bytes);
        reader.begin(bytes);
        try {
            reader.read(into);
        } catch (IndexOutOfBoundsException tooShort) {
            throw new MalformedException("a binary " + type.name() + " is longer than " + bytes.length + " bytes");
        }
        if (reader.position() < bytes.length) {
            throw new MalformedException(
                    "a binary " + type.name() + " ends after " + reader.position() + " of " + bytes.length + " bytes");
        }
        MalformedException.throwIf(faults.of(into));
    }

    @Override
    public byte[] encode(DeclaredEvent event) {
        writer.write(event);
        return writer.take();
    }
}
