package dev.aimonflink.gateway.session;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class TransactionsTest {
    private static final String ABORTED =
            "E 25P02 current transaction is aborted, commands ignored until end of transaction block";

    private final Talk talk = new Talk();

    @Test
    void shouldReportWhereItIs() {
        assertThat(talk.query("BEGIN")).containsExactly("C BEGIN", "Z T");
        assertThat(talk.query("SELECT 1 / 0"))
                .endsWith("Z E")
                .first()
                .asString()
                .startsWith("E 22012");
        assertThat(talk.query("SELECT 1")).containsExactly(ABORTED, "Z E");
        assertThat(talk.query("COMMIT")).containsExactly("C ROLLBACK", "Z I");
        assertThat(talk.query("COMMIT"))
                .containsExactly("N 25P01 there is no transaction in progress", "C COMMIT", "Z I");
        assertThat(talk.query("BEGIN; BEGIN"))
                .containsExactly("C BEGIN", "N 25001 there is already a transaction in progress", "C BEGIN", "Z T");
    }

    @Test
    void shouldGoBackToASavepoint() {
        talk.query("BEGIN; SAVEPOINT a");
        talk.query("SELECT nothing_at_all");
        assertThat(talk.query("ROLLBACK TO SAVEPOINT a")).containsExactly("C ROLLBACK", "Z T");
        assertThat(talk.query("RELEASE a; COMMIT")).containsExactly("C RELEASE", "C COMMIT", "Z I");
        assertThat(talk.query("SAVEPOINT b"))
                .containsExactly("E 25P01 SAVEPOINT can only be used in transaction blocks", "Z I");
    }

    @Test
    void shouldForgetWhatIsSetAndOpenedBehindASavepoint() {
        talk.query("BEGIN; SET TimeZone = 'Asia/Tokyo'; DECLARE c CURSOR FOR SELECT 1; SAVEPOINT a");
        talk.query("SET TimeZone = 'America/Lima'; DECLARE d CURSOR FOR SELECT 2");
        assertThat(talk.query("SELECT nothing"))
                .contains("S TimeZone=Asia/Tokyo")
                .endsWith("Z E");
        assertThat(talk.query("ROLLBACK TO a; SHOW TimeZone; FETCH c")).contains("D Asia/Tokyo", "D 1");
        assertThat(talk.query("FETCH d")).first().asString().startsWith("E 34000");
        assertThat(talk.query("ROLLBACK")).contains("S TimeZone=UTC");
    }

    /** What the client was told is what is so. */
    @Test
    void shouldSayThatASettingIsAgainWhatItWas() {
        talk.query("SET TimeZone = 'Asia/Tokyo'");
        talk.query("BEGIN; RESET TimeZone");
        assertThat(talk.query("ROLLBACK")).contains("S TimeZone=Asia/Tokyo");
        talk.query("BEGIN; SET TimeZone = 'America/Lima'; COMMIT AND CHAIN");
        assertThat(talk.query("SET TimeZone = 'UTC'; ROLLBACK")).contains("S TimeZone=America/Lima");
    }

    @Test
    void shouldRunStatementsThatAreSentTogetherAsOneTransaction() {
        assertThat(talk.query("DECLARE c CURSOR FOR SELECT 1; FETCH c"))
                .containsExactly("C DECLARE CURSOR", "T ?column?:23", "D 1", "C FETCH 1", "Z I");
        assertThat(talk.query("SELECT 1; SAVEPOINT a"))
                .contains("E 25P01 SAVEPOINT can only be used in transaction blocks");
        assertThat(talk.query("SELECT 1; DISCARD ALL"))
                .contains("E 25001 DISCARD ALL cannot run inside a transaction block");
        assertThat(talk.query("DECLARE h CURSOR WITH HOLD FOR SELECT 1; SELECT nothing; SELECT 2"))
                .endsWith("Z I");
        assertThat(talk.query("FETCH h")).first().asString().startsWith("E 34000");
    }

    @Test
    void shouldWarnOfWhatHasNoEffectWithoutATransaction() {
        assertThat(talk.query("SET LOCAL TimeZone = 'Asia/Tokyo'"))
                .contains("N 25P01 SET LOCAL can only be used in transaction blocks", "C SET");
        assertThat(talk.query("SET TRANSACTION READ ONLY"))
                .containsExactly("N 25P01 SET TRANSACTION can only be used in transaction blocks", "C SET", "Z I");
        assertThat(talk.query("COMMIT AND CHAIN"))
                .containsExactly("E 25P01 COMMIT AND CHAIN can only be used in transaction blocks", "Z I");
    }

    @Test
    void shouldShowSettingsAsPostgres() {
        assertThat(talk.query("SET statement_timeout = 90000; SHOW statement_timeout"))
                .contains("D 90s");
        assertThat(talk.query("SET statement_timeout = '120s'; SHOW STATEMENT_TIMEOUT"))
                .contains("T statement_timeout:25", "D 2min");
        assertThat(talk.query("SHOW timezone")).contains("T TimeZone:25");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            SET aim.fresh = on            | 42704 unrecognized configuration parameter "aim.fresh". Known are: aim.freshness, aim.isolation, aim.max_age.
            SET AIM.freshnes = on         | 42704 unrecognized configuration parameter "aim.freshnes". Did you mean 'aim.freshness'?
            SET aim.freshness = maybe     | 22023 parameter "aim.freshness" requires a Boolean value
            SET aim.isolation = on        | 22023 invalid value for parameter "aim.isolation": "on". Write strict or accept.
            SET aim.max_age = '2min'      | 22023 invalid value for parameter "aim.max_age": "2min". Write a time up to 1min, such as 200ms, or 0 for answers that are computed anew.
            SET statement_timeout = '-1'  | 22023 invalid value for parameter "statement_timeout": "-1"
            SET lock_timeout = 'x'        | 22023 invalid value for parameter "lock_timeout": "x"
            """, quoteCharacter = '`')
    void shouldRefuseSettingsThatMeanNothing(String sql, String message) {
        assertThat(talk.query(sql)).containsExactly("E " + message, "Z I");
        assertThat(talk.query("SET myapp.x = on")).containsExactly("C SET", "Z I");
    }

    @Test
    void shouldHaveOneTimeInATransaction() {
        talk.query("BEGIN");
        String first = talk.query("SELECT now()").get(1);
        assertThat(talk.query("SELECT now()").get(1)).isEqualTo(first);
        talk.query("COMMIT");
        assertThat(talk.query("SELECT now()").get(1)).isNotEqualTo(first);
    }

    @Test
    void shouldForgetTheSettingsOfATransactionThatFails() {
        assertThat(talk.query("BEGIN; SET TimeZone = 'Europe/Zurich'; ROLLBACK"))
                .contains("S TimeZone=Europe/Zurich", "S TimeZone=UTC");
        assertThat(talk.query("BEGIN; SET LOCAL TimeZone = 'Europe/Zurich'; COMMIT; SHOW TimeZone"))
                .contains("D UTC");
        assertThat(talk.query("BEGIN; SET TimeZone = 'Europe/Zurich'; COMMIT; SHOW TimeZone"))
                .contains("D Europe/Zurich");
        assertThat(talk.query("RESET ALL; SHOW TimeZone")).contains("D UTC");
    }

    @Test
    void shouldRefuseIsolationThatItDoesNotHave() {
        assertThat(talk.query("BEGIN ISOLATION LEVEL SERIALIZABLE"))
                .first()
                .asString()
                .startsWith("E 0A000");
        talk.query("ROLLBACK");
        assertThat(talk.query("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ UNCOMMITTED, READ ONLY"))
                .containsExactly("C SET", "Z I");
        assertThat(talk.query("SHOW TRANSACTION ISOLATION LEVEL")).contains("D read committed");
        assertThat(talk.query("SHOW transaction_read_only")).contains("D on");
    }

    @Test
    void shouldFetchFromACursor() {
        talk.query("BEGIN");
        assertThat(talk.query("DECLARE c CURSOR FOR SELECT g FROM generate_series(1, 5) g"))
                .containsExactly("C DECLARE CURSOR", "Z T");
        assertThat(talk.query("FETCH 2 FROM c")).containsExactly("T g:23", "D 1", "D 2", "C FETCH 2", "Z T");
        assertThat(talk.query("FETCH PRIOR c; MOVE FORWARD ALL IN c; FETCH BACKWARD 2 FROM c; FETCH ABSOLUTE 3 FROM c"))
                .containsExactly(
                        "T g:23",
                        "D 1",
                        "C FETCH 1",
                        "C MOVE 4",
                        "T g:23",
                        "D 5",
                        "D 4",
                        "C FETCH 2",
                        "T g:23",
                        "D 3",
                        "C FETCH 1",
                        "Z T");
        assertThat(talk.query("CLOSE c; FETCH 1 FROM c"))
                .containsExactly("C CLOSE CURSOR", "E 34000 cursor \"c\" does not exist", "Z E");
        talk.query("ROLLBACK");
        assertThat(talk.query("DECLARE d CURSOR FOR SELECT 1"))
                .containsExactly("E 25P01 DECLARE CURSOR can only be used in transaction blocks", "Z I");
        assertThat(talk.query("DECLARE d CURSOR WITH HOLD FOR SELECT 1; SELECT 2; FETCH d"))
                .containsExactly(
                        "C DECLARE CURSOR",
                        "T ?column?:23",
                        "D 2",
                        "C SELECT 1",
                        "T ?column?:23",
                        "D 1",
                        "C FETCH 1",
                        "Z I");
    }

    @Test
    void shouldPrepareByStatements() {
        assertThat(talk.query("PREPARE p (bigint) AS SELECT $1 + 1; EXECUTE p(41)"))
                .containsExactly("C PREPARE", "T ?column?:20", "D 42", "C SELECT 1", "Z I");
        assertThat(talk.query("PREPARE m AS SELECT count(*) FROM subscribers WHERE subscriber_id > $1; EXECUTE m(3)"))
                .contains("D 7");
        assertThat(talk.query("EXECUTE p"))
                .first()
                .isEqualTo(
                        "E 42601 wrong number of parameters for prepared statement \"p\": it has 1, and 0 are given");
        talk.query("DISCARD ALL");
        assertThat(talk.query("EXECUTE p(1)"))
                .containsExactly("E 26000 prepared statement \"p\" does not exist", "Z I");
    }
}
