package dev.aimonflink.gateway.describe;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.catalog.Catalogued;
import dev.aimonflink.gateway.catalog.PgCatalog;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.ask.tables.VisibleTables;
import dev.aimonflink.sql.plan.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The catalogs of the jobs' models, made once, when a statement first reads them. */
public final class Descriptions {
    private static final Logger LOG = LoggerFactory.getLogger(Descriptions.class);
    public static final String DATABASE = Tables.DATABASE;

    /** Of users with hidden columns. */
    private static final int MAX_KINDS = 100;

    private final List<String> schemas;
    private final RunningQueries queries;
    private final String owner;
    private final Supplier<List<Catalogued.Setting>> settings;
    private List<JobModel> models = List.of();
    private final Map<Set<String>, Relations> byHidden = new HashMap<>();

    /**
     * @param schemas of the jobs
     * @param settings of a new connection
     */
    public Descriptions(
            List<String> schemas, RunningQueries queries, String owner, Supplier<List<Catalogued.Setting>> settings) {
        this.schemas = schemas;
        this.queries = queries;
        this.owner = owner;
        this.settings = settings;
    }

    /** @param wanted the models of the jobs; null for one that is not known */
    public synchronized Relations of(List<JobModel> wanted, User user) {
        if (!JobModel.are(wanted, models) || byHidden.size() > MAX_KINDS) {
            byHidden.clear();
            models = wanted;
        }
        return byHidden.computeIfAbsent(user.hiddenColumns(), kind -> catalogs(wanted, user));
    }

    private Relations catalogs(List<JobModel> of, User user) {
        Set<String> unknown = new TreeSet<>(user.hiddenColumns());
        of.stream()
                .filter(Objects::nonNull)
                .forEach(each -> unknown.retainAll(VisibleTables.unknown(each.tables(), user.hiddenColumns())));
        if (!unknown.isEmpty()) {
            LOG.warn("No column is called {}, so nothing of that name is hidden from {}.", unknown, user.name());
        }
        // The first job's tables are in both its schemas.
        Map<String, JobModel> bySchema = new LinkedHashMap<>();
        bySchema.put(Tables.SCHEMA, of.get(0));
        Map<String, JobModel> byName = new LinkedHashMap<>();
        for (int i = 0; i < of.size(); i++) {
            bySchema.put(schemas.get(i), of.get(i));
            if (of.get(i) != null) {
                byName.put(i == 0 ? "" : schemas.get(i) + ".", of.get(i));
            }
        }
        return new PgCatalog(Description.of(
                bySchema,
                user.hiddenColumns(),
                DATABASE,
                owner,
                new AimRelations(byName, queries, user.hiddenColumns()).all(),
                settings,
                this::activity));
    }

    /** The connections, those with running statements first. */
    private List<Map<String, Object>> activity() {
        Map<Integer, RunningQueries.Query> connections = queries.connections();
        List<Map<String, Object>> rows = new ArrayList<>();
        Set<Integer> active = new HashSet<>();
        for (RunningQueries.Query query : queries.all()) {
            if (query.isRunning()) {
                active.add(query.processId());
                rows.add(row(query, connections.get(query.processId())));
            }
        }
        connections.keySet().removeAll(active);
        connections.values().forEach(connection -> rows.add(row(null, connection)));
        return rows;
    }

    /**
     * @param running may be null
     * @param connection null if it has just ended
     */
    private static Map<String, Object> row(RunningQueries.Query running, RunningQueries.Query connection) {
        RunningQueries.Query query = running == null ? connection : running;
        Map<String, Object> row = new HashMap<>();
        row.put("datname", DATABASE);
        row.put("pid", (long) query.processId());
        row.put("usename", query.user());
        row.put("application_name", query.application());
        row.put("client_addr", query.client().getAddress().getHostAddress());
        row.put("client_port", (long) query.client().getPort());
        row.put("backend_start", connection == null ? null : connection.began());
        row.put("query_start", running == null ? null : running.began());
        row.put("state", running == null ? "idle" : "active");
        row.put("query", query.text());
        return row;
    }
}
