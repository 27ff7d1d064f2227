package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.JobModel;
import dev.aimonflink.gateway.ask.NamedJob;
import dev.aimonflink.gateway.describe.AimRelations;
import dev.aimonflink.gateway.describe.CatalogueFunction;
import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.gateway.relation.ForwardingRelations;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import dev.aimonflink.sql.type.QuotedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The gateway's relations for one connection, with the queries of the job's catalogue as functions, whose rows come from the job. */
final class SessionRelations extends ForwardingRelations {
    /** What others must not know of a statement, besides its text. */
    private static final Set<String> OF_ITS_OWNER = Set.of("client_addr", "client_port");

    /** The relations with texts of statements, and their columns that say whose these are. */
    private static final Map<String, String> STATEMENTS =
            Map.of("aim.queries", "user_name", "pg_catalog.pg_stat_activity", "usename");

    /** The relations of users, and their columns of numbers and names. */
    private static final Map<String, List<String>> USERS = Map.of(
            "pg_catalog.pg_roles", List.of("oid", "rolname"),
            "pg_catalog.pg_user", List.of("usesysid", "usename"),
            "information_schema.enabled_roles", List.of("", "role_name"));

    /** The user's number, unless everything is the user's. It is the last one of PostgreSQL's own. */
    private static final long USER = 16383;

    private final Gateway gateway;
    private final User user;
    private final SessionState state;
    private final ConnectionContext environment;

    SessionRelations(Gateway gateway, User user, SessionState state, Surroundings surroundings) {
        this.gateway = gateway;
        this.user = user;
        this.state = state;
        this.environment = new ConnectionContext(this, surroundings);
    }

    @Override
    protected Relations others() {
        return gateway.relations().of(state.job().models(), user);
    }

    @Override
    public Optional<Relation> find(List<String> name) {
        return super.find(name)
                .or(() ->
                        name.size() > 1 ? Optional.empty() : inPath(schema -> super.find(List.of(schema, name.get(0)))))
                .map(this::asked)
                .map(this::readable);
    }

    /** What a job says of itself, the first one says. */
    private Relation asked(Relation found) {
        NamedJob first = state.job().first();
        return AimRelations.asked(
                found, () -> state.job().model(first), question -> state.job().report(first, question));
    }

    /** What others ask contains their values. */
    private Relation readable(Relation relation) {
        String name = relation.schema() + "." + relation.name();
        if (name.equals("aim.rules") && !user.hiddenColumns().isEmpty()) {
            // A fault names columns.
            int fault = relation.columns().size() - 1;
            return relation.with(row -> row[fault] == null ? row : without(row, fault));
        }
        if (USERS.containsKey(name)) {
            return withUser(relation, USERS.get(name));
        }
        String owner = STATEMENTS.get(name);
        if (owner == null || user.isShownStatements()) {
            return relation;
        }
        List<String> columns = relation.columns().stream().map(PgColumn::name).toList();
        int whose = columns.indexOf(owner);
        int text = columns.indexOf("query");
        return relation.with(row -> {
            if (user.name().equals(row[whose])) {
                return row;
            }
            Object[] without = without(row, text);
            OF_ITS_OWNER.stream().map(columns::indexOf).filter(i -> i >= 0).forEach(i -> without[i] = null);
            return without;
        });
    }

    /** The catalogs know the owner alone, because they are for all users. */
    private Relation withUser(Relation relation, List<String> numberAndName) {
        List<String> columns = relation.columns().stream().map(PgColumn::name).toList();
        int number = columns.indexOf(numberAndName.get(0));
        int name = columns.indexOf(numberAndName.get(1));
        return new Relation(relation.schema(), relation.name(), relation.columns(), () -> {
            List<Object[]> rows = new ArrayList<>(relation.rows().get());
            if (rows.stream().noneMatch(row -> user.name().equals(row[name]))) {
                Object[] own = rows.get(0).clone();
                own[name] = user.name();
                if (number >= 0) {
                    own[number] = USER;
                }
                rows.add(own);
            }
            return rows;
        });
    }

    private static Object[] without(Object[] row, int text) {
        Object[] without = row.clone();
        without[text] = "<insufficient privilege>";
        return without;
    }

    @Override
    public Optional<Long> oidOf(PgType type, String written) {
        Optional<Long> inPath = type == PgType.REGCLASS
                ? inPath(schema -> super.oidOf(type, QuotedText.name(schema) + "." + written))
                : Optional.empty();
        return inPath.or(() -> super.oidOf(type, written))
                .or(() -> type == PgType.REGROLE && written.equals(QuotedText.name(user.name()))
                        ? Optional.of(USER)
                        : Optional.empty());
    }

    @Override
    public Optional<String> nameOf(PgType type, long oid) {
        return type == PgType.REGROLE && oid == USER
                ? Optional.of(QuotedText.name(user.name()))
                : super.nameOf(type, oid);
    }

    /** The first match among the schemas of {@code search_path}. */
    private <T> Optional<T> inPath(Function<String, Optional<T>> find) {
        return environment.path().stream().map(find).flatMap(Optional::stream).findFirst();
    }

    @Override
    public Optional<RowFunction> function(String name) {
        int dot = name.lastIndexOf('.');
        String own = name.substring(dot + 1);
        for (String schema : dot < 0 ? state.job().path() : List.of(name.substring(0, dot))) {
            Optional<RowFunction> found = state.job().find(schema).flatMap(job -> ofJob(job, own, dot < 0));
            if (found.isPresent()) {
                return found;
            }
        }
        return super.function(name);
    }

    /** A job that has never answered must not hold up functions that others have, nor those of the language. */
    private Optional<RowFunction> ofJob(NamedJob job, String name, boolean mayBeOthers) {
        JobModel model = mayBeOthers && state.job().jobs().size() > 1
                ? job.watch().known()
                : state.job().model(job);
        return model == null
                ? Optional.empty()
                : CatalogueFunction.find(name, model, user.hiddenColumns(), question -> state.answer(job, question));
    }
}
