package dev.aimonflink.core.query;

import dev.aimonflink.core.matrix.Partial;
import dev.aimonflink.core.matrix.Verification;
import java.io.DataInput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** A question about the job itself: whether every column cell equals its record. */
public record VerifyColumns() implements Query, Verification {
    @Override
    public Partial partial(long rows, long differences) {
        return new Totals(rows, differences);
    }

    @Override
    public List<String> answerColumns() {
        return List.of("rows", "differences");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        Totals rowsAndDifferences = (Totals) merged;
        return List.of(Arrays.asList(rowsAndDifferences.first(), rowsAndDifferences.second()));
    }

    @Override
    public Partial readPartial(DataInput in) throws IOException {
        return Totals.read(in);
    }
}
