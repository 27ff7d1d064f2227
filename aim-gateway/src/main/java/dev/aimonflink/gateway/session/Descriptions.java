package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.JobWay;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.catalog.PgCatalog;
import dev.aimonflink.gateway.relation.Relations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The catalogs of the model that the job has: made once, when a statement first reads them. */
final class Descriptions {
    static final String DATABASE = "aim";

    private final JobWay way;
    private final RunningQueries queries;
    private final String owner;
    private JobModel model;
    private Relations relations;

    Descriptions(JobWay way, RunningQueries queries, String owner) {
        this.way = way;
        this.queries = queries;
        this.owner = owner;
    }

    synchronized Relations of(JobModel wanted) {
        if (model != wanted) {
            relations = new PgCatalog(Description.of(
                    wanted, DATABASE, owner, new AimRelations(wanted, way, queries).all(), this::activity));
            model = wanted;
        }
        return relations;
    }

    /** The connections whose statements run. */
    private List<Map<String, Object>> activity() {
        return queries.all().stream()
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
