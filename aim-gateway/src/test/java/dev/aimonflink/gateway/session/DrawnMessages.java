package dev.aimonflink.gateway.session;

import dev.aimonflink.gateway.message.Format;
import dev.aimonflink.gateway.message.Frontend;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws what a client could say: messages of a session in groups, after each of which the client waits. */
final class DrawnMessages {
    private static final int MAX_GROUPS = 10;
    private static final int MAX_MESSAGES = 8;
    private static final int MAX_STATEMENTS = 4;

    private static final List<String> SELECTS = List.of(
            "SELECT 1",
            "SELECT 1 AS one, 'a' AS t",
            "SELECT NULL",
            "SELECT true, 1.50, 'x' || 'y'",
            "SELECT 1 WHERE false",
            "VALUES (1, 'a'), (2, NULL)",
            "SELECT g FROM generate_series(1, 2) g",
            "SELECT g FROM generate_series(1, 5) g",
            "SELECT g, g * 2 AS d FROM generate_series(1, 7) g WHERE g > 3 ORDER BY g DESC",
            "SELECT count(*), max(g) FROM generate_series(1, 4) g",
            "SELECT 9223372036854775807",
            "SELECT current_setting('TimeZone')",
            "SELECT current_user",
            "SELECT count(*) FROM subscribers",
            "SELECT subscriber_id FROM subscribers ORDER BY 1 DESC -- of the job",
            "SELECT max(subscriber_id) AS m FROM subscribers WHERE subscriber_id < 4;");

    /** These fail when they are planned, or at their first row. */
    private static final List<String> WRONG = List.of(
            "SELECT nothing",
            "SELECT no_function(1)",
            "SELECT 1 / g FROM generate_series(0, 2) g",
            "SELECT (g || 'x')::int FROM generate_series(0, 2) g",
            "SELECT $1",
            "FETCH 1 FROM nobody",
            "EXECUTE nobody",
            "RELEASE nobody",
            "ROLLBACK TO nobody",
            "SHOW no.such",
            "SET no_such = 1");

    /** Also without any, as one that fails for the job: of several in one text, those before it would not be answered. */
    private static final List<String> OF_PARAMETERS = List.of(
            "SELECT subscriber_id FROM subscribers WHERE 1 / (subscriber_id - 3) > 9",
            "SELECT $1::int + 1",
            "SELECT $1::text AS t, $2::int",
            "SELECT g FROM generate_series(1, $1::int) g",
            "SELECT 10 / $1::int",
            "SELECT count(*) FROM subscribers WHERE subscriber_id > $1",
            "SELECT min(subscriber_id) FROM subscribers WHERE subscriber_id > 10 / (subscriber_id - $1)",
            "SELECT $1",
            "SELECT $1 WHERE $2");

    private static final List<String> SETTINGS = List.of(
            "SET TimeZone = 'Europe/Zurich'",
            "SET TimeZone TO 'UTC'",
            "SET TIME ZONE 'Asia/Tokyo'",
            "SET LOCAL TimeZone = 'America/Lima'",
            "SET SESSION application_name = 'one'",
            "SET application_name TO two",
            "SET LOCAL application_name TO DEFAULT",
            "SET TimeZone = 'No/Where'",
            "SET DateStyle = 'ISO, DMY'",
            "SET statement_timeout = 60000",
            "SET statement_timeout = '90s'",
            "SET my.own = 'x'",
            "SET aim.freshness = off",
            "SHOW TimeZone",
            "SHOW TIME ZONE",
            "SHOW application_name",
            "SHOW DateStyle",
            "SHOW statement_timeout",
            "SHOW transaction isolation level",
            "RESET TimeZone",
            "RESET application_name",
            "RESET ALL",
            "SELECT set_config('application_name', 'three', false)",
            "SELECT set_config('TimeZone', 'Asia/Seoul', true)");

    private static final List<String> TRANSACTIONS = List.of(
            "BEGIN",
            "BEGIN",
            "BEGIN WORK",
            "START TRANSACTION READ ONLY",
            "BEGIN ISOLATION LEVEL READ COMMITTED",
            "COMMIT",
            "COMMIT",
            "END",
            "COMMIT AND CHAIN",
            "ROLLBACK",
            "ROLLBACK",
            "ABORT",
            "ROLLBACK AND CHAIN",
            "SAVEPOINT a",
            "SAVEPOINT a",
            "SAVEPOINT b",
            "RELEASE a",
            "RELEASE SAVEPOINT b",
            "ROLLBACK TO a",
            "ROLLBACK TO SAVEPOINT b",
            "SET TRANSACTION READ ONLY");

    private static final List<String> CURSORS = List.of(
            "DECLARE c SCROLL CURSOR FOR SELECT g FROM generate_series(1, 4) g",
            "DECLARE c SCROLL CURSOR WITH HOLD FOR SELECT g FROM generate_series(1, 6) g",
            "DECLARE d SCROLL CURSOR FOR VALUES (1, 'a'), (2, 'b'), (3, 'c')",
            "DECLARE p CURSOR FOR SELECT 1",
            "FETCH c",
            "FETCH 2 FROM c",
            "FETCH ALL IN c",
            "FETCH FORWARD 3 FROM d",
            "FETCH BACKWARD 2 FROM c",
            "FETCH BACKWARD ALL FROM d",
            "FETCH PRIOR FROM c",
            "FETCH FIRST d",
            "FETCH LAST c",
            "FETCH ABSOLUTE 2 FROM d",
            "FETCH ABSOLUTE -1 FROM c",
            "FETCH ABSOLUTE 0 FROM c",
            "FETCH RELATIVE 0 FROM c",
            "FETCH RELATIVE 2 FROM d",
            "FETCH RELATIVE -9 FROM c",
            "FETCH 0 FROM c",
            "MOVE c",
            "MOVE 2 IN c",
            "MOVE ALL FROM d",
            "MOVE BACKWARD ALL IN c",
            "MOVE ABSOLUTE 3 IN c",
            "CLOSE c",
            "CLOSE d");

