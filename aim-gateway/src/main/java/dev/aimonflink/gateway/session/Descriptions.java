package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.catalog.PgCatalog;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The catalogs of the model that the job has: made once, when a statement first reads them. */
final class Descriptions {
    static final String DATABASE = "aim";
    private static final String EVERYBODY = "";

    /** Of users from whom columns are hidden. */
    private static final int MAX_KINDS = 100;

    private final JobWay way;
    private final RunningQueries queries;
    private final String owner;
    private JobModel model;
    private final Map<String, Relations> byHidden = new HashMap<>();

    Descriptions(JobWay way, RunningQueries queries, String owner) {
        this.way = way;
        this.queries = queries;
        this.owner = owner;
    }

    synchronized Relations of(JobModel wanted, User user) {
        if (model != wanted || byHidden.size() > MAX_KINDS) {
            byHidden.clear();
            model = wanted;
        }
        // One from whom columns are hidden also sees his own questions alone.
        boolean seesAll = user.hiddenColumns().isEmpty();
        return byHidden.computeIfAbsent(
                seesAll ? EVERYBODY : user.name() + user.hiddenColumns(), kind -> catalogs(wanted, user));
    }

    private Relations catalogs(JobModel of, User user) {
        return new PgCatalog(Description.of(
                of,
                user.hiddenColumns(),
                DATABASE,
                owner,
                new AimRelations(of, way, queries, user).all(),
                () -> activity(user)));
    }

    /** The connections whose statements run. */
    private List<Map<String, Object>> activity(User user) {
        return queries.of(user).stream()
                .filter(RunningQueries.Query::isRunning)
                .map(query -> {
                    Map<String, Object> row = new HashMap<>();
                    row.put("datname", DATABASE);
                    row.put("pid", (long) query.processId());
                    row.put("usename", query.user());
                    row.put("application_name", query.application());
                    row.put("query_start", query.began());
                    row.put("state", "active");
                    row.put("query", query.text());
                    return row;
                })
                .toList();
    }
}
