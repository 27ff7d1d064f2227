package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.postgres.PostgresServer;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.sqlcheck.RandomTexts.Text;
import dev.aimonflink.sql.plan.Table;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Asks PostgreSQL the random queries over the same rows, and compares all: names and types of columns, each digit, and errors. The
 * tables there have the rows that we read one by one, so that what is checked is what queries make of them.
 */
final class PostgresCheck {
    static final String ANSWERED = "answered alike";
    static final String REFUSED = "refused alike";
    static final String ONE_FAILS = "one of both fails in a row that the other may leave out";

    static final String OTHER_SCALE = "the same numbers, of which an equal one with another scale is given";

    private static final int QUERIES_OF_A_WORLD = 400;

    /** Functions that PostgreSQL has not. */
    private static final Pattern OURS = Pattern.compile("\\barg_(max|min)\\(");

    /** The order of rows that the text wants is that of all their columns. */
    private static final Pattern ORDERED = Pattern.compile("order by \\d[^()]*$");

    /** Is computed before there are rows. */
    private static final Pattern CONSTANT = Pattern.compile("\\(-?[\\d.]+ [-+*/%] -?[\\d.]+\\)|cast\\(-?[\\d.]+ as");

    /** What may leave a row, or a part of an expression, out of what is computed. */
    private static final Pattern LEAVES_OUT = Pattern.compile(
            " and | or | limit |exists \\(|case |coalesce\\(|filter \\(| in \\(| any \\(| all \\(| having |except | join ");

    /** What gives any one of several equal numbers, such as 0 and 0.00. */
    private static final Pattern ANY_OF_EQUAL =
            Pattern.compile("percentile_disc|distinct|group by|min\\(|max\\(| limit |except |intersect |union ");

    private static final String FAILS_IN_A_ROW = "22";

    private final long seed;
    private final Connection connection;
    private final Tally tally;

    private PostgresCheck(long seed, Connection connection) {
        this.seed = seed;
        tally = new Tally(seed);
        this.connection = connection;
    }

    /**
     * Checks some queries. The same seed draws the same worlds and texts.
     */
    static CheckReport run(int queries, long seed) {
        try (PostgresServer server = PostgresServer.start();
                Connection connection = server.connect()) {
            PostgresCheck check = new PostgresCheck(seed, connection);
            return check.tally.overWorlds(queries, QUERIES_OF_A_WORLD, check::world);
        } catch (SQLException e) {
            throw new IllegalStateException("PostgreSQL cannot be asked: " + e.getMessage(), e);
        }
    }

