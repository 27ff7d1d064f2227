package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.security.Permission;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.ask.tables.VisibleTables;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** To a user from whom columns are hidden they are not there, wherever a column can show. */
class HiddenColumnsTest {
    private static final String HIDDEN = "total_cost_this_week";

    private final Talk talk = new Talk(new User(
            "ada",
            null,
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            Set.of(HIDDEN, "zip"),
            false,
            Set.of(Permission.ASK)));

    private String all(String sql) {
        List<String> heard = talk.query(sql);
        assertThat(heard).noneMatch(line -> line.startsWith("E"));
        return String.join("\n", heard);
    }

    @Test
    void shouldNotBeShownByAStar() {
        assertThat(all("SELECT * FROM subscribers"))
                .contains("total_duration_this_week")
                .doesNotContain(HIDDEN)
                .doesNotContain("zip:");
        assertThat(all("SELECT s.* FROM subscribers s LIMIT 1")).doesNotContain(HIDDEN);
        assertThat(all("TABLE subscribers")).doesNotContain(HIDDEN);
        assertThat(all("SELECT * FROM RegionInfo LIMIT 1")).contains("city:").doesNotContain("zip:");
        assertThat(all("SELECT * FROM (SELECT * FROM AnalyticsMatrix LIMIT 1) x"))
                .doesNotContain(HIDDEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT total_cost_this_week FROM subscribers",
                "SELECT s.total_cost_this_week FROM subscribers s",
                "SELECT 1 FROM subscribers WHERE total_cost_this_week > 1",
                "SELECT 1 FROM subscribers ORDER BY total_cost_this_week",
                "SELECT count(*) FROM subscribers GROUP BY total_cost_this_week",
                "SELECT count(*) FROM subscribers HAVING max(total_cost_this_week) > 1",
                "SELECT count(*) FROM subscribers a JOIN RegionInfo r ON a.zip = r.zip",
                "SELECT count(*) FROM subscribers JOIN RegionInfo USING (zip)",
                "SELECT total_cost_this_week FROM subscribers WHERE subscriber_id = 1",
                "SELECT 1 WHERE 1 < (SELECT max(total_cost_this_week) FROM subscribers)",
                "WITH x AS (SELECT total_cost_this_week AS c FROM subscribers) SELECT c FROM x",
                "EXPLAIN SELECT total_cost_this_week FROM subscribers",
                "COPY (SELECT total_cost_this_week FROM subscribers) TO STDOUT",
                "DECLARE c CURSOR WITH HOLD FOR SELECT total_cost_this_week FROM subscribers",
                "PREPARE p AS SELECT total_cost_this_week FROM subscribers"
            })
    void shouldNotBeNamed(String sql) {
        assertThat(talk.query(sql)).first().asString().startsWith("E 42703");
        assertThat(talk.queries.all())
                .as("who probes is seen")
                .singleElement()
                .matches(
                        query -> query.failure().equals("42703") && query.text().equals(sql));
    }

    /** Also of what the gateway evaluates itself. */
    @Test
    void shouldNotGiveMoreRowsThanAUserMayHave() {
        Talk limited = new Talk(new User(
                "ada",
                null,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.of(2),
                OptionalLong.empty(),
                Set.of(),
                false,
                Set.of(Permission.ASK)));
        assertThat(limited.query("SELECT g FROM generate_series(1, 2) AS g")).contains("D 1", "D 2");
        for (String each : List.of("SELECT g", "COPY (SELECT g", "DECLARE c CURSOR WITH HOLD FOR SELECT g")) {
            String end = each.startsWith("COPY") ? ") TO STDOUT" : "";
            assertThat(limited.query(each + " FROM generate_series(1, 3) AS g" + end))
                    .first()
                    .asString()
                    .startsWith("E 54000");
        }
    }

    @Test
    void shouldNotBeSuggested() {
        assertThat(talk.query("SELECT total_cost_this_wek FROM subscribers"))
                .first()
                .asString()
                .startsWith("E 42703")
                .doesNotContain(HIDDEN);
        assertThat(talk.query("SELECT zipp FROM subscribers"))
                .first()
                .asString()
                .doesNotContain("'zip'")
                .doesNotContain("hidden");
        assertThat(talk.query("SELECT zip FROM RegionInfo"))
                .first()
                .asString()
                .contains("There is no column \"zip\". Known are: city, ")
                .doesNotContain("hidden");
    }

    @Test
    void shouldBeFoundByAnyOfTheirNames() {
        assertThat(VisibleTables.unknown(
                        talk.watch.latest().join().tables(), Set.of("zip", "zap", "subscriberid", HIDDEN)))
                .containsExactly("zap");
    }

    @Test
    void shouldNotBeInTheCatalogs() {
        for (String sql : List.of(
                "SELECT attname FROM pg_attribute",
                "SELECT column_name FROM information_schema.columns",
                "SELECT column_name, other_names FROM aim.columns",
                "SELECT description FROM pg_description",
                "SELECT description, unit FROM aim.columns",
                "SELECT col_description('subscribers'::regclass, n) FROM generate_series(1, 60) AS n",
                "SELECT * FROM information_schema.key_column_usage")) {
            assertThat(all(sql))
                    .as(sql)
                    .doesNotContain(HIDDEN)
                    .doesNotContain("\u0000")
                    .doesNotContain("Sum of cost of all calls this week")
                    .doesNotContain("|zip|");
        }
        assertThat(talk.query("SELECT yaml FROM information_schema.model"))
                .first()
                .asString()
                .startsWith("E 42P01");
    }

    @Test
    void shouldNotBeReadByFunctions() {
        assertThat(all("SELECT * FROM q1(alpha => 1)")).contains("D ");
        assertThat(talk.query("SELECT * FROM q3()")).first().asString().startsWith("E 42883");
        assertThat(all("SELECT proname FROM pg_proc")).contains("q1").doesNotContain("q3");
    }

    @Test
    void shouldNotBeInTheStatementsOfOthers() {
        talk.queries.end(talk.queries.begin(new Other(), "SELECT " + HIDDEN + " FROM subscribers"), 1, null);
        assertThat(all("SELECT query FROM aim.queries")).doesNotContain(HIDDEN);
        assertThat(all("SELECT query FROM pg_stat_activity")).doesNotContain(HIDDEN);
    }

    @Test
    void shouldBeToldToTheJob() {
        all("SELECT * FROM subscribers; SELECT count(*) FROM subscribers");
        assertThat(talk.job.asked)
                .allMatch(asked -> asked.params().get("hidden").equals(HIDDEN + ",zip"));
    }

    @Test
    void shouldBeThereForOthers() {
        Talk other = new Talk();
        assertThat(other.query("SELECT " + HIDDEN + " FROM subscribers LIMIT 1"))
                .contains("C SELECT 1");
        assertThat(other.query("SELECT description FROM pg_description"))
                .contains("D Sum of cost of all calls this week (USD)");
    }

    private static final class Other implements RunningQueries.Backend {
        @Override
        public int processId() {
            return 8;
        }

        @Override
        public String user() {
            return "grace";
        }

        @Override
        public String application() {
            return "";
        }

        @Override
        public InetSocketAddress client() {
            return Talk.ADDRESS;
        }
    }
}
