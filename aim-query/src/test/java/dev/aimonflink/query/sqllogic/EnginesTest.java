package dev.aimonflink.query.sqllogic;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class EnginesTest {
    private static LogicEngine over(Engine engine, String... statements) {
        LogicTables tables = new LogicTables();
        Arrays.stream(statements).forEach(tables::run);
        return engine.over(tables);
    }

    private static LogicEngine small(Engine engine) {
        return over(
                engine,
                "CREATE TABLE t(a INTEGER, b INTEGER)",
                "CREATE TABLE u(c INTEGER)",
                "CREATE TABLE empty(c INTEGER)",
                "INSERT INTO t VALUES(1, NULL)",
                "INSERT INTO t VALUES(1, NULL)",
                "INSERT INTO t VALUES(-3, 2147483647)",
                "INSERT INTO u VALUES(-2147483647)");
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveTheRowsOfEachTable(Engine engine) {
        LogicEngine small = small(engine);
        assertThat(small.ask("SELECT * FROM t ORDER BY 1").rows())
                .containsExactly(List.of(-3L, 2147483647L), Arrays.asList(1L, null), Arrays.asList(1L, null));
        assertThat(small.ask("SELECT * FROM u").rows()).containsExactly(List.of(-2147483647L));
        assertThat(small.ask("SELECT count(*), min(c) FROM empty").rows()).containsExactly(Arrays.asList(0L, null));
        assertThat(small.ask("SELECT count(*) FROM t CROSS JOIN u JOIN t AS x ON x.a = t.a")
                        .rows())
                .containsExactly(List.of(5L));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveThirtyTwoBits(Engine engine) {
        LogicEngine.Reply reply = small(engine).ask("SELECT b + 1 FROM t");
        assertThat(reply.state()).isEqualTo("22003");
        assertThat(reply.message()).isEqualTo("The result is out of the range of integer.");
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheCodesOfErrors(Engine engine) {
        LogicEngine small = small(engine);
        assertThat(small.ask("SELECT x FROM t").state()).isEqualTo("42703");
        assertThat(small.ask("SELECT a / 0 FROM t").state()).isEqualTo("22012");
        assertThat(small.ask("SELECT CAST(a AS REAL) FROM t").state()).isEqualTo("0A000");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotComputeWhatNothingNeeds(Engine engine) {
        LogicEngine small = small(engine);
        assertThat(small.ask("SELECT a FROM t WHERE a / 0 = NULL").rows()).isEmpty();
        assertThat(small.ask("SELECT a FROM t WHERE a / 0 > 1 GROUP BY a HAVING NULL")
                        .rows())
                .isEmpty();
        assertThat(small.ask("SELECT count(*), sum(c) FROM t LEFT JOIN (SELECT c FROM u WHERE NULL) AS x ON c = a")
                        .rows())
                .containsExactly(Arrays.asList(3L, null));
        assertThat(small.ask("SELECT max(a / 0) + NULL FROM t").rows())
                .containsExactly(Collections.singletonList(null));
        assertThat(small.ask("SELECT a, CASE 1 WHEN 2 THEN sum(b + 1) END, count(*) FROM t GROUP BY a ORDER BY a")
                        .rows())
                .containsExactly(Arrays.asList(-3L, null, 1L), Arrays.asList(1L, null, 2L));
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerWithoutTables(Engine engine) {
        assertThat(over(engine).ask("SELECT 7").rows()).containsExactly(List.of(7L));
    }
}
