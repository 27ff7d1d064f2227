package dev.aimonflink.gateway.catalog;

import dev.aimonflink.gateway.relation.FixedSurroundings;
import dev.aimonflink.gateway.relation.RelationStatement;
import dev.aimonflink.gateway.relation.Surroundings;
import dev.aimonflink.gateway.relation.TwoServers;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.rows.StopCheck;
import dev.aimonflink.sql.type.PgType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PgCatalogTest {
    private static final PgCatalog CATALOG = MatrixCatalog.catalog();
    private static final Surroundings SURROUNDINGS = new FixedSurroundings();

    /** How many a statement makes between two looks whether it goes on. */
    private static final int STEPS_OF_A_CHECK = 256;

    private static List<String> ask(String sql) {
        return TwoServers.own(CATALOG, SURROUNDINGS, sql);
    }

    @Test
    void shouldAnswerOfRelationsThatItWasGiven() {
        assertThat(ask("SELECT * FROM aim.partitions WHERE rows > 5"))
                .containsExactly("[partition int4, rows int8]", "[0, 17]");
        assertThat(ask("SELECT table_type FROM information_schema.tables WHERE table_schema = 'aim'"))
                .containsExactly("[table_type varchar]", "[VIEW]");
        assertThat(ask("SELECT state FROM pg_stat_activity WHERE pid = 4711"))
                .containsExactly("[state text]", "[active]");
    }

    @Test
    void shouldCallFunctionsThatItWasGiven() {
        assertThat(ask("SELECT * FROM matrix_history(5)")).containsExactly("[key int8, at text]", "[5, day]");
        assertThat(ask("SELECT h.at FROM matrix_history(unit => 'hour', entity => 1) h"))
                .containsExactly("[at text]", "[hour]");
        assertThat(ask("SELECT * FROM matrix_history(nothing => 1)")).containsExactly("42883");
    }

    @Test
    void shouldNotHaveTheRowsOfTablesThatAreAskedElsewhere() {
        assertThat(ask("SELECT * FROM matrix")).containsExactly("42P01");
        assertThat(ask("SELECT 'matrix'::regclass, 'public.matrix'::regclass::oid = 'matrix'::regclass"))
                .containsExactly("[regclass regclass, ?column? bool]", "[matrix, t]");
        assertThat(ask("SELECT 'nothing'::regclass")).containsExactly("42P01");
    }

    /** psql asks by the name of the release that the server says it has. */
    @Test
    void shouldHaveTheNamesOfSeveralReleases() {
        assertThat(ask("SELECT DISTINCT colliculocale, colllocale, collicurules FROM pg_collation"))
                .hasSize(2);
    }

    @Test
    void shouldHaveTheSameNumbersForTheSameDescription() {
        PgCatalog again = MatrixCatalog.catalog();
        for (String name : List.of("matrix", "region", "matrix_pkey", "aim.partitions")) {
            assertThat(again.oidOf(PgType.REGCLASS, name)).isPresent().isEqualTo(CATALOG.oidOf(PgType.REGCLASS, name));
        }
    }

    @Test
    void shouldReturnEveryColumnOfEveryRelation() {
        for (CatalogColumns relation : CatalogColumns.ALL) {
            List<String> answer = ask("SELECT * FROM " + relation.schema() + "." + relation.name());
            assertThat(answer.get(0))
                    .as(relation.name())
                    .startsWith("[")
                    .contains(relation.columns().get(0).name());
        }
    }

    @Test
    void shouldNameTheRowsOfTheCatalogs() {
        assertThat(ask(
                        "SELECT 1259::regclass, 'aim.partitions'::regclass, 'array_in'::regproc, 750::regproc, 10::regrole,"
                                + " 'aim'::regnamespace, 0::regclass, 99999::regclass"))
                .last()
                .isEqualTo("[pg_class, aim.partitions, array_in, array_in, postgres, aim, -, 99999]");
    }

    @Test
    void shouldNotUseAnyTypeThatClientsWouldHaveToAskFor() {
        assertThat(
                        ask(
                                "SELECT count(*) FROM pg_attribute a LEFT JOIN pg_type t ON t.oid = a.atttypid WHERE t.oid IS NULL"))
                .containsExactly("[count int8]", "[0]");
    }

    @Test
    void shouldEndAStatementThatIsNoLongerWanted() {
        RelationStatement statement =
                TwoServers.statement(CATALOG, SURROUNDINGS, "SELECT count(*) FROM pg_attribute a, pg_attribute b");
        SqlException cancelled = new SqlException(SqlState.CANCELLED, SqlException.NOWHERE, "cancelled");
        assertThatThrownBy(() -> statement.run(
                        List.of(),
                        TwoServers.NO_JOB,
                        () -> {
                            throw cancelled;
                        },
                        bytes -> {}))
                .isSameAs(cancelled);
    }

    @Test
    void shouldLimitTheRowsThatAStatementCombines() {
        assertThatThrownBy(() -> TwoServers.statement(
                                CATALOG,
                                SURROUNDINGS,
                                "SELECT count(*) FROM pg_attribute a, pg_attribute b, pg_attribute c")
                        .run(List.of(), TwoServers.NO_JOB, StopCheck.NEVER, bytes -> {}))
                .isInstanceOfSatisfying(
                        SqlException.class, error -> assertThat(error.state()).isEqualTo(SqlState.LIMIT_EXCEEDED))
                .hasMessageStartingWith("The statement combines more than 5000000 rows.");
    }

    /** Some hundred columns of some tens of tables: a join by loops alone would combine more rows than a statement may. */
    @Test
    void shouldJoinWideTablesByTheirKeys() {
        List<Catalogued.Table> tables = IntStream.range(0, 30)
                .mapToObj(table -> new Catalogued.Table(
                        "public",
                        "wide_" + table,
                        'r',
                        null,
                        new ArrayList<>(IntStream.range(0, 600)
                                .mapToObj(column -> MatrixCatalog.column("c" + column, PgType.INT8, column > 0))
                                .toList()),
                        List.of("c0")))
                .toList();
        PgCatalog wide = new PgCatalog(MatrixCatalog.described(tables));
        for (ToolStatements.Captured captured : ToolStatements.all()) {
            RelationStatement statement = TwoServers.statement(wide, SURROUNDINGS, captured.text());
            List<Object> values =
                    new ArrayList<>(Collections.nCopies(statement.parameters().size(), null));
            assertThat(statement.run(values, TwoServers.NO_JOB, StopCheck.NEVER, bytes -> {}))
                    .as(captured.name())
                    .isNotNull();
        }
        assertThat(TwoServers.own(
                        wide,
                        SURROUNDINGS,
                        "SELECT count(*) FROM information_schema.columns c JOIN"
                                + " information_schema.tables t USING (table_schema, table_name) LEFT JOIN"
                                + " information_schema.key_column_usage k USING (table_schema, table_name, column_name)"
                                + " WHERE t.table_schema = 'public' AND k.constraint_name IS NULL"))
                .last()
                .isEqualTo("[" + (30 * 599 + 8) + "]");
    }

    /** Of all rows with all, it were a minute that nobody can end. */
    @Test
    void shouldCountWhatAWindowCompares() {
        long rows = 20_000;
        String behind = " FROM generate_series(1, " + rows + ") AS g";
        long steps = STEPS_OF_A_CHECK * (checks("SELECT last_value(g) OVER ()" + behind) - checks("SELECT g" + behind));
        assertThat(steps).isBetween(2 * rows, 5 * rows);
    }

    private static long checks(String sql) {
        AtomicLong checks = new AtomicLong();
        TwoServers.statement(CATALOG, SURROUNDINGS, sql)
                .run(List.of(), TwoServers.NO_JOB, checks::incrementAndGet, bytes -> {});
        return checks.get();
    }

    /** Each looks at all of them for each row. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "array_position(a, -g)",
                "array_append(a, g)",
                "array_remove(a, -g)",
                "array_length(array_cat(a, a), 1)",
                "a && ARRAY[-g]",
                "a::text",
                "('{' || repeat('1,', 9999) || g || '}')::int[]"
            })
    void shouldCountTheElementsOfArrays(String call) {
        String arrays = "SELECT array_agg(e) AS a FROM generate_series(1, 10000) AS e";
        RelationStatement statement = TwoServers.statement(
                CATALOG,
                SURROUNDINGS,
                "SELECT count(" + call + ") FROM (" + arrays + ") AS l, generate_series(1, 6000) AS g");
        assertFails(SqlException.class, () -> statement.run(List.of(), TwoServers.NO_JOB, StopCheck.NEVER, bytes -> {}))
                .hasMessageMatching(
                        "The statement combines more than 5000000 rows\\..*|The rows of the statement have more"
                                + " than 32 MiB\\..*");
    }
}
