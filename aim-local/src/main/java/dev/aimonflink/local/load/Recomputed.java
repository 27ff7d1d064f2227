package dev.aimonflink.local.load;

import dev.aimonflink.core.plain.PlainModel;
import dev.aimonflink.core.query.QueryCall;
import java.util.List;

/** What answers should be. */
public interface Recomputed {
    /** The rows of the answer to a valid call. */
    List<List<Object>> answer(QueryCall call);

    /** How many subscribers there are. */
    int rows();

    static Recomputed by(PlainModel model) {
        return new Recomputed() {
            @Override
            public List<List<Object>> answer(QueryCall call) {
                return model.answer(call);
            }

            @Override
            public int rows() {
                return model.rows();
            }
        };
    }
}
