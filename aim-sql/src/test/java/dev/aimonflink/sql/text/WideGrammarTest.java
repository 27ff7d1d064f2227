package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import dev.aimonflink.sql.text.CatalogStatements.Captured;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

/** What tools ask the catalogs in. */
class WideGrammarTest {
    private static QueryBody.Select select(String text) {
        Statement.Ask ask = (Statement.Ask) StatementParser.parse(text).get(0);
        return (QueryBody.Select) ask.query().body();
    }

    private static Expression expression(String text) {
        return ((SelectItem.Value) select("select " + text).items().get(0)).expression();
    }

    private static FromItem from(String text) {
        return assertThat(select("select 1 from " + text).from())
                .singleElement()
                .actual();
    }

    private static SqlException refused(String text) {
        try {
            StatementParser.parse(text);
        } catch (SqlException refused) {
            return refused;
        }
        throw new AssertionError("read: " + text);
    }

    static List<Captured> captured() {
        return CatalogStatements.all();
    }

    @ParameterizedTest
    @MethodSource("captured")
    void shouldReadWhatToolsSend(Captured captured) {
        assertThat(captured.name()).isNotNull();
        assertThat(StatementParser.parse(captured.text())).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("captured")
    void shouldReadTheSameAgainWhenItIsShown(Captured captured) {
        Statement statement = StatementParser.parse(captured.text()).get(0);
        if (statement instanceof Statement.Ask) {
            String shown = ShownStatement.of(statement);
            assertThat(ShownStatement.of(StatementParser.parse(shown))).isEqualTo(shown);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '~', textBlock = """
            array[1, a + 1] ; (ARRAY[1, (a + 1)])
            array[] ; (ARRAY[])
            array[[1, 2], [3, 4]] ; (ARRAY[(ARRAY[1, 2]), (ARRAY[3, 4])])
            array[array[1], array[]] ; (ARRAY[(ARRAY[1]), (ARRAY[])])
            array(select a from t) ; (ARRAY(SELECT a FROM t))
            array[]::text[] ; CAST((ARRAY[]) AS text[])
            a[1] ; (a[1])
            t.a[b + 1][2] ; ((t.a[(b + 1)])[2])
            -a[1] ; (- (a[1]))
            a[1]::int ; CAST((a[1]) AS int)
            a[1] || b[2] ; ((a[1]) || (b[2]))
            (a || b)[1] ; ((a || b)[1])
            (current_schemas(true))[1] ; (current_schemas(TRUE)[1])
            current_schemas(false)[a] ; (current_schemas(FALSE)[a])
            $1[2] ; ($1[2])
            (select a)[1] ; ((SELECT a)[1])
            (information_schema._pg_expandarray(i.indkey)).n ; ((information_schema._pg_expandarray(i.indkey)).n)
            (a).n ; ((a).n)
            (a.b).c.d[1] ; (((((a.b).c)).d)[1])
            a = any (b) ; (a = ANY (b))
            a <> all (t.b[1]) ; (a <> ALL ((t.b[1])))
            a < some (array[1, 2]) ; (a < ANY ((ARRAY[1, 2])))
            a = any (array['x', 'y']::text[]) ; (a = ANY (CAST((ARRAY['x', 'y']) AS text[])))
            a = any ($1) ; (a = ANY ($1))
            a = any ((b)) ; (a = ANY (b))
            a operator(pg_catalog.=) any (b) ; (a = ANY (b))
            a = any (select b from t) ; (a = ANY (SELECT b FROM t))
            a = any ((select b) union select c) ; (a = ANY ((SELECT b) UNION (SELECT c)))
            a = any ((select b)::text[]) ; (a = ANY (CAST((SELECT b) AS text[])))
            (a, b) in (select 1, 2) ; (ROW(a, b) IN (SELECT 1, 2))
            string_agg(a, ',' order by b desc, c) ; string_agg(a, ',' ORDER BY b DESC, c)
            array_agg(distinct a order by a) ; array_agg(DISTINCT a ORDER BY a)
            array_agg(a order by a) filter (where b) ; array_agg(a ORDER BY a) FILTER (WHERE b)
            row_number() over (partition by a, b order by c desc, d nulls first) ; (row_number() OVER (PARTITION BY a, b ORDER BY c DESC, d NULLS FIRST))
            count(*) over () + 1 ; ((count(*) OVER ()) + 1)
            sum(a) filter (where b) over (order by c) ; (sum(a) FILTER (WHERE b) OVER (ORDER BY c))
            f(1, b => 2 + 3) ; f(1, b => (2 + 3))
            f("B" => -1) ; f("B" => (- 1))
            a ~~ 'x' ; (a LIKE 'x')
            a ~~* 'x' and b ; ((a ILIKE 'x') AND b)
            a !~~ 'x' || 'y' ; ((a NOT LIKE 'x') || 'y')
            a !~~* 'x' ; (a NOT ILIKE 'x')
            a operator(pg_catalog.!~~) 'x' ; (a NOT LIKE 'x')
            a && b = c @> d ; (arrayoverlap(a, b) = arraycontains(c, d))
            a[1] & 1::smallint ; int4and((a[1]), CAST(1 AS smallint))
            a <@ b ; arraycontained(a, b)
            a -> 'b' ->> 'c' ; json_object_field_text(json_object_field(a, 'b'), 'c')
            interval '1 day' ; CAST('1 day' AS interval)
            regclass 'pg_class' ; CAST('pg_class' AS regclass)
            pg_catalog.regclass 'pg_class'::oid ; CAST(CAST('pg_class' AS regclass) AS oid)
            user || current_schema ; (current_user || current_schema())
            1.5e3 || e'\\x41' ; (1.5e3 || 'A')
            """)
    void shouldReadExpressions(String text, String shown) {
        assertThat(Shown.of(expression(text))).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            text[] | text[]
            text[3][] | text[]
            pg_catalog.text[] | text[]
            character varying(3)[] | character varying[]
            timestamp(3) with time zone[] | timestamp with time zone[]
            double precision[] | double precision[]
            "char" | "char"
            pg_catalog."char" | "char"
            "char"[] | "char"[]
            char | char
            "text" | text
            pg_catalog.regclass | regclass
            information_schema.sql_identifier | information_schema.sql_identifier
            """)
    void shouldReadTypes(String text, String name) {
        TypeName shortly = ((Expression.Cast) expression("a::" + text)).type();
        TypeName atLength = ((Expression.Cast) expression("cast(a as " + text + ")")).type();
        assertThat(List.of(shortly.name(), atLength.name())).containsOnly(name);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            generate_series(1, 3) as g(n) | generate_series(1, 3) AS g (n)
            pg_catalog.generate_series(1, 3) g | generate_series(1, 3) AS g
            information_schema._pg_expandarray(a) | information_schema._pg_expandarray(a)
            pg_get_keywords() as k | pg_get_keywords() AS k
            unnest(array[1]) with ordinality as t(a, n) | unnest((ARRAY[1])) WITH ORDINALITY AS t (a, n)
            f(a => 1) | f(a => 1)
            rows from (f(1), g(2)) with ordinality r(a, b) | ROWS FROM (f(1), g(2)) WITH ORDINALITY AS r (a, b)
            lateral rows from (f(1), g()) | ROWS FROM (f(1), g())
            rows | rows
            t, lateral f(t.a) | t, f(t.a)
            t cross join lateral (select t.a) as x | (t CROSS JOIN LATERAL (SELECT t.a) AS x)
            t left join lateral f(t.a) with ordinality x on true | (t LEFT JOIN f(t.a) WITH ORDINALITY AS x ON TRUE)
            lateral ((select 1) union select 2) as x | LATERAL ((SELECT 1) UNION (SELECT 2)) AS x
            """)
    void shouldReadWhatFromLists(String text, String shown) {
        assertThat(ShownStatement.of(StatementParser.parse("select 1 from " + text)))
                .isEqualTo("SELECT 1 FROM " + shown);
    }

    @Test
    void shouldReportTheNewPartsWhereTheirOperatorIs() {
        assertThat(expression("a[1]").position()).isEqualTo("select a".length());
        assertThat(expression("(a).b").position()).isEqualTo("select (a)".length());
        assertThat(expression("a = any (b)").position()).isEqualTo("select a ".length());
        assertThat(expression("array[1]").position()).isEqualTo("select ".length());
        assertThat(expression("f(a) over ()").position()).isEqualTo("select ".length());
        assertThat(expression("a && b").position()).isEqualTo("select a ".length());
        assertThat(from("pg_catalog.f(1)").position()).isEqualTo("select 1 from ".length());
        assertThat(from("lateral (select 1) x").position()).isEqualTo("select 1 from ".length());
    }

    @Test
    void shouldLeaveStatementsOfTheSessionToTheGateway() {
        for (String command : List.of("copy", "prepare", "execute")) {
            String text = command + " (select 1) to stdout";
            Statement.Session session =
                    (Statement.Session) StatementParser.parse(text).get(0);
            assertThat(session.command()).isEqualTo(command);
            assertThat(session.arguments())
                    .extracting(Token::text)
                    .containsExactly("(", "select", "1", ")", "to", "stdout");
            assertThat(session.arguments().get(0).isSign("(")).isTrue();
            assertThat(session.arguments().get(1).isWord("select")).isTrue();
            assertThat(session.arguments().get(5).isName()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"insert into t values (1)", "update t set a = 1", "create table t (a int)", "vacuum", "lock t"})
    void shouldRefuseWhatChangesSomething(String text) {
        assertThat(refused(text).state()).isEqualTo(SqlState.READ_ONLY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select f() over (order by a ^groups 1 preceding)| GROUPS and EXCLUDE are not supported. Write OVER (PARTITION BY ... ORDER BY ... ROWS ...).
            select a ^similar to b| SIMILAR TO is not supported. Use LIKE, or ~ with a regular expression.
            """)
    void shouldRefuseWhatIsWiderStill(String text, String message) {
        SqlException refused = refused(text.replace("^", ""));
        assertThat(refused).hasMessage(message);
        assertThat(refused.state()).isEqualTo(SqlState.NOT_SUPPORTED);
        assertThat(refused.position()).isEqualTo(text.indexOf('^'));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select array ^1 | Expected "[" or a query in parentheses, but found "1".
            select array[1 ^2] | Expected "," or "]", but found "2".
            select array[1, ^] | Expected a value, but found "]".
            select array[[1], ^2] | Expected "[", but found "2".
            select array(^1) | Expected SELECT or VALUES, but found "1".
            select a[^] | Expected a value, but found "]".
            select a[1 ^, 2] | Expected "]", but found ",".
            select (a).^* | Expected the name of a field, but found "*".
            select a = any (b ^, c) | Expected ")", but found ",".
            select a::text[^x] | Expected "]", but found "x".
            select 1 from lateral t ^ | Expected "(", but found the end of the text.
            select 1 from lateral ^(t cross join u)| Behind LATERAL stands a query in parentheses or a function. Leave LATERAL out.
            select count(* ^order by a) | Expected ")", but found "order".
            select f(^order by a) | Expected a value, but found "order".
            select f(a) over (^1) | Expected ")", but found "1".
            select ^&& 1 | Expected a value, but found "&&".
            select a ^#>> b | There is no operator #>>. Use a comparison or a function.
            select a ^=> b | There is no operator =>. Arguments have no names. Write their values in order.
            select f(x)^.a | Expected the end of the statement, but found ".".
            """)
    void shouldSayWhatDoesNotFit(String text, String message) {
        SqlException refused = refused(text.replace("^", ""));
        assertThat(refused.getMessage()).startsWith(message);
        assertThat(refused.state()).isEqualTo(SqlState.SYNTAX_ERROR);
        assertThat(refused.position()).isEqualTo(text.indexOf('^'));
    }

    @Test
    void shouldLimitTheStatementsOfAText() {
        assertThat(StatementParser.parse("copy a; execute b", 2)).hasSize(2);
        assertFails(SqlException.class, () -> StatementParser.parse("copy a; execute b", 1))
                .hasMessage("The text has more than 1 statements. Send them in several texts.");
    }
}
