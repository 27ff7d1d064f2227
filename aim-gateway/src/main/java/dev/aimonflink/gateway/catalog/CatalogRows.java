package dev.aimonflink.gateway.catalog;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

import static java.util.Map.entry;

/** Which class makes the rows of which relation. All others have none. */
final class CatalogRows {
    private static final List<String> CHANGING = List.of("pg_settings", "pg_stat_activity", "pg_timezone_names");

    private final Map<String, Function<RowMaker, List<Object[]>>> makers;

    CatalogRows(Catalogued described, Numbers numbers, Comments comments) {
        ClassRows classes = new ClassRows(numbers);
        ServerRows server = new ServerRows(described, numbers);
        ViewRows views = new ViewRows(numbers, described.users().get(0));
        SchemaRows schema = new SchemaRows(described, numbers);
        makers = Map.ofEntries(
                entry("pg_class", classes::classes),
                entry("pg_attribute", classes::attributes),
                entry("pg_index", classes::indexes),
                entry("pg_constraint", classes::constraints),
                entry("pg_description", comments::rows),
                entry("pg_type", TypeRows::rows),
                entry("pg_proc", maker -> RoutineRows.rows(maker, numbers)),
                entry("pg_namespace", server::schemas),
                entry("pg_database", server::databases),
                entry("pg_roles", server::roles),
                entry("pg_user", server::users),
                entry("pg_settings", server::settings),
                entry("pg_stat_activity", server::activity),
                entry("pg_am", ServerRows::accessMethods),
                entry("pg_tablespace", ServerRows::tablespaces),
                entry("pg_collation", ServerRows::collations),
                entry("pg_language", ServerRows::languages),
                entry("pg_timezone_names", ServerRows::timeZones),
                entry("pg_tables", views::tables),
                entry("pg_views", views::views),
                entry("pg_indexes", views::indexes),
                entry("pg_stat_user_tables", views::statistics),
                entry("pg_stat_all_tables", views::statistics),
                entry("information_schema_catalog_name", schema::catalogName),
                entry("schemata", schema::schemata),
                entry("tables", schema::tables),
                entry("views", schema::views),
                entry("columns", schema::columns),
                entry("table_constraints", schema::tableConstraints),
                entry("key_column_usage", schema::keyColumns),
                entry("constraint_column_usage", schema::constraintColumns),
                entry("table_privileges", schema::tablePrivileges),
                entry("role_table_grants", schema::tablePrivileges),
                entry("column_privileges", schema::columnPrivileges),
                entry("enabled_roles", schema::enabledRoles),
                entry("character_sets", schema::characterSets),
                entry("routines", schema::routines),
                entry("parameters", schema::parameters));
    }

    Supplier<List<Object[]>> of(CatalogColumns relation) {
        Function<RowMaker, List<Object[]>> maker = makers.get(relation.name());
        if (maker == null) {
            return List::of;
        }
        Supplier<List<Object[]>> rows = () -> maker.apply(new RowMaker(relation));
        return CHANGING.contains(relation.name()) ? rows : new Once(rows);
    }

    /** Computes rows when they are first asked for. */
    private static final class Once implements Supplier<List<Object[]>> {
        private final Supplier<List<Object[]>> supplier;
        private volatile List<Object[]> rows;

        Once(Supplier<List<Object[]>> supplier) {
            this.supplier = supplier;
        }

        /** Two threads may compute the same rows at once, which does no harm. */
        @Override
        public List<Object[]> get() {
            List<Object[]> known = rows;
            if (known == null) {
                known = supplier.get();
                rows = known;
            }
            return known;
        }
    }
}
