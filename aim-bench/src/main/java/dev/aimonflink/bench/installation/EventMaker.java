package dev.aimonflink.bench.installation;

import dev.aimonflink.job.message.MatrixInput;
import dev.aimonflink.matrix.model.DeclaredEvent;
import dev.aimonflink.matrix.model.EventType;
import java.io.Serializable;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** Makes the profiles and events of a {@link TappedSource}, which its readers share. */
interface EventMaker extends Serializable {
    EventType eventType();

    /** Makes the profile of each entity, by its number. */
    LongFunction<MatrixInput.ProfileChange> profiles();

    /**
     * Makes the events of one of several readers, always the same ones in the same order. An event is good until the next.
     *
     * @param reader which of how many
     */
    Supplier<DeclaredEvent> events(int reader, int readers);
}