    private void world(int index, int count) throws SQLException {
        Random random = RandomWorld.random(seed, index);
        RandomWorld world = new RandomWorld(random);
        SqlMatrix matrix =
                new SqlMatrix(world.tables(), 1, KernelChoice.chosen().kernels());
        world.draw(matrix::event, matrix::profile);
        matrix.advanceTo(RandomWorld.NOW_MS + random.nextInt(2) * RandomWorld.DAY_MS);
        SqlText sql = new SqlText(world.tables(), SqlCheck.WIDE);
        List<Table> tables = List.of("cards", "regions", "banks").stream()
                .map(name -> world.tables().find(name).orElseThrow())
                .toList();
        new PostgresTables(connection)
                .replace(
                        tables,
                        table -> ask(
                                matrix,
                                sql,
                                "select "
                                        + String.join(
                                                ", ",
                                                table.columns().stream()
                                                        .map(column -> column.name())
                                                        .toList())
                                        + " from " + table.name()));
        RandomTexts texts = RandomTexts.withCasts(tables.get(0), random);
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < count; i++) {
                Text text = texts.next();
                tally.count(Tally.QUERIES);
                if (OURS.matcher(text.sql()).find()) {
                    tally.count("left out: PostgreSQL has no arg_max and arg_min");
                } else {
                    compare(
                            statement,
                            "seed=%d, world=%d, query=%d: %s".formatted(seed, index, i, text.sql()),
                            text,
                            answer(matrix, sql, text));
                }
            }
        }
    }

    private static QueryResult ask(SqlMatrix matrix, SqlText sql, String text) {
        QueryResult result = matrix.ask((SqlQuery) sql.query(text, List.of()));
        if (result.error() != null) {
            throw new IllegalStateException(text + " fails: " + result.error());
        }
        return result;
    }

    /** Null if the text asks for one entity, which is no scan. */
    private static PostgresAnswer answer(SqlMatrix matrix, SqlText sql, Text text) {
        try {
            Query query = sql.query(text.sql(), List.copyOf(text.values()));
            return query instanceof SqlQuery scan ? PostgresAnswer.of(matrix.ask(scan)) : null;
        } catch (QueryFailure refused) {
            return PostgresAnswer.failed(refused.error().inSql().state());
        }
    }

    private void compare(Statement statement, String name, Text asked, PostgresAnswer ours) throws SQLException {
        String text = asked.sql();
        PostgresAnswer theirs = PostgresAnswer.ask(statement, asked.inlined());
        if (ours == null) {
            tally.count("left out: asks for one entity");
        } else if (ours.error() != null && theirs.error() != null) {
            if (classOf(ours).equals(classOf(theirs))) {
                tally.count(REFUSED);
            } else {
                differ(name, ours, theirs);
            }
        } else if (ours.error() != null || theirs.error() != null) {
            boolean failsInARow = classOf(ours.error() == null ? theirs : ours).equals(FAILS_IN_A_ROW);
            if (failsInARow && ours.error() == null && CONSTANT.matcher(text).find()) {
                tally.count("PostgreSQL fails in a constant, which no row computes");
            } else if (failsInARow && LEAVES_OUT.matcher(text).find()) {
                tally.count(ONE_FAILS);
            } else if (failsInARow && theirs.error() == null && stopsAtARow(statement, asked.inlined())) {
                tally.count("PostgreSQL stops at a row that is enough");
            } else if (failsInARow
                    && text.contains(" intersect ")
                    && theirs.error() == null
                    && theirs.rows().isEmpty()) {
                tally.count("PostgreSQL does not read the second side of an INTERSECT whose first side is empty");
            } else {
                differ(name, ours, theirs);
            }
        } else if (isSame(text, ours, theirs)) {
            tally.count(ANSWERED);
        } else if (isSame(text, ours.withoutScales(), theirs.withoutScales())
                && (ANY_OF_EQUAL.matcher(text).find() || hasRowsOf(theirs, ours))) {
            tally.count(OTHER_SCALE);
        } else {
            differ(name, ours, theirs);
        }
    }

    /**
     * Whether one row, or none, is enough for PostgreSQL where the text has no LIMIT. So it is with the extreme or the different values
     * of what is the same in all rows, such as {@code bool_and(null)} or {@code distinct 5}; its plan says so.
     */
    static boolean stopsAtARow(Statement statement, String text) throws SQLException {
        return PostgresAnswer.ask(statement, "explain " + text).rows().stream()
                .anyMatch(line -> line.get(0).contains("Limit  (cost="));
    }

    /** Rows that are equal come as one of them, so that 0 and 0.00 are two times the same. */
    private static boolean hasRowsOf(PostgresAnswer theirs, PostgresAnswer ours) {
        return new HashSet<>(theirs.rows()).containsAll(ours.rows());
    }

    private static String classOf(PostgresAnswer failed) {
        return failed.error().substring(0, 2);
    }

    private static boolean isSame(String text, PostgresAnswer ours, PostgresAnswer theirs) {
        if (!ours.columns().equals(theirs.columns()) || !ours.types().equals(theirs.types())) {
            return false;
        }
        boolean isOrdered = ORDERED.matcher(text).find();
        if (text.contains(" limit ") && !isOrdered) {
            // Any rows will do.
            return ours.rows().size() == theirs.rows().size();
        }
        return isOrdered ? ours.equals(theirs) : ours.inAnyOrder().equals(theirs.inAnyOrder());
    }

    private void differ(String name, PostgresAnswer ours, PostgresAnswer theirs) {
        tally.differ(name, "ours %s\n  PostgreSQL's %s".formatted(ours, theirs));
    }
}
