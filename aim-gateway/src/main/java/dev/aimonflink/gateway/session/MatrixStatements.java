package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.sql.Recent;
import dev.aimonflink.sql.type.PgType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The recently planned statements for the job, of all connections: a dashboard repeats its own. */
public final class MatrixStatements {
    static final int MAX_STATEMENTS = 1_000;
    static final int MAX_CHARACTERS = 4_096;

    private final Map<Key, MatrixStatement> lately = new Recent<>(MAX_STATEMENTS);

    private JobModel model;

    private record Key(String text, List<PgType> given, Set<String> hidden) {}

    /** Null if it is not known. */
    synchronized MatrixStatement known(String text, List<PgType> given, Set<String> hidden, JobModel ofModel) {
        return model != null && model.is(ofModel) ? lately.get(new Key(text, given, hidden)) : null;
    }

    /** Keeps and returns a statement, unless its text is long. */
    MatrixStatement keep(MatrixStatement planned, List<PgType> given, Set<String> hidden) {
        if (planned.text().length() <= MAX_CHARACTERS) {
            keep(new Key(planned.text(), List.copyOf(given), hidden), planned, planned.model());
        }
        return planned;
    }

    private synchronized void keep(Key key, MatrixStatement planned, JobModel ofModel) {
        if (!ofModel.is(model)) {
            lately.clear();
            model = ofModel;
        }
        lately.put(key, planned);
    }
}
