package dev.aimonflink.query.sqllogic;

import dev.aimonflink.query.sqllogic.LogicTables.Column;
import dev.aimonflink.query.sqllogic.LogicTables.Contents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LogicTablesTest {
    private final LogicTables tables = new LogicTables();

    @Test
    void shouldFillTables() {
        tables.run("CREATE TABLE T1(\n  a INTEGER,\n  B INTEGER\n)");
        tables.run("CREATE TABLE t2(a INTEGER PRIMARY KEY, x VARCHAR(40))");
        tables.run("CREATE INDEX i ON t2(x)");
        tables.run("INSERT INTO t1 VALUES(1,-2)");
        tables.run("INSERT INTO t1(b,a) VALUES (NULL, 3)");
        tables.run("INSERT INTO t1(b) VALUES (4)");
        tables.run("INSERT INTO t2 VALUES (5,'row of t2')");
        tables.run("INSERT INTO t2 VALUES (6,NULL)");

        assertThat(tables.all()).extracting(Contents::name).containsExactly("t1", "t2");
        Contents first = tables.all().get(0);
        assertThat(first.columns()).containsExactly(new Column("a", false), new Column("b", false));
        assertThat(first.rows())
                .containsExactly(new Object[] {1L, -2L}, new Object[] {3L, null}, new Object[] {null, 4L});
        Contents second = tables.all().get(1);
        assertThat(second.columns()).containsExactly(new Column("a", false), new Column("x", true));
        assertThat(second.rows()).containsExactly(new Object[] {5L, "row of t2"}, new Object[] {6L, null});
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DROP TABLE t|The statement is neither CREATE TABLE nor INSERT INTO ... VALUES of one row: DROP TABLE t. Leave its file out.
            CREATE TABLE u(a TEXT)|column=a TEXT of table=u is neither INTEGER nor VARCHAR(n). Leave its file out.
            CREATE TABLE t(a INTEGER)|table=t is there already. Give one another name.
            INSERT INTO u VALUES(1)|table=u is not there. Create it first.
            INSERT INTO t(x) VALUES(1)|table=t has no column=x. Create it there.
            INSERT INTO t VALUES(1,2)|INSERT INTO t has columns=1 and values=2. Write as many of each.
            """)
    void shouldRefuseOtherStatements(String statement, String message) {
        tables.run("CREATE TABLE t(a INTEGER)");
        assertFails(IllegalArgumentException.class, () -> tables.run(statement)).hasMessage(message);
    }

    @Test
    void shouldBoundRows() {
        tables.run("CREATE TABLE t(a INTEGER)");
        for (int i = 0; i < LogicTables.MAX_ROWS; i++) {
            tables.run("INSERT INTO t VALUES(" + i + ")");
        }
        assertThatThrownBy(() -> tables.run("INSERT INTO t VALUES(0)"))
                .hasMessage("The tables have more than rows=10000 together. Leave the file out.");
    }
}
