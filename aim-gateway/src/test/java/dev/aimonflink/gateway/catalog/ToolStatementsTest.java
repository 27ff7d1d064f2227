package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.FixedSurroundings;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.relation.TwoServers;
import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.type.PgType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What tools ask the catalogs is answered as PostgreSQL answers it of the same tables. */
class ToolStatementsTest {
    private static final PgCatalog CATALOG = MatrixCatalog.catalog();
    private static final Surroundings SURROUNDINGS = new FixedSurroundings();

    /** They are about sizes, privileges, types, databases, transactions and definitions that differ. */
    private static final List<String> OF_ANOTHER_SERVER = List.of(
            "psql \\dt+",
            "psql \\l",
            "psql \\du",
            "pgjdbc getTypeInfo",
            "pgjdbc getCatalogs",
            "DBeaver: the schemas",
            "DBeaver: the types",
            "DBeaver: the indexes of a table",
            "DataGrip: the schemas",
            "DataGrip: the columns that have changed",
            "pgAdmin: the settings of a connection",
            "pgAdmin: a database",
            "pgAdmin: the extensions",
            "pgAdmin: a table, with few of its options",
            "pgAdmin: the prepared transactions",
            "pgAdmin: the views",
            "pgAdmin: a function",
            "pgAdmin: the dashboard",
            "SQLAlchemy at the first connection",
            "Metabase: the privileges",
            "Npgsql: the types");

