package dev.aimonflink.matrix.format.avro;

import dev.aimonflink.matrix.format.MalformedException;
import dev.aimonflink.matrix.model.DeclaredEvent;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.io.ResolvingDecoder;

/**
 * A type that a writer may give a field.
 *
 * @param type to ask Avro for, after promotion
 * @param refusal why no value of the type fits the field, or null
 */
record AvroBranch(Schema type, String refusal, Reading reading) {
    @FunctionalInterface
    interface Reading {
        void read(ResolvingDecoder in, DeclaredEvent into) throws IOException;
    }

    static AvroBranch of(Schema type, Reading reading) {
        return new AvroBranch(type, null, reading);
    }

    static AvroBranch of(Schema.Type type, Reading reading) {
        return of(Schema.create(type), reading);
    }

    /** Asks for the type as written, and reports it. */
    static AvroBranch refused(Schema written, String reason) {
        return new AvroBranch(written, reason, (in, into) -> {
            throw new MalformedException(reason);
        });
    }

    boolean isRefused() {
        return refusal != null;
    }

    boolean isNull() {
        return type.getType() == Schema.Type.NULL;
    }
}
