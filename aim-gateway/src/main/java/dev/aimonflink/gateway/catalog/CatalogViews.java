package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.ConnectionContext;
import dev.aimonflink.gateway.relation.ForwardingRelations;
import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.sql.plan.Table;
import dev.aimonflink.sql.plan.Tables;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The rows of PostgreSQL's relations, by queries over {@link Facts} from a file with a CREATE VIEW for each; other relations are empty. */
final class CatalogViews extends ForwardingRelations implements Tables {
    private static final String FILE = "views.sql";
    private static final List<String> CHANGING =
            List.of("pg_settings", "pg_stat_activity", "pg_stat_gssapi", "pg_timezone_names");
    private static final Map<String, String> QUERIES = queries(CatalogColumns.text(FILE));

    private final Relations catalogs;
    private final Facts facts;
    private final ConnectionContext environment;

    CatalogViews(Relations catalogs, Catalogued described, Facts facts) {
        this.catalogs = catalogs;
        this.facts = facts;
        this.environment = new ConnectionContext(
                this,
                new OwnersSurroundings(described.database(), described.users().get(0)));
    }

    /** By relation. */
    static Map<String, String> queries(String file) {
        Map<String, String> queries = new HashMap<>();
        String[] statements = file.split("(?m)^CREATE VIEW ");
        for (String statement : Arrays.asList(statements).subList(1, statements.length)) {
            String[] parts = statement.split(" AS\\s", 2);
            if (CatalogColumns.ALL.stream().noneMatch(each -> name(each).equals(parts[0]))) {
                throw new IllegalArgumentException("relations.txt has no relation " + parts[0] + ", of which " + FILE
                        + " has a view. Correct the name, with its schema, or add a line to relations.txt.");
            }
            if (queries.put(parts[0], parts[1]) != null) {
                throw new IllegalArgumentException(
                        FILE + " has two views " + parts[0] + ". Remove one, or correct its name.");
            }
        }
        return queries;
    }

    private static String name(CatalogColumns relation) {
        return relation.schema() + "." + relation.name();
    }

    /** Computed once unless they change. */
    Supplier<List<Object[]>> rows(CatalogColumns relation) {
        String query = QUERIES.get(name(relation));
        if (query == null) {
            return List::of;
        }
        Supplier<CatalogView> view = new Once<>(() -> view(relation, query));
        Supplier<List<Object[]>> rows = () -> view.get().rows();
        return CHANGING.contains(relation.name()) ? rows : new Once<>(rows);
    }

    CatalogView view(CatalogColumns relation, String query) {
        return new CatalogView(relation, query, this, environment);
    }

    @Override
    protected Relations others() {
        return catalogs;
    }

    @Override
    public Optional<Relation> find(List<String> name) {
        return name.get(0).equals(Facts.SCHEMA) ? facts.find(name.get(name.size() - 1)) : super.find(name);
    }

    @Override
    public Optional<Table> find(String name) {
        return find(List.of(name.split("\\."))).map(Relation::table);
    }

    @Override
    public Collection<String> names() {
        return facts.names().stream().map(name -> Facts.SCHEMA + "." + name).toList();
    }

    /** Computes a value on first use. */
    private static final class Once<T> implements Supplier<T> {
        private final Supplier<T> supplier;
        private volatile T value;

        Once(Supplier<T> supplier) {
            this.supplier = supplier;
        }

        /** Two threads may compute the same value at once, which does no harm. */
        @Override
        public T get() {
            T known = value;
            if (known == null) {
                known = supplier.get();
                value = known;
            }
            return known;
        }
    }

    /** The surroundings of views: there is no connection, and the user is the owner. */
    private record OwnersSurroundings(String database, String user) implements Surroundings {
        @Override
        public Instant transactionStart() {
            return Instant.now();
        }

        @Override
        public Instant statementStart() {
            return Instant.now();
        }

        @Override
        public ZoneId zone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Optional<String> setting(String name) {
            return Optional.empty();
        }

        @Override
        public int processId() {
            return 0;
        }
    }
}
