package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.ask.ModelWatch;
import dev.aimonflink.gateway.message.Frontend;
import dev.aimonflink.gateway.security.User;
import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.testing.Scale;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Says the same to a session and to PostgreSQL 18, and compares what it hears. */
class SameAsPostgresTest {
    private static final int SEQUENCES = 75;

    /** PostgreSQL closes all connections if one breaks it down, which says nothing about what it was asked. */
    private static final String CLOSED = "(closed)";

    private static int lost;
    private static final String NAME = "postgres";
    private static final Map<String, String> OPTIONS = Map.of("user", NAME, "database", "postgres");
    private static final FakeJob JOB = new FakeJob();
    private static final ModelWatch WATCH = new ModelWatch(JOB);

    private static PostgresServer server;

    @BeforeAll
    static void start() throws SQLException {
        server = PostgresServer.start();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE subscribers AS SELECT g::bigint AS subscriber_id FROM generate_series(1, "
                    + FakeJob.SUBSCRIBERS + ") g");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        WATCH.close();
    }

    @Test
    void shouldAnswerAsPostgres() throws Exception {
        long seed = Scale.seed();
        Random seeds = new Random(seed);
        for (int i = 0; i < Scale.times(SEQUENCES); i++) {
            List<List<Frontend>> groups = new DrawnMessages(new Random(seeds.nextLong())).groups();
            if (differs(groups)) {
                List<List<Frontend>> fewest = fewest(groups);
                Answers answers = Answers.of(fewest);
                assertThat(answers.own)
                        .as("-Daim.test.seed=%d, sequence %d: %s", seed, i, fewest)
                        .isEqualTo(answers.postgres);
            }
        }
        assertThat(lost).as("sequences without an answer").isLessThan(1 + Scale.times(SEQUENCES) / 100);
    }

    /** It is not drawn: here a transaction of REPEATABLE READ has one statement over tables. */
    @Test
    void shouldHaveTheIsolationOfPostgres() throws IOException {
        String show = "SHOW transaction_isolation";
        String count = "SELECT count(*) FROM subscribers";
        List<List<Frontend>> groups = Stream.of(
                        "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
                        show,
                        "RESET ALL",
                        show,
                        "COMMIT AND CHAIN",
                        show,
                        count,
                        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                        "SELECT nothing",
                        "ROLLBACK AND CHAIN",
                        show,
                        count,
                        "SET TRANSACTION ISOLATION LEVEL READ COMMITTED",
                        "ROLLBACK",
                        show,
                        "BEGIN; SAVEPOINT a; " + count
                                + "; ROLLBACK TO a; SET transaction_isolation = 'repeatable read'",
                        "ROLLBACK",
                        "SET transaction_isolation = 'repeatable read'",
                        show,
                        "BEGIN; SET default_transaction_isolation = 'repeatable read'; " + show + "; COMMIT",
                        show,
                        "BEGIN",
                        "RESET transaction_isolation",
                        "ROLLBACK; BEGIN ISOLATION LEVEL READ COMMITTED; " + show + "; COMMIT",
                        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED",
                        show)
                .map(sql -> List.<Frontend>of(new Frontend.Query(sql)))
                .toList();
        Answers answers = Answers.of(groups);
        assertThat(answers.own).isEqualTo(answers.postgres);
    }

    /** What is not drawn, since it differs: what both answer. */
    @Test
    void shouldDifferWhereItIsIntended() throws Exception {
        // Constants are computed when a statement runs, and not when it is bound.
        assertAnswers(
                List.of(Talk.parse("", "SELECT 1 / 0"), Talk.bind("", ""), Talk.execute("", 0), new Frontend.Sync()),
                List.of("1", "2", "E 22012", "Z I"),
                List.of("1", "E 22012", "Z I"));
        // A cursor has all its rows from its declaration on, and goes back without SCROLL.
        assertAnswers(
                List.of(new Frontend.Query(
                        "BEGIN; DECLARE c CURSOR FOR SELECT 1 / g FROM generate_series(0, 1) g; COMMIT")),
                List.of("C BEGIN", "E 22012", "Z E"),
                List.of("C BEGIN", "C DECLARE CURSOR", "C COMMIT", "Z I"));
        assertAnswers(
                List.of(new Frontend.Query(
                        "BEGIN; DECLARE c CURSOR FOR SELECT 1; MOVE 1 IN c; MOVE PRIOR IN c; COMMIT")),
                List.of("C BEGIN", "C DECLARE CURSOR", "C MOVE 1", "C MOVE 0", "C COMMIT", "Z I"),
                List.of("C BEGIN", "C DECLARE CURSOR", "C MOVE 1", "E 55000", "Z E"));
        // All rows are computed before the first is sent.
        assertAnswers(
                List.of(new Frontend.Query("SELECT 1 / (2 - g) AS d FROM generate_series(1, 2) g")),
                List.of("E 22012", "Z I"),
                List.of("T d:23", "D 1", "E 22012", "Z I"));
        // A statement that cannot be read is refused when those before it have run.
        assertAnswers(
                List.of(new Frontend.Query("SELECT 1; SELEC 2")),
                List.of("T ?column?:23", "D 1", "C SELECT 1", "E 42601", "Z I"),
                List.of("E 42601", "Z I"));
        // A query among messages of prepared statements is in no block.
        assertAnswers(
                List.of(
                        Talk.parse("", "SELECT 1"),
                        Talk.bind("", ""),
                        Talk.execute("", 0),
                        new Frontend.Query("SELECT 2"),
                        new Frontend.Sync()),
                List.of("1", "2", "D 1", "C SELECT 1", "T ?column?:23", "D 2", "C SELECT 1", "Z I", "Z I"),
                List.of("1", "2", "D 1", "C SELECT 1", "T ?column?:23", "D 2", "C SELECT 1", "Z T", "Z I"));
        // A setting of one's own that was reset is not there, instead of empty.
        assertAnswers(
                List.of(new Frontend.Query("SET my.own = 'x'; RESET my.own; SHOW my.own")),
                List.of("C SET", "C RESET", "E 42704", "Z I"),
                List.of("C SET", "C RESET", "T my.own:25", "D", "C SHOW", "Z I"));
    }

