package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.sql.Recent;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The recently planned statements for one job each, of all connections: a dashboard repeats its own. */
public final class MatrixStatements {
    static final int MAX_STATEMENTS = 1_000;
    static final int MAX_CHARACTERS = 4_096;

    private final Map<Key, MatrixStatement> lately = new Recent<>(MAX_STATEMENTS);

    /** Of all jobs, because any may be the one that has what a text names. */
    private List<JobModel> models = List.of();

    /**
     * What a text means depends on.
     *
     * @param path the schemas of jobs whose tables need none
     */
    record Key(String text, List<PgType> given, Set<String> hidden, List<String> path) {}

    /** Null if it is not known. */
    synchronized MatrixStatement known(Key key, List<JobModel> ofModels) {
        return JobModel.are(models, ofModels) ? lately.get(key) : null;
    }

    /** Keeps and returns a statement, unless its text is long. */
    MatrixStatement keep(Key key, MatrixStatement planned, List<NamedJob> jobs) {
        if (planned.text().length() <= MAX_CHARACTERS) {
            put(
                    key,
                    planned,
                    jobs.stream()
                            .map(job -> job.equals(planned.job())
                                    ? planned.model()
                                    : job.watch().known())
                            .toList());
        }
        return planned;
    }

    private synchronized void put(Key key, MatrixStatement planned, List<JobModel> ofModels) {
        if (!JobModel.are(models, ofModels)) {
            lately.clear();
            models = ofModels;
        }
        lately.put(key, planned);
    }
}
