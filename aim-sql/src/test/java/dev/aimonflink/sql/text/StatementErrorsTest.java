package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.sql.Refusal.assertRefused;

class StatementErrorsTest {
    private static void refuse(String text, SqlState state, int position, String message) {
        assertRefused(state, position, message, () -> StatementParser.parse(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            slect 1|0|Expected a statement such as SELECT, but found "slect". Did you mean SELECT?
            1 + 1|0|Expected a statement such as SELECT, but found "1".
            explain (select 1|17|Expected ")", but found the end of the text.
            select 1; slect 2|10|Expected a statement such as SELECT, but found "slect". Did you mean SELECT?
            select 1)|8|Expected the end of the statement, but found ")".
            (select 1;|9|Expected ")", but found ";".
            explain show a|8|Expected a query to explain, but found "show".
            explain (buffers) select 1|9|Expected ANALYZE or FORMAT, but found "buffers". EXPLAIN has no other options. Leave it out.
            explain explain select 1|8|Expected a query to explain, but found "explain".
            with a as (slect 1) select 2|11|Expected SELECT or VALUES, but found "slect". Did you mean SELECT?
            with select as (select 1) select 2|5|Expected a name for a query, but found "select".
            with a (select 1) select 2|8|Expected the name of a column, but found "select".
            with a as (select 1), select 2|22|Expected a name for a query, but found "select".
            select 1 union where|15|Expected SELECT or VALUES, but found "where".
            """)
    void shouldSayWhereAStatementIsNoStatement(String text, int position, String message) {
        refuse(text, SqlState.SYNTAX_ERROR, position, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select a form t|9|"form" is read as an alias, but what follows does not fit. Did you mean FROM?
            select a, b form t where c|12|"form" is read as an alias, but what follows does not fit. Did you mean FROM?
            select a from t wehre b = 1|16|"wehre" is read as an alias, but what follows does not fit. Did you mean WHERE?
            select a from t x wehre b = 1|18|Expected the end of the statement, but found "wehre". Did you mean WHERE?
            select a from t where b gruop by a|24|Expected the end of the statement, but found "gruop". Did you mean GROUP?
            select a from t gruop by a|16|"gruop" is read as an alias, but what follows does not fit. Did you mean GROUP?
            select a from t where b = 1 adn c|28|Expected the end of the statement, but found "adn". Did you mean AND?
            select a from t order by a decs|27|Expected the end of the statement, but found "decs". Did you mean DESC?
            select a from t lmit 10|16|"lmit" is read as an alias, but what follows does not fit. Did you mean LIMIT?
            select a from t x jion u on b|18|Expected the end of the statement, but found "jion". Did you mean JOIN?
            select a from t where b in (select c form u)|37|"form" is read as an alias, but what follows does not fit. Did you mean FROM?
            select a from t group a|22|Expected BY, but found "a".
            """)
    void shouldSayWhichKeywordIsMeant(String text, int position, String message) {
        refuse(text, SqlState.SYNTAX_ERROR, position, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select a b c from t|11|Expected the end of the statement, but found "c". Put a comma before it if it belongs to the list of SELECT.
            select a, from t|8|Nothing stands between the comma and "from". Take the comma out.
            select a, limit from t|8|Nothing stands between the comma and "limit". If this is a name, write it in double quotes.
            select a, b,|11|Nothing stands between the comma and the end of the text. Take the comma out.
            select a from t, u,;|18|Nothing stands between the comma and ";". Take the comma out.
            select a from t group by a, order by a|26|Nothing stands between the comma and "order". Take the comma out.
            select a from t x u y|18|Expected the end of the statement, but found "u". Put a comma before it if it belongs to the list of FROM.
            select a from t group by a b|27|Expected the end of the statement, but found "b". Put a comma before it if it belongs to the list of GROUP BY.
            select a from t where b = 1 c = 2|28|Expected the end of the statement, but found "c". Put AND or OR before it if it belongs to the condition.
            select (select a from t having b c)|33|Expected ")", but found "c". Put AND or OR before it if it belongs to the condition.
            select a end from t|9|Expected the end of the statement, but found "end". Write AS end if it is an alias.
            select a as 'b' from t|12|An alias is a name. Write "b" in double quotes.
            select a as 1 from t|12|Expected an alias, but found "1".
            select a from t as order|19|Expected an alias, but found "order". Write "order" in double quotes if it is a name.
            select a from order|14|Expected the name of a table, but found "order". Write "order" in double quotes if it is a name.
            select a from where b|14|Expected the name of a table, but found "where".
            select a from 'b'|14|Expected the name of a table, but found "'b'".
            select from t|7|Expected a value, but found "from".
            select|6|Expected a value, but found the end of the text.
            select a from t group by a where b|27|Expected the end of the statement, but found "where". The order is SELECT, FROM, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, each of them once.
            select a from t limit 1 order by a|24|Expected the end of the statement, but found "order". The order is SELECT, FROM, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET, each of them once.
            select a from t join u where b|23|Expected ON or USING, but found "where".
            select a from t join u onn b|23|"onn" is read as an alias, but what follows does not fit. Did you mean ON?
            select a from (t join u on b|28|Expected ")", but found the end of the text.
            select * from t where a = b = c|28|A comparison cannot be compared. Write "a = b and b = c".
            select a from t where b = "x" "y"|30|Expected the end of the statement, but found ""y"". Put AND or OR before it if it belongs to the condition.
            select `a` from t|7|There is no operator `. Names are written without quotes or in double quotes.
            select a from `t`|14|Expected the name of a table, but found "`". Names are written without quotes or in double quotes.
            select a from t limit 10, 20|24|LIMIT takes one number. Write LIMIT 20 OFFSET 10.
            select a from t limit $1, 20|24|LIMIT takes one number. Write LIMIT n OFFSET m.
            select a from t limit 1 offset 2 limit 3|33|LIMIT or FETCH is there twice. Take one out.
            select a from t offset 1 offset 2|25|OFFSET is there twice. Take one out.
            select a from t fetch 3 rows only|22|Expected FIRST or NEXT, but found "3".
            select a from t fetch first 3 only|30|Expected ROWS, but found "only".
            select top 10 a from t|7|TOP is not known. Write LIMIT 10 at the end of the query.
            select a from t order by a nulls|32|Expected FIRST or LAST, but found the end of the text.
            values 1, 2|7|Expected "(", but found "1".
            """)
    void shouldSayWhereAndHowToFixAQuery(String text, int position, String message) {
        refuse(text, SqlState.SYNTAX_ERROR, position, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            select a from t group by rollup (a, b)|25|GROUPING SETS, ROLLUP, CUBE and () are not supported. Write one query for each grouping and UNION ALL between them.
            select a from t group by a, grouping sets ((a), ())|28|GROUPING SETS, ROLLUP, CUBE and () are not supported. Write one query for each grouping and UNION ALL between them.
            select count(*) from t group by ()|32|GROUPING SETS, ROLLUP, CUBE and () are not supported. Write one query for each grouping and UNION ALL between them.
            select a, rank() over (order by b groups 2 preceding) from t|34|GROUPS and EXCLUDE are not supported. Write OVER (PARTITION BY ... ORDER BY ... ROWS ...).
            select a from (t cross join u) x|31|Tables in parentheses cannot have one alias. Give each its own.
            select a from t order by a using <|27|ORDER BY ... USING is not supported. Write ASC or DESC.
            select a from t fetch first 3 rows with ties|35|WITH TIES is not supported. Write ONLY.
            explain (format xml) select 1|16|FORMAT is TEXT or JSON, not "xml". Write one of these.
            select a from t tablesample system (10)|16|TABLESAMPLE is not supported. Ask of all rows, or of some as in WHERE key % 10 = 0.
            select a from t b tablesample system (10)|18|TABLESAMPLE is not supported. Ask of all rows, or of some as in WHERE key % 10 = 0.
            explain execute p|8|EXPLAIN EXECUTE is not supported. Write the query itself behind EXPLAIN.
            explain verbose select 1|8|EXPLAIN VERBOSE is not supported. EXPLAIN tells all, so leave it out.
            explain analyze verbose select 1|16|EXPLAIN VERBOSE is not supported. EXPLAIN tells all, so leave it out.
            do 'x'|0|DO is not supported. There are no procedures. Write a query.
            """)
    void shouldSayWhatIsNotSupportedAndWhatToDoInstead(String text, int position, String message) {
        refuse(text, SqlState.NOT_SUPPORTED, position, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            insert into t values (1)|0|it takes no INSERT. Publish events with "aim publish events", and profiles with "aim publish profiles".
            explain update t set a = 1|8|it takes no UPDATE. Publish events with "aim publish events", and profiles with "aim publish profiles".
            with a as (delete from t returning *) select * from a|11|it takes no DELETE. Delete a profile with "aim publish profiles --delete KEY". What was aggregated is empty again when its window turns.
            with a as (select 1) insert into t select * from a|21|it takes no INSERT. Publish events with "aim publish events", and profiles with "aim publish profiles".
            create table t (a int)|0|it takes no CREATE. Its columns come from the model: change them in the model's file. Name a query with WITH.
            grant select on t to u|0|it takes no GRANT. Who may publish and ask is decided by the ACLs of the Kafka topics.
            vacuum|0|it takes no VACUUM. There is nothing to maintain or to lock. Leave the statement out.
            select a into u from t|9|SELECT INTO creates no table. Leave INTO out, or name the query with WITH.
            select a from t for update|16|it locks no rows. Leave FOR and what follows it out.
            """)
    void shouldSayThatTheMatrixIsReadOnlyAndWhatToDoInstead(String text, int position, String consequence) {
        refuse(text, SqlState.READ_ONLY, position, "The matrix is read-only, so " + consequence);
    }

    @Test
    void shouldShowABeginningOfWhatIsLong() {
        refuse(
                "select a from '" + "x".repeat(1_000) + "'",
                SqlState.SYNTAX_ERROR,
                14,
                "Expected the name of a table, but found \"'" + "x".repeat(63) + "...\".");
    }
}
