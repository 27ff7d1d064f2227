package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.ask.RunningQueries;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.sql.SqlException;
import dev.aimonflink.sql.SqlState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever one user keeps, others are answered. */
class SharedMemoryTest {
    private static final long MIB = 1 << 20;
    private static final String NO_ROOM = "E 53200 The connections of the user keep";
    private static final String PIECES = "SELECT repeat(chr(97 + g % 26), 1000) FROM generate_series(1, 4000) AS g";

    private final FakeJob job = new FakeJob();
    private final ModelWatch watch = new ModelWatch(job);
    private final Gateway gateway = Gateway.of(
            job,
            watch,
            new RunningQueries(Duration.ofSeconds(1), ended -> {}),
            new Gateway.Limits(Duration.ofSeconds(60), 32, 64, 64 * MIB, Gateway.Isolation.STRICT),
            "aim");
    private final Talk ada = new Talk(new User("ada", null), gateway);
    private final Talk bob = new Talk(new User("bob", null), gateway);

    @AfterEach
    void close() {
        watch.close();
    }

    private void assertOthersAreAnswered() {
        assertThat(bob.query("SELECT 1")).anyMatch(line -> line.startsWith("D "));
        assertThat(bob.query(PIECES)).noneMatch(line -> line.startsWith("E "));
    }

    private static List<String> errors(List<String> heard) {
        return heard.stream().filter(line -> line.startsWith("E ")).toList();
    }

    @Test
    void shouldKeepNothingOfWhatWasAnswered() {
        for (int i = 0; i < 100; i++) {
            assertThat(errors(ada.query(PIECES))).isEmpty();
        }
    }

    @Test
    void shouldRefuseCursorsThatKeepMoreThanTheirShare() {
        ada.query("BEGIN");
        List<String> errors = new ArrayList<>();
        for (int i = 0; i < 20 && errors.isEmpty(); i++) {
            errors.addAll(errors(ada.query("DECLARE c" + i + " CURSOR FOR " + PIECES)));
        }
        assertThat(errors).singleElement().asString().startsWith(NO_ROOM);
        assertOthersAreAnswered();
        ada.query("ROLLBACK");
        assertThat(errors(ada.query(PIECES))).as("once they are closed").isEmpty();
    }

    @Test
    void shouldRefuseValuesThatAreBoundBeyondIt() {
        String value = "x".repeat(1 << 20);
        ada.say(Talk.parse("", "SELECT $1::text"));
        List<String> heard = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            heard.addAll(ada.say(Talk.bind("p" + i, "", value)));
        }
        assertThat(errors(heard)).singleElement().asString().startsWith(NO_ROOM);
        assertOthersAreAnswered();
        ada.say(new Frontend.Sync());
        assertThat(errors(ada.query(PIECES))).isEmpty();
    }

    @Test
    void shouldRefuseStatementsThatArePreparedBeyondIt() {
        String text = "SELECT '" + "x".repeat(60_000) + "'";
        List<String> heard = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            heard.addAll(ada.say(Talk.parse("s" + i, text), new Frontend.Sync()));
        }
        assertThat(errors(heard)).isNotEmpty().allMatch(line -> line.startsWith(NO_ROOM));
        assertOthersAreAnswered();
        assertThat(errors(ada.query("SELECT 1"))).as("what is small").isEmpty();
        ada.query("DEALLOCATE ALL");
        assertThat(errors(ada.query(PIECES))).isEmpty();
    }

    @Test
    void shouldShareOneBudgetBetweenTheConnectionsOfAUserAndGiveItBackWhenTheyEnd() {
        List<Talk> more = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        for (int i = 0; i < 20 && errors.isEmpty(); i++) {
            Talk another = new Talk(new User("ada", null), gateway);
            more.add(another);
            another.query("BEGIN");
            errors.addAll(errors(another.query("DECLARE c CURSOR FOR " + PIECES)));
        }
        assertThat(errors).singleElement().asString().startsWith(NO_ROOM);
        assertOthersAreAnswered();
        more.forEach(Talk::end);
        assertThat(errors(ada.query(PIECES))).isEmpty();
    }

    /** A savepoint needs to know no more of cursors than which came after it. */
    @Test
    void shouldNotKeepClosedCursorsForSavepoints() {
        ada.query("BEGIN");
        for (int i = 0; i < 100; i++) {
            assertThat(errors(ada.query("DECLARE c CURSOR FOR " + PIECES))).isEmpty();
            assertThat(errors(ada.query("SAVEPOINT s" + i))).isEmpty();
            assertThat(errors(ada.query("CLOSE c"))).isEmpty();
        }
        assertThat(errors(ada.query("DECLARE d CURSOR FOR SELECT 1"))).isEmpty();
        assertThat(errors(ada.query("ROLLBACK TO s7"))).isEmpty();
        assertThat(errors(ada.query("FETCH d"))).singleElement().asString().contains("does not exist");
    }

    @Test
    void shouldGiveBackTheRoomOfMessagesThatCannotBeRead() throws Exception {
        for (int i = 0; i < 100; i++) {
            ada.session.receives(MIB);
            ada.session.fail(new SqlException(SqlState.PROTOCOL_VIOLATION, 0, "wrong"), 'Q');
        }
        assertThat(errors(ada.query(PIECES))).noneMatch(line -> line.startsWith(NO_ROOM));
    }
}
