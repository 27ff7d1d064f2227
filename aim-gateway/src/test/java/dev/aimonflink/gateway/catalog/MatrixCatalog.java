package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.Relation;
import dev.aimonflink.gateway.relation.Relations.RowFunction;
import dev.aimonflink.sql.type.PgColumn;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The catalogs of a small matrix, and the statements that make a table like it in PostgreSQL. */
final class MatrixCatalog {
    static final String TABLES = """
            CREATE TABLE matrix (
              entity int8 NOT NULL, region text, calls int8, cost float8, share numeric(18,4), last_at timestamptz,
              active bool NOT NULL, code varchar(8), PRIMARY KEY (entity));
            COMMENT ON TABLE matrix IS 'One row of each entity';
            COMMENT ON COLUMN matrix.cost IS 'of all calls';
            ALTER SCHEMA public OWNER TO postgres;
            CREATE SCHEMA aim;
            CREATE VIEW aim.partitions AS SELECT 0::int4 AS partition, 17::int8 AS rows;
            CREATE FUNCTION matrix_history(entity int8, unit text DEFAULT 'day') RETURNS TABLE (key int8, at text)
              LANGUAGE sql AS 'SELECT entity, unit';
            COMMENT ON FUNCTION matrix_history IS 'Rows as they were';
            CREATE TABLE region (name text NOT NULL, country text, PRIMARY KEY (name));
            """;

    private MatrixCatalog() {}

    static PgCatalog catalog() {
        return new PgCatalog(described(List.of()));
    }

    static Catalogued described(List<Catalogued.Table> more) {
        List<Catalogued.Table> tables = new ArrayList<>(List.of(matrix(), region()));
        tables.addAll(more);
        return new Catalogued(
                "postgres",
                List.of("postgres"),
                List.of(new Catalogued.Schema("public", "standard public schema"), new Catalogued.Schema("aim", null)),
                tables,
                List.of(new Catalogued.Routine(
                        "public",
                        "matrix_history",
                        new History(),
                        Arrays.asList(null, "'day'::text"),
                        "Rows as they were")),
                List.of(new Relation(
                        "aim",
                        "partitions",
                        List.of(new PgColumn("partition", PgType.INT4), new PgColumn("rows", PgType.INT8)),
                        () -> List.of(new Object[] {0L, 17L}, new Object[] {1L, 4L}))),
                () -> List.of(
                        new Catalogued.Setting("search_path", "\"$user\", public", null, "Client", "Order of schemas"),
                        new Catalogued.Setting("max_index_keys", "32", null, "Preset", "Most columns of an index")),
                () -> List.of(Map.of("pid", 4711L, "usename", "postgres", "state", "active")));
    }

    private static Catalogued.Table matrix() {
        return new Catalogued.Table(
                "public",
                "matrix",
                'r',
                "One row of each entity",
                List.of(
                        column("entity", PgType.INT8, false),
                        column("region", PgType.TEXT, true),
                        column("calls", PgType.INT8, true),
                        new Catalogued.Column(new PgColumn("cost", PgType.FLOAT8), true, "of all calls"),
                        new Catalogued.Column(
                                new PgColumn("share", PgType.NUMERIC, PgColumn.numeric(18, 4)), true, null),
                        column("last_at", PgType.TIMESTAMPTZ, true),
                        column("active", PgType.BOOL, false),
                        new Catalogued.Column(new PgColumn("code", PgType.VARCHAR, 12), true, null)),
                List.of("entity"));
    }

    private static Catalogued.Table region() {
        return new Catalogued.Table(
                "public",
                "region",
                'r',
                null,
                List.of(column("name", PgType.TEXT, false), column("country", PgType.TEXT, true)),
                List.of("name"));
    }

    static Catalogued.Column column(String name, PgType type, boolean isNullable) {
        return new Catalogued.Column(new PgColumn(name, type), isNullable, null);
    }

    /** Returns what it was given. */
    private static final class History implements RowFunction {
        @Override
        public List<PgColumn> columns() {
            return List.of(new PgColumn("key", PgType.INT8), new PgColumn("at", PgType.TEXT));
        }

        @Override
        public List<PgColumn> arguments() {
            return List.of(new PgColumn("entity", PgType.INT8), new PgColumn("unit", PgType.TEXT));
        }

        @Override
        public List<Object[]> call(Map<String, Object> given) {
            return List.<Object[]>of(new Object[] {given.get("entity"), given.getOrDefault("unit", "day")});
        }
    }
}
