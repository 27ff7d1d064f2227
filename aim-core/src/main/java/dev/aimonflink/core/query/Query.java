package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Part;
import dev.aimonflink.core.matrix.Partial;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A query of the catalogue, bound to its parameters. It is a {@link ScanQuery}, an {@link EntityQuery} or {@link
 * VerifyColumns}.
 */
public interface Query {
    /** The names of the answer's columns. */
    List<String> answerColumns();

    /** The answer: nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts, {@link Boolean}s and strings. */
    List<List<Object>> answer(Partial merged);

    /** Reads what {@link Partial#write} of this query's partial wrote. */
    Partial readPartial(DataInput in) throws IOException;

    /** The partial of a part that has one. */
    default Partial partialOf(Part part) {
        try {
            return readPartial(new DataInputStream(new ByteArrayInputStream(part.partial())));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The part of request " + part.requestKey() + " cannot be read.", unreadable);
        }
    }
}