    private static PostgresServer server;
    private static Connection connection;
    private static long tableOfPostgres;

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start();
        connection = server.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute(MatrixCatalog.TABLES);
            try (ResultSet row = statement.executeQuery("SELECT 'matrix'::regclass::oid::int8")) {
                row.next();
                tableOfPostgres = row.getLong(1);
            }
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        server.close();
    }

    private static long ownTable() {
        return CATALOG.oidOf(PgType.REGCLASS, "matrix").orElseThrow();
    }

    @Test
    void shouldAnswerWhatToolsAsk() {
        SoftAssertions softly = new SoftAssertions();
        for (ToolStatements.Captured captured : ToolStatements.all()) {
            softly.assertThatCode(() -> {
                        var statement = TwoServers.statement(CATALOG, SURROUNDINGS, captured.of(ownTable()));
                        statement.run(
                                Collections.nCopies(statement.parameters().size(), null),
                                TwoServers.NO_JOB,
                                StopCheck.NEVER,
                                bytes -> {});
                    })
                    .as(captured.name())
                    .doesNotThrowAnyException();
        }
        softly.assertAll();
    }

    @Test
    void shouldAnswerLikePostgres() {
        SoftAssertions softly = new SoftAssertions();
        for (ToolStatements.Captured captured : ToolStatements.all()) {
            if (!captured.hasParameters() && !OF_ANOTHER_SERVER.contains(captured.name())) {
                List<String> expected = TwoServers.postgres(connection, captured.of(tableOfPostgres));
                softly.assertThat(TwoServers.own(CATALOG, SURROUNDINGS, captured.of(ownTable())))
                        .as(captured.name())
                        .isEqualTo(expected.stream()
                                .map(row -> row.replace("[" + tableOfPostgres + ",", "[" + ownTable() + ","))
                                .toList());
            }
        }
        softly.assertAll();
    }

    /** Whole rows of what describes the same tables, but for the numbers and the privileges. */
    private static final List<String> DESCRIPTIONS = List.of(
            "SELECT * FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position",
            "SELECT * FROM information_schema.tables WHERE table_schema IN ('public', 'aim') AND table_name <> 'partitions'"
                    + " ORDER BY table_name",
            "SELECT * FROM information_schema.key_column_usage WHERE table_schema = 'public' ORDER BY table_name",
            "SELECT * FROM information_schema.constraint_column_usage WHERE table_schema = 'public' AND constraint_name"
                    + " LIKE '%pkey' ORDER BY table_name",
            "SELECT * FROM information_schema.table_constraints WHERE constraint_type = 'PRIMARY KEY' AND table_schema ="
                    + " 'public' ORDER BY table_name",
            "SELECT * FROM information_schema.schemata WHERE schema_name = 'public'",
            "SELECT * FROM information_schema.information_schema_catalog_name",
            "SELECT * FROM information_schema.character_sets",
            "SELECT routine_name, routine_type, data_type, type_udt_name, is_deterministic, security_type FROM"
                    + " information_schema.routines WHERE routine_schema = 'public'",
            "SELECT ordinal_position, parameter_mode, is_result, as_locator, parameter_name, data_type, udt_name,"
                    + " dtd_identifier FROM information_schema.parameters WHERE specific_schema = 'public' ORDER BY 1",
            "SELECT attname, atttypid, attlen, attnum, atttypmod, attndims, attbyval, attalign, attstorage, attcompression,"
                    + " attnotnull, atthasdef, atthasmissing, attidentity, attgenerated, attisdropped, attislocal,"
                    + " attinhcount, attcollation FROM pg_attribute WHERE attnum > 0 AND attrelid IN ('matrix'::regclass,"
                    + " 'region'::regclass, 'matrix_pkey'::regclass) ORDER BY attrelid::regclass::text, attnum",
            "SELECT relname, relnamespace, relowner, relam, relhasindex, relisshared, relpersistence, relkind, relnatts,"
                    + " relchecks, relhasrules, relispopulated, relreplident, relispartition FROM pg_class WHERE relname"
                    + " IN ('matrix', 'region', 'matrix_pkey') ORDER BY relname",
            "SELECT indnatts, indnkeyatts, indisunique, indisprimary, indimmediate, indisvalid, indkey, indoption FROM"
                    + " pg_index WHERE indrelid = 'matrix'::regclass",
            "SELECT conname, connamespace, contype, condeferrable, condeferred, conenforced, convalidated, confupdtype,"
                    + " conislocal, connoinherit, conkey FROM pg_constraint WHERE contype = 'p' AND conrelid ="
                    + " 'matrix'::regclass",
            "SELECT proname, prokind, prosecdef, proisstrict, proretset, provolatile, pronargs, pronargdefaults,"
                    + " prorettype, proargtypes, proallargtypes, proargmodes, proargnames FROM pg_proc WHERE proname ="
                    + " 'matrix_history'",
            "SELECT typname, typnamespace, typowner, typlen, typbyval, typtype, typcategory, typispreferred,"
                    + " typisdefined, typdelim, typrelid, typsubscript, typelem, typinput, typoutput, typreceive, typsend,"
                    + " typmodin, typmodout, typanalyze, typalign, typstorage, typnotnull, typbasetype, typtypmod,"
                    + " typndims, typcollation FROM pg_type WHERE typname IN ('bool', 'int4', 'int8', 'text', 'name',"
                    + " 'float8', 'regclass', 'record') ORDER BY typname",
            "SELECT schemaname, tablename, tableowner, tablespace, hasindexes, hasrules, hastriggers, rowsecurity FROM"
                    + " pg_tables WHERE schemaname = 'public' ORDER BY tablename",
            "SELECT p, pg_index_column_has_property('matrix_pkey'::regclass, 1, p) FROM unnest(ARRAY['ASC', 'desc',"
                    + " 'nulls_first', 'nulls_last', 'orderable', 'distance_orderable', 'returnable', 'search_array',"
                    + " 'search_nulls']) AS p",
            "SELECT classid::regclass, objid::regclass, objsubid, refclassid::regclass, refobjsubid, deptype FROM pg_depend"
                    + " WHERE objid = 'matrix_pkey'::regclass",
            "SELECT rulename, ev_class::regclass, ev_type, ev_enabled, is_instead FROM pg_rewrite WHERE ev_class ="
                    + " 'aim.partitions'::regclass",
            "SELECT 'trigger'::regtype::oid, 'pg_catalog.trigger'::regtype::oid, 'event_trigger'::regtype::oid",
            "SELECT relname, tableoid::regclass FROM pg_class WHERE relname = 'matrix' AND age(xmin) >= 0 AND xmin::text <> ''",
            "SELECT * FROM pg_indexes WHERE schemaname = 'public' ORDER BY tablename",
            "SELECT classoid::regclass, objsubid, description FROM pg_description WHERE objoid IN ('matrix'::regclass,"
                    + " 'public'::regnamespace) ORDER BY 1, 2");

    @Test
    void shouldDescribeTablesLikePostgres() {
        SoftAssertions softly = new SoftAssertions();
        for (String statement : DESCRIPTIONS) {
            softly.assertThat(TwoServers.own(CATALOG, SURROUNDINGS, statement))
                    .as(statement)
                    .isEqualTo(TwoServers.postgres(connection, statement));
        }
        softly.assertAll();
    }
}
