package dev.aimonflink.lab.chaos;

import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.lab.disturbance.Victim;
import dev.aimonflink.lab.workload.KeptModel;
import dev.aimonflink.matrix.layout.StoredColumn;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.ColumnsRequest;
import dev.aimonflink.query.serve.request.ColumnsRequest.Change;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.KeptColumns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;

/** Drops columns that are not of the job's setting, and pins some, so that they come from records again and again. */
final class ColumnsOnTheirWay {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final QueryClient client;
    private final SplittableRandom random;

    ColumnsOnTheirWay(QueryClient client, long seed) {
        this.client = client;
        random = new SplittableRandom(seed);
    }

    /** Questions bring others of them back. Does not wait for answers, which the topics show. */
    void begin(Victim victim, KeptModel kept) {
        Collection<String> ofSetting = KeptColumns.of(kept.matrix(), victim.columns(kept));
        List<String> others = new ArrayList<>(
                kept.matrix().columns().stream().map(StoredColumn::name).toList());
        others.removeAll(ofSetting);
        if (!others.isEmpty()) {
            var unusedDrop = client.ask(asked(Change.DROP, others), TIMEOUT);
            var unusedPin = client.ask(
                    asked(
                            Change.PIN,
                            others.stream().filter(name -> random.nextBoolean()).toList()),
                    TIMEOUT);
        }
    }

    private static AskedQuery asked(Change change, List<String> names) {
        return new ColumnsRequest(change, names).asked();
    }

    /** Returns when each partition keeps all columns, so that all their cells can be compared; throws if there is no memory for them. */
    void await(Victim victim, KeptModel kept) {
        victim.await("Keeping all columns", () -> {
            QueryResult report = client.answer(asked(Change.PIN, List.of(KeptColumns.ALL)), TIMEOUT);
            if (report.error() != null && report.error().code() == QueryError.Code.SQL_ERROR) {
                throw new IllegalStateException(report.error().message());
            }
            return report.status() == QueryResult.Status.OK
                    && report.rows().size() == kept.matrix().columns().size()
                    && report.rows().stream().allMatch(row -> row.get(2).equals((long) victim.parallelism()));
        });
    }
}