    /** These are not sent as portals, which would be about themselves. */
    private static final List<String> OF_ANY_PORTAL =
            List.of("CLOSE ALL", "FETCH FROM p", "CLOSE p", "FETCH 2 FROM q", "DISCARD ALL");

    private static final List<String> PREPARED = List.of(
            "PREPARE s AS SELECT 1 AS n",
            "PREPARE s (int) AS SELECT $1 + 1",
            "PREPARE t (int, text) AS SELECT $2, $1",
            "PREPARE t AS SELECT g FROM generate_series(1, 3) g",
            "EXECUTE s",
            "EXECUTE s(4)",
            "EXECUTE s('x')",
            "EXECUTE t(1, 'a')",
            "EXECUTE t",
            "DEALLOCATE s",
            "DEALLOCATE PREPARE t",
            "DEALLOCATE ALL",
            "DISCARD PLANS");

    private final Random random;

    DrawnMessages(Random random) {
        this.random = random;
    }

    /** Groups, each of which ends with a message that is answered when the server is ready. */
    List<List<Frontend>> groups() {
        return IntStream.range(0, 1 + random.nextInt(MAX_GROUPS))
                .mapToObj(i -> group())
                .toList();
    }

    private List<Frontend> group() {
        if (random.nextInt(5) < 2) {
            return List.of(new Frontend.Query(statements()));
        }
        List<Frontend> messages = new ArrayList<>();
        int count = random.nextInt(MAX_MESSAGES);
        while (messages.size() < count) {
            add(messages);
        }
        messages.add(new Frontend.Sync());
        return messages;
    }

    /** A message; often all that run a statement. */
    private void add(List<Frontend> messages) {
        switch (random.nextInt(12)) {
            case 0, 1 -> {
                String name = statementName();
                messages.add(new Frontend.Parse(name, textFor(name), List.of()));
            }
            case 2, 3 -> messages.add(bind(portalName(), statementName()));
            case 4, 5 -> messages.add(new Frontend.Execute(portalName(), rows()));
            case 6 ->
                messages.add(
                        random.nextBoolean()
                                ? Talk.describeStatement(statementName())
                                : Talk.describePortal(portalName()));
            case 7 ->
                messages.add(
                        random.nextBoolean()
                                ? new Frontend.Close(Frontend.Target.STATEMENT, statementName())
                                : new Frontend.Close(Frontend.Target.PORTAL, portalName()));
            case 8 -> messages.add(isQueryAllowed(messages) ? new Frontend.Query(statements()) : new Frontend.Flush());
            default -> addWhole(messages);
        }
    }

    /** PostgreSQL says behind one among messages that run something that a block is open, which is over at Sync. */
    private boolean isQueryAllowed(List<Frontend> messages) {
        return random.nextInt(3) == 0 && messages.stream().noneMatch(Frontend.Execute.class::isInstance);
    }

    private void addWhole(List<Frontend> messages) {
        String statement = random.nextInt(4) > 0 ? "" : statementName();
        String portal = random.nextInt(4) > 0 ? "" : portalName();
        messages.add(new Frontend.Parse(statement, textFor(statement), List.of()));
        if (random.nextBoolean()) {
            messages.add(Talk.describeStatement(statement));
        }
        messages.add(Talk.bind(portal, statement));
        if (random.nextBoolean()) {
            messages.add(Talk.describePortal(portal));
        }
        messages.add(new Frontend.Execute(portal, rows()));
        if (random.nextInt(3) == 0) {
            messages.add(new Frontend.Execute(portal, rows()));
        }
    }

    private Frontend.Bind bind(String portal, String statement) {
        String[] values = new String[random.nextInt(5) < 3 ? 0 : random.nextInt(3)];
        for (int i = 0; i < values.length; i++) {
            values[i] = one(Arrays.asList("2", "3", "x", null, "true"));
        }
        List<byte[]> bytes = Arrays.stream(values)
                .map(value -> value == null ? null : value.getBytes(StandardCharsets.UTF_8))
                .toList();
        return new Frontend.Bind(portal, statement, formats(8), bytes, formats(8));
    }

    private List<Format> formats(int oneIn) {
        return random.nextInt(oneIn) > 0
                ? List.of()
                : IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> Format.TEXT)
                        .toList();
    }

    private int rows() {
        return random.nextBoolean() ? 0 : 1 + random.nextInt(4);
    }

    private String statementName() {
        return one(List.of("", "", "s", "t"));
    }

    private String portalName() {
        return one(List.of("", "", "p", "q"));
    }

    /** EXECUTE runs what has a name: PostgreSQL 18 breaks down if that ends a transaction, or executes itself. */
    private String textFor(String name) {
        return random.nextInt(3) == 0 ? one(OF_PARAMETERS) : name.isEmpty() ? plain() : one(SELECTS);
    }

    private String statements() {
        int count = random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(MAX_STATEMENTS);
        return IntStream.range(0, count)
                .mapToObj(i -> random.nextInt(20) == 0 ? one(OF_ANY_PORTAL) : plain())
                .collect(Collectors.joining("; "));
    }

    private String plain() {
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> one(SELECTS);
            case 3 -> one(WRONG);
            case 4, 5 -> one(SETTINGS);
            case 6, 7, 8, 9 -> one(TRANSACTIONS);
            case 10, 11, 12 -> one(CURSORS);
            case 13, 14 -> one(PREPARED);
            default -> random.nextInt(3) == 0 ? "" : one(SELECTS);
        };
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