    private static void assertAnswers(List<Frontend> messages, List<String> own, List<String> theirs)
            throws IOException {
        Talk talk = new Talk(new User(NAME, null), JOB, WATCH);
        List<String> heard = talk.say(messages.toArray(Frontend[]::new));
        assertThat(withoutWords(heard)).as("%s", messages).isEqualTo(own);
        int readies = (int) heard.stream().filter(line -> line.startsWith("Z")).count();
        try (PostgresTalk other = PostgresTalk.of(server.port(), OPTIONS)) {
            assertThat(withoutWords(other.say(readies, messages)))
                    .as("%s", messages)
                    .isEqualTo(theirs);
        }
    }

    private static List<String> withoutWords(List<String> heard) {
        return heard.stream()
                .map(line -> line.startsWith("E ") ? line.substring(0, 7) : line)
                .toList();
    }

    static boolean differs(List<List<Frontend>> groups) throws IOException {
        Answers answers = Answers.of(groups);
        if (answers.postgres.toString().contains(CLOSED)) {
            lost++;
            return false;
        }
        return !answers.own.equals(answers.postgres);
    }

    /** What is left if all that does not matter is left out. */
    static List<List<Frontend>> fewest(List<List<Frontend>> groups) throws IOException {
        List<List<Frontend>> fewest = groups;
        for (int i = fewest.size() - 1; i >= 0; i--) {
            List<List<Frontend>> fewer = new ArrayList<>(fewest);
            fewer.remove(i);
            fewest = differs(fewer) ? fewer : fewest;
        }
        for (int i = 0; i < fewest.size(); i++) {
            for (int j = fewest.get(i).size() - 1; j >= 0; j--) {
                List<Frontend> group = new ArrayList<>(fewest.get(i));
                Frontend removed = group.remove(j);
                List<List<Frontend>> fewer = new ArrayList<>(fewest);
                fewer.set(i, group);
                fewest = !(removed instanceof Frontend.Sync) && differs(fewer) ? fewer : fewest;
            }
        }
        return fewest;
    }

    /** What both answer to each group, as far as it has to be the same. */
    record Answers(List<List<String>> own, List<List<String>> postgres) {
        static Answers of(List<List<Frontend>> groups) throws IOException {
            Talk talk = new Talk(new User(NAME, null), JOB, WATCH);
            Compared own = new Compared();
            Compared theirs = new Compared();
            own.of(talk.begin(OPTIONS));
            Answers answers = new Answers(new ArrayList<>(), new ArrayList<>());
            try (PostgresTalk other = PostgresTalk.of(server.port(), OPTIONS)) {
                theirs.of(other.begun);
                for (List<Frontend> group : groups) {
                    List<String> heard = talk.say(group.toArray(Frontend[]::new));
                    int readies = (int)
                            heard.stream().filter(line -> line.startsWith("Z")).count();
                    answers.own.add(own.of(heard));
                    answers.postgres.add(theirs.of(other.say(readies, group)));
                }
            }
            return answers;
        }
    }

    /**
     * Answers without what may differ:
     *
     * <ul>
     *   <li>the words of errors;
     *   <li>when a client is told a setting: PostgreSQL tells it before it is ready, and here it is told at once. Both have told the same
     *       when they are ready;
     *   <li>the columns of a query that fails before its first row: here all rows are there before the columns are sent;
     *   <li>in a transaction that has failed, whether a portal is refused for that or because it has failed itself.
     * </ul>
     */
    static final class Compared {
        private static final List<String> TOLD = List.of("TimeZone", "application_name", "DateStyle");

        private final Map<String, String> settings = new TreeMap<>();
        private boolean hasFailed;

        List<String> of(List<String> heard) {
            List<String> lines = new ArrayList<>();
            for (String line : heard) {
                if (line.startsWith("S ")) {
                    int equals = line.indexOf('=');
                    settings.put(line.substring(2, equals), line.substring(equals + 1));
                } else {
                    while (line.startsWith("E ")
                            && !lines.isEmpty()
                            && lines.get(lines.size() - 1).startsWith("T ")) {
                        lines.remove(lines.size() - 1);
                    }
                    boolean isError = line.startsWith("E ") || line.startsWith("N ");
                    String code = isError ? line.substring(0, 7) : line;
                    lines.add(hasFailed && code.equals("E 55000") ? "E 25P02" : code);
                }
                if (line.startsWith("Z")) {
                    hasFailed = line.equals("Z E");
                    TOLD.forEach(name -> lines.add(name + "=" + settings.get(name)));
                }
            }
            return lines;
        }
    }
}
