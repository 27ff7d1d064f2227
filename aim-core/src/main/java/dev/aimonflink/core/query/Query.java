package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Partial;
import java.io.DataInput;
import java.io.IOException;
import java.util.List;

/**
 * A query of the catalogue, bound to its parameters. It is either a {@link ScanQuery} or a {@link SubscriberQuery}.
 */
public interface Query {
    /** The names of the answer's columns. */
    List<String> answerColumns();

    /** The answer: nulls, {@link Long}s, {@link Double}s, {@link java.math.BigDecimal} amounts and strings. */
    List<List<Object>> answer(Partial merged);

    /** Reads what {@link Partial#write} of this query's partial wrote. */
    Partial readPartial(DataInput in) throws IOException;
}
