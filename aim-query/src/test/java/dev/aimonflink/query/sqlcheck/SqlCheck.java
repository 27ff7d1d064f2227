package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.matrix.kernel.KernelChoice;
import dev.aimonflink.matrix.kernel.Kernels;
import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.ask.answer.SqlQuery;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.compute.scan.ScanWay;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.serve.request.ScanQuery;
import dev.aimonflink.query.sqlcheck.RandomTexts.Text;
import dev.aimonflink.sql.SqlState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Runs random queries over random worlds in all ways that there are, and compares: by rows, and by vectors with the scalar and with
 * the vector kernels, over one, two and seven partitions. All have to give the same rows, or the same error.
 */
final class SqlCheck {
    private static final int QUERIES_OF_A_WORLD = 50;

    /** Before one in so many queries, or in its pass, time goes on by some hours, in which windows turn. */
    private static final int TURNS = 6;

    private static final int MOST_HOURS = 40;
    private static final long HOUR_MS = 3_600_000;

    /** So many steps of a pass are run before a turn in it. A small pass has as many. */
    private static final int MOST_STEPS = 4;

    private static final int[] PARTITIONS = {1, 2, 7};

    /** One day in nanoseconds: a statement never takes as long. */
    private static final long CPU_NANOS = 86_400_000_000_000L;

    static final AnswerLimits WIDE = new AnswerLimits(10_000, 100_000, 100_000, 100_000, CPU_NANOS);
    private static final AnswerLimits NARROW = new AnswerLimits(20, 12, 15, 40, CPU_NANOS);

    /** With which the codes of errors begin that depend on the values of a row. */
    private static final String FAILS_IN_A_ROW = "22";

    /** The same of limits. */
    private static final String PASSES_A_LIMIT = "54";

    private static final String SEVERAL_ERRORS = "several errors, of which any may come first";

    private static final Pattern LIMIT = Pattern.compile(" limit ([0-9]{1,9})");

    static final String PLANNED = "planned";
    static final String ANSWERED = "answered";

    private final long seed;
    private final Tally tally;

    private SqlCheck(long seed) {
        this.seed = seed;
        tally = new Tally(seed);
    }

    /**
     * Checks some queries. The same seed draws the same worlds and texts.
     */
    static CheckReport run(int queries, long seed) {
        SqlCheck check = new SqlCheck(seed);
        return check.tally.overWorlds(queries, QUERIES_OF_A_WORLD, check::world);
    }

    /** Under which fragments are counted that run in a way. */
    static String fragmentsBy(ScanWay.Kind kind) {
        return "fragments by " + kind.name().toLowerCase(Locale.ROOT);
    }

    private void world(int index, int count) {
        Random random = RandomWorld.random(seed, index);
        RandomWorld world = new RandomWorld(random);
        List<SqlMatrix> scalar = matrices(world, new ScalarKernels());
        List<SqlMatrix> vector = matrices(world, KernelChoice.chosen().kernels());
        List<SqlMatrix> all = new ArrayList<>(scalar);
        all.addAll(vector);
        world.draw(
                event -> all.forEach(matrix -> matrix.event(event)),
                (key, attributes) -> all.forEach(matrix -> matrix.profile(key, attributes)));
        long timeMs = RandomWorld.NOW_MS + random.nextInt(2) * RandomWorld.DAY_MS;
        advance(all, timeMs);
        RandomTexts texts = new RandomTexts(world.tables().find("cards").orElseThrow(), random);
        AnswerLimits limits = random.nextInt(4) == 0 ? NARROW : WIDE;
        SqlText sql = new SqlText(world.tables(), limits);
        for (int i = 0; i < count; i++) {
            Text text = texts.next();
            String name = "seed=%d, world=%d, query=%d: %s".formatted(seed, index, i, text.sql());
            tally.count(Tally.QUERIES);
            SqlQuery query = planned(sql, text);
            if (query != null) {
                tally.count(PLANNED);
                query.ways().forEach(way -> tally.count(fragmentsBy(way.kind())));
                QueryResult before = null;
                QueryResult turned = null;
                if (random.nextInt(TURNS) == 0) {
                    timeMs += (1 + random.nextInt(MOST_HOURS)) * HOUR_MS;
                    if (random.nextBoolean()) {
                        SqlMatrix one = random.nextBoolean() ? scalar.get(0) : vector.get(0);
                        before = ask(one, query);
                        turned = one.askAndTurn(query, random.nextInt(MOST_STEPS), timeMs);
                    }
                    advance(all, timeMs);
                }
                compare(
                        name,
                        text,
                        limits.equals(NARROW),
                        query,
                        scalar,
                        vector,
                        turned == null ? List.of() : List.of(before, turned));
            }
        }
    }

    private static void advance(List<SqlMatrix> all, long timeMs) {
        all.forEach(matrix -> matrix.advanceTo(timeMs));
    }

    private static List<SqlMatrix> matrices(RandomWorld world, Kernels kernels) {
        List<SqlMatrix> matrices = new ArrayList<>();
        for (int partitions : PARTITIONS) {
            matrices.add(new SqlMatrix(world.tables(), partitions, kernels));
        }
        return matrices;
    }

    /** Null if the text cannot be planned, or asks for one entity. */
    private static SqlQuery planned(SqlText sql, Text text) {
        try {
            Query query = sql.query(text.sql(), List.copyOf(text.values()));
            return query instanceof SqlQuery scan ? scan : null;
        } catch (QueryFailure notPlanned) {
            return null;
        }
    }

