package dev.aimonflink.query.serve.request;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.query.compute.partial.GroupLimit;
import dev.aimonflink.query.compute.partial.Keys;
import dev.aimonflink.query.compute.partial.Partial;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.mode.ScanScheduler;
import dev.aimonflink.query.serve.mode.ScanSetting;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Reports where each partition's scans run, and may change that until the job is restarted. Every partition answers at once; a running pass
 * stays where it is.
 *
 * @param modeOrNull where the next passes run; null for no change
 */
public record ScansRequest(ScanSetting modeOrNull) implements Query {
    /** Not in a model's catalogue. */
    public static final String ID = "scans";

    /** The parameter, and the column of the answer. */
    public static final String MODE = "mode";

    /** The column of the memory of a full delta; scans beside the task's thread need two or three. */
    public static final String FULL_DELTA_BYTES = "fullDeltaBytes";

    private static final GroupLimit LIMIT = GroupLimit.orFail(100_000);

    private static final List<String> COLUMNS = List.of(
            "partition",
            MODE,
            "state",
            "changes",
            "passesS1",
            "passesS2",
            "passesS3Is",
            "passesS3Ni",
            FULL_DELTA_BYTES);

    static ScansRequest of(GivenParameters arguments) {
        String label = arguments.name(MODE);
        try {
            return new ScansRequest(label.isEmpty() ? null : ScanSetting.of(MODE, label));
        } catch (InvalidInputException wrong) {
            throw new QueryFailure(new QueryError(QueryError.Code.INVALID_PARAMETER, wrong.getMessage()));
        }
    }

    public AskedQuery asked() {
        return new AskedQuery(ID, modeOrNull == null ? Map.of() : Map.of(MODE, modeOrNull.label()));
    }

    /**
     * Changes the mode of a partition if wanted, and reports it.
     *
     * @throws InvalidInputException if there is not enough memory for the mode
     */
    public Partial partial(Partition partition) {
        ScanScheduler scheduler = partition.queries().scheduler();
        if (modeOrNull != null) {
            scheduler.set(modeOrNull);
        }
        Keys keys = Keys.inUsualOrder(COLUMNS.size())
                .add(
                        (long) partition.parts().source().partition(),
                        scheduler.setting().label(),
                        scheduler.mode().label(),
                        scheduler.changes(),
                        scheduler.passes(ScanMode.S1),
                        scheduler.passes(ScanMode.S2),
                        scheduler.passes(ScanMode.S3_IS),
                        scheduler.passes(ScanMode.S3_NI),
                        partition.fullDeltaBytes());
        return Partial.ofGroups(LIMIT, keys, List.of());
    }

    @Override
    public List<String> answerColumns() {
        return COLUMNS;
    }

    @Override
    public List<String> answerTypes() {
        return List.of("bigint", "text", "text", "bigint", "bigint", "bigint", "bigint", "bigint", "bigint");
    }

    @Override
    public List<List<Object>> answer(Partial merged) {
        List<List<Object>> answer = new ArrayList<>();
        for (int i = 0; i < merged.rows(); i++) {
            final int row = i;
            answer.add(Arrays.asList(IntStream.range(0, COLUMNS.size())
                    .mapToObj(column -> merged.keys().value(row, column))
                    .toArray()));
        }
        return answer;
    }
}
