package dev.aimonflink.local;

import dev.aimonflink.clients.ProfilePublisher;
import dev.aimonflink.clients.QueryClient;
import dev.aimonflink.clients.RecordPublisher;
import dev.aimonflink.clients.Waiting;
import dev.aimonflink.job.config.AimOptions;
import dev.aimonflink.matrix.format.model.ModelFile;
import dev.aimonflink.matrix.model.Attributes;
import dev.aimonflink.matrix.model.EntityId;
import dev.aimonflink.matrix.model.EntityProfile;
import dev.aimonflink.query.ask.statement.StatementClock;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.sqllogic.AnsweredValues;
import dev.aimonflink.query.sqllogic.LineColumns;
import dev.aimonflink.query.sqllogic.LogicEngine;
import dev.aimonflink.query.sqllogic.LogicRun;
import dev.aimonflink.query.sqllogic.LogicSystem;
import dev.aimonflink.query.sqllogic.LogicTables;
import dev.aimonflink.query.sqllogic.LogicTables.Contents;
import dev.aimonflink.query.sqllogic.LogicTally;
import dev.aimonflink.testing.Scale;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of statements that partitions answer, asked of a running job: the rows of their tables are profiles on its topic, and each
 * statement is a request on another one. A gateway answers the same over HTTP and by PostgreSQL's protocol.
 */
class StatementsOverKafkaIT {
    private static final Path FILES =
            Path.of("..", "aim-query", "src", "test", "resources", "sql", "regressions", "own");

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final int ONE_OF = 10;

    /** Their answers are others each time; and the one that the gateway is known to answer otherwise, as its file says. */
    private static final Pattern NOT_COMPARED = Pattern.compile(
            "(?i)\\b(now|random\\w*|gen_random_uuid|clock_timestamp|current_\\w+|localtime\\w*|varchar\\(0)\\b");

    /** No table of a file has more columns. */
    private static final int MOST_COLUMNS = 8;

    @RegisterExtension
    final SharedCluster cluster = new SharedCluster();

    @TempDir
    private Path folder;

    /** The number of each table by its columns and rows: files that have the same one share its lines. */
    private final Map<Object, Integer> relations = new HashMap<>();

    private RunningJob job;
    private QueryClient client;
    private GatewayWays gateway;
    private final List<String> differences = new ArrayList<>();
    private int compared;
    private ProfilePublisher profiles;
    private long lines;

    @BeforeEach
    void startJob() throws Exception {
        Path file = folder.resolve("sqllogic.yaml");
        String model = LineColumns.ATTRIBUTES.model(MOST_COLUMNS, 0);
        Files.writeString(file, model);
        cluster.createTopics();
        Configuration options = cluster.options()
                .set(AimOptions.MODEL, file.toString())
                // Of the limits of a statement, files know those that no option has.
                .set(AimOptions.SQL_MAX_MEMORY, MemorySize.ofMebiBytes(1 << 20));
        job = cluster.submit(cluster.newEnvironment(2), options);
        job.awaitRunning(DEADLINE);
        client = cluster.newClient();
        gateway = cluster.closedAfterwards(new GatewayWays(cluster.connection(), cluster.topics()));
        profiles = cluster.closedAfterwards(new ProfilePublisher(
                ModelFile.parse(model, "sqllogic.yaml"),
                new RecordPublisher(cluster.connection(), cluster.topics().profiles())));
    }

    @Test
    void shouldAnswerSomeStatements() throws IOException {
        long seed = Scale.seed();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        assertThat(passed("seed=" + seed, () -> random.nextInt(ONE_OF) == 0)).isGreaterThan(100);
    }

    @Tag("campaign")
    @Test
    void shouldAnswerAllStatements() throws IOException {
        assertThat(passed("all", () -> true)).isGreaterThan(2_000);
    }

    /** How many statements were answered as the files say, if none was not. */
    private long passed(String which, BooleanSupplier choice) throws IOException {
        LogicTally all = new LogicTally();
        try (Stream<Path> files = Files.list(FILES)) {
            for (Path file : files.sorted().toList()) {
                try (BufferedReader statements = Files.newBufferedReader(file)) {
                    LogicSystem system = new LogicSystem("partitions", this::engine);
                    all.add(LogicRun.of(file.getFileName().toString(), statements, system, null, choice));
                }
            }
        }
        assertThat(all.failures()).as(which).isEmpty();
        assertThat(all.reasons()).as(which).isEmpty();
        assertThat(differences).as(which).isEmpty();
        System.out.println(compared + " statements answered alike in three ways");
        assertThat(compared).isGreaterThan(100);
        return all.passed();
    }

    /** Publishes the rows of tables that are new, and waits until the job has them. */
    private LogicEngine engine(LogicTables tables) {
        List<String> commonTables = new ArrayList<>();
        for (Contents table : tables.all()) {
            Object rows = List.of(
                    table.columns(), table.rows().stream().map(Arrays::asList).toList());
            Integer known = relations.get(rows);
            if (known == null) {
                known = relations.size();
                relations.put(rows, known);
                publish(table, known);
            }
            commonTables.add(LineColumns.ATTRIBUTES.selection(table, known));
        }
        profiles.flush();
        List<List<Object>> expected = List.of(List.of(lines));
        assertThat(Waiting.until(() -> ask("SELECT count(*) FROM lines").rows().equals(expected), DEADLINE))
                .as("the job has lines=%d", lines)
                .isTrue();
        return sql -> {
            String asked = LineColumns.withTables(commonTables, sql);
            QueryResult result = ask(asked);
            if (!NOT_COMPARED.matcher(asked).find()) {
                compare(asked, result);
            }
            QueryError error = result.error();
            return error == null
                    ? LogicEngine.Reply.of(AnsweredValues.in(result))
                    : LogicEngine.Reply.failed(error.inSql().state(), error.message());
        };
    }

    private void compare(String sql, QueryResult result) {
        try {
            differences.addAll(gateway.differences(sql, result));
            compared++;
        } catch (SQLException | IOException failure) {
            throw new IllegalStateException(sql, failure);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    private void publish(Contents table, int relation) {
        for (Object[] row : table.rows()) {
            Object[] values = LineColumns.profile(table.columns(), row, relation, MOST_COLUMNS);
            profiles.publish(new EntityProfile(EntityId.of(lines++), Attributes.of(values)));
        }
    }

    private QueryResult ask(String text) {
        Map<String, Object> params = new HashMap<>(Map.of("text", text));
        if (StatementClock.isIn(text)) {
            params.putAll(StatementClock.parameters(Instant.now(), ZoneOffset.UTC));
        }
        QueryResult result = client.ask(new AskedQuery("sql", params), DEADLINE).join();
        if (result.status() == QueryResult.Status.TIMEOUT) {
            job.requireRunning();
        }
        return result;
    }
}