    private void compare(
            String name,
            Text text,
            boolean isNarrow,
            SqlQuery query,
            List<SqlMatrix> scalar,
            List<SqlMatrix> vector,
            List<QueryResult> beforeAndTurned) {
        QueryResult first = null;
        for (int i = 0; i < scalar.size(); i++) {
            QueryResult byRows = ask(scalar.get(i), query.atBestBy(ScanWay.Kind.ROWS));
            requireSame(name, text, i, "scalar kernels", isNarrow, byRows, ask(scalar.get(i), query));
            requireSame(name, text, i, "vector kernels", isNarrow, byRows, ask(vector.get(i), query));
            if (first == null) {
                first = byRows;
                compareTurned(name, text, isNarrow, byRows, beforeAndTurned);
                if (byRows.error() == null) {
                    tally.count(ANSWERED);
                }
            } else if (text.isStable()
                    && !mayFailAlone(text, isNarrow, first, byRows)
                    && !isSameInAnyOrder(first, byRows, isNarrow)) {
                tally.differ(
                        name,
                        "%d partitions, by rows: %s, but one has %s"
                                .formatted(PARTITIONS[i], shown(byRows), shown(first)));
            }
        }
    }

    private static QueryResult ask(SqlMatrix matrix, ScanQuery query) {
        return matrix.ask(query);
    }

    private void requireSame(
            String name, Text text, int i, String way, boolean isNarrow, QueryResult expected, QueryResult actual) {
        if (isNarrow && isLimitBesideAnotherFailure(expected, actual)) {
            tally.count(SEVERAL_ERRORS);
        } else if (isFailureOfGroupThatIsNotShown(text, expected, actual)) {
            tally.count("failures in a group that is not shown");
        } else if (!shown(expected).equals(shown(actual))) {
            tally.differ(
                    name,
                    "%d partitions, %s: %s, but by rows %s"
                            .formatted(PARTITIONS[i], way, shown(actual), shown(expected)));
        }
    }

    /**
     * Whether both fail, and one by a limit. A vector's values are computed before its groups are found, so
     * a later row may fail before an earlier one makes a group too many.
     */
    private static boolean isLimitBesideAnotherFailure(QueryResult a, QueryResult b) {
        return a.error() != null
                && b.error() != null
                && (isFailureOf(a, PASSES_A_LIMIT) || isFailureOf(b, PASSES_A_LIMIT));
    }

    /** Whether a row fails in one way alone, and groups were left out: those that are not among the first ones need not be computed. */
    private static boolean isFailureOfGroupThatIsNotShown(Text text, QueryResult a, QueryResult b) {
        boolean failsAlone = (isFailureOf(a, FAILS_IN_A_ROW) && b.error() == null)
                || (isFailureOf(b, FAILS_IN_A_ROW) && a.error() == null);
        if (!failsAlone || !text.sql().contains(" group by ")) {
            return false;
        }
        int rows = (a.error() == null ? a : b).rows().size();
        return LIMIT.matcher(text.sql()).results().anyMatch(limit -> Integer.parseInt(limit.group(1)) == rows);
    }

    private static boolean isFailureOf(QueryResult result, String kind) {
        return result.error() != null && codeOf(result.error()).startsWith(kind);
    }

    private static String shown(QueryResult result) {
        return result.error() != null
                ? result.error().toString()
                : result.rows().toString();
    }

    /**
     * Whether it depends on the partitions if a query fails: where enough rows are enough, some are never computed; and each partition
     * has its limits, which several reach together.
     */
    private static boolean mayFailAlone(Text text, boolean isNarrow, QueryResult a, QueryResult b) {
        boolean isLimited = text.sql().contains(" limit ") || text.sql().contains("exists (");
        return (isLimited || isNarrow) && (a.error() == null) != (b.error() == null);
    }

    /**
     * A query whose windows turn while it is scanned begins again, and answers as after the turn, or says that they turned. One that
     * has scanned all answers as before.
     */
    private void compareTurned(
            String name, Text text, boolean isNarrow, QueryResult after, List<QueryResult> beforeAndTurned) {
        if (beforeAndTurned.isEmpty()) {
            return;
        }
        QueryResult turned = beforeAndTurned.get(1);
        if (turned.error() != null && turned.error().inSql().state().equals(SqlState.SERIALIZATION_FAILURE.code())) {
            tally.count("refused because windows turned in a pass");
        } else {
            tally.count("windows turned in a pass");
            if (!shown(turned).equals(shown(beforeAndTurned.get(0)))) {
                requireSame(name, text, 0, "windows turned in the pass", isNarrow, after, turned);
            }
        }
    }

    /**
     * Whether rows are the same, or the errors are. Errors may differ where each has its rows: which row fails first depends on the
     * partitions, and so does which limit is reached first.
     */
    private boolean isSameInAnyOrder(QueryResult a, QueryResult b, boolean isNarrow) {
        if (a.error() == null && b.error() == null) {
            return sorted(a.rows()).equals(sorted(b.rows()));
        }
        if (a.error() == null || b.error() == null) {
            return false;
        }
        String first = codeOf(a.error());
        String second = codeOf(b.error());
        if (first.equals(second)) {
            return true;
        }
        tally.count(SEVERAL_ERRORS);
        return isNarrow || (first.startsWith(FAILS_IN_A_ROW) && second.startsWith(FAILS_IN_A_ROW));
    }

    private static String codeOf(QueryError error) {
        return error.inSql() == null ? error.code().name() : error.inSql().state();
    }

    private static List<String> sorted(List<List<Object>> rows) {
        return rows.stream()
                .map(Object::toString)
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
