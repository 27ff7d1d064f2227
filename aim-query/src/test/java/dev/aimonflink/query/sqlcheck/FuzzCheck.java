package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.serve.pass.NanoClock;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Plans texts that are broken in all sorts of ways. A text is planned, or refused with a code, a place in it and a sentence; nothing
 * else may happen.
 */
final class FuzzCheck {
    static final String PLANNED = "planned";
    static final String REFUSED = "refused";

    /** The most CPU time for planning a text that is as long and as nested as one may be. */
    static final long MOST_MICROS = 10_000;

    /** Errors that are of a whole statement, and not of one place: of its values, rows and time. */
    private static final Set<String> CODES_WITHOUT_PLACE = Set.of("21000", "42P02", "54000", "57014");

    private static final int TEXTS_OF_A_WORLD = 10_000;
    private static final int MAX_CHANGES = 4;
    private static final int KIB = 1024;

    private static final List<String> TOKENS = List.of(
            "select",
            "from",
            "where",
            "group by",
            "order by",
            "having",
            "limit",
            "offset",
            "distinct",
            "union all",
            "with",
            "as",
            "case",
            "when",
            "then",
            "else",
            "end",
            "and",
            "or",
            "not",
            "in",
            "between",
            "like",
            "is",
            "null",
            "exists",
            "cast",
            "join",
            "left",
            "on",
            "filter",
            "within group",
            "explain",
            "values",
            "insert",
            "cards",
            "regions",
            "r",
            "zip",
            "city",
            "tier",
            "count",
            "sum",
            "avg",
            "max",
            "(",
            ")",
            "(",
            ")",
            ",",
            ".",
            ";",
            "*",
            "+",
            "-",
            "/",
            "%",
            "=",
            "<>",
            "<=",
            "||",
            "::",
            "$1",
            "$99999",
            "'",
            "''",
            "'a'",
            "\"",
            "\"a\"",
            "--",
            "/*",
            "*/",
            "1",
            "0",
            "-1",
            "1e400",
            "9223372036854775808",
            "0.1",
            "1.",
            ".5",
            "e'\\",
            "$$",
            "[",
            "]",
            "\u0000",
            "\uD800",
            "\uDC00",
            "\uD83D\uDE80",
            "\u00a0",
            "\uFFFF",
            "\n");

    /**
     * How a text was planned.
     *
     * @param outcome {@link #PLANNED}, or the code of the error
     * @param micros of CPU time, the least of some times
     */
    record Planning(String outcome, long micros) {}

    private final long seed;
    private final Tally tally;

    private FuzzCheck(long seed) {
        this.seed = seed;
        tally = new Tally(seed);
    }

    /**
     * Plans some texts. The same seed draws the same ones.
     */
    static CheckReport run(int texts, long seed) {
        FuzzCheck check = new FuzzCheck(seed);
        return check.tally.overWorlds(texts, TEXTS_OF_A_WORLD, check::world);
    }

    private void world(int index, int count) {
        Random random = RandomWorld.random(seed, index);
        RandomWorld world = new RandomWorld(random);
        SqlText sql = new SqlText(world.tables(), SqlCheck.WIDE);
        RandomTexts texts = new RandomTexts(world.tables().find("cards").orElseThrow(), random);
        for (int i = 0; i < count; i++) {
            String text = random.nextInt(10) == 0
                    ? soup(random)
                    : changed(texts.next().sql(), random);
            tally.count(Tally.QUERIES);
            plan(sql, text, "seed=%d, world=%d, text=%d".formatted(seed, index, i));
        }
    }

    private void plan(SqlText sql, String text, String name) {
        try {
            sql.query(text, List.of());
            tally.count(PLANNED);
        } catch (QueryFailure refused) {
            String fault = fault(refused.error(), text);
            if (fault == null) {
                tally.count(REFUSED);
            } else {
                tally.differ(name + ": " + text, fault);
            }
        } catch (RuntimeException | Error defect) {
            tally.differ(name + ": " + text, defect.toString());
        }
    }

    /** What is wrong with a refusal; null if nothing is. */
    private static String fault(QueryError error, String text) {
        if (error.code() != QueryError.Code.SQL_ERROR) {
            return "a refusal that is no error of the text: " + error;
        }
        int position = error.inSql().position();
        boolean isInside = (position >= 1 && position <= text.length() + 1)
                || (position == 0 && CODES_WITHOUT_PLACE.contains(error.inSql().state()));
        return isInside && !error.message().isBlank() ? null : "a refusal without a place or a sentence: " + error;
    }

    /** Tokens in any order. */
    private static String soup(Random random) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "select " : "");
        for (int i = random.nextInt(40); i > 0; i--) {
            text.append(any(random)).append(random.nextInt(8) == 0 ? "" : " ");
        }
        return text.toString();
    }

    private static String any(Random random) {
        return TOKENS.get(random.nextInt(TOKENS.size()));
    }

    /** A text with some of its parts lost, doubled, swapped or replaced. */
    private static String changed(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = 1 + random.nextInt(MAX_CHANGES); i > 0; i--) {
            final int from = random.nextInt(changed.length() + 1);
            final int to = Math.min(changed.length(), from + random.nextInt(12));
            switch (random.nextInt(7)) {
                case 0 -> changed.delete(from, to);
                case 1 -> changed.insert(from, changed.substring(from, to));
                case 2 -> changed.insert(from, " " + any(random) + " ");
                case 3 -> changed.replace(from, to, any(random));
                case 4 -> changed.setLength(from);
                case 5 -> changed.insert(from, (char) random.nextInt(1 << 16));
                default -> changed.insert(0, "(".repeat(random.nextInt(120))).append(")".repeat(random.nextInt(120)));
            }
        }
        return changed.toString();
    }

    /** By its name, how many microseconds a text takes that is as long and as nested as one may be, or longer. */
    static Map<String, Planning> longTexts() {
        RandomWorld world = new RandomWorld(RandomWorld.random(1, 0));
        SqlText sql = new SqlText(world.tables(), SqlCheck.WIDE);
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("64 KiB of parentheses", "select " + "(".repeat(64 * KIB - 7));
        texts.put("64 KiB of parentheses that match", "select " + "(".repeat(32_000) + "1" + ")".repeat(32_000));
        texts.put("64 KiB of CASE in CASE", "select " + "case when true then ".repeat(3_200));
        texts.put("64 KiB of NOT", "select 1 from cards where " + "not ".repeat(16_000) + "true");
        texts.put("64 KiB of minus", "select " + "- ".repeat(32_000) + "1");
        texts.put("64 KiB of a sum", "select 1" + "+1".repeat(32_000));
        texts.put("64 KiB of OR", "select 1 from cards where true" + " or 1=0".repeat(9_000));
        texts.put("IN of 10,000 numbers", "select count(*) from cards where home_bank in (" + numbers(10_000) + ")");
        texts.put("65 KiB", "select '" + "x".repeat(65 * KIB) + "'");
        texts.put("60 queries that double a column", doubling("x + x", 60));
        texts.put(
                "140 queries that double a text",
                doubling("x || x", 140).replace("home_bank as", "home_bank::text as"));
        texts.put("64 KiB of replace", "select 1 from cards where length(" + replacing(60) + ") > 1");
        Map<String, Planning> plannings = new LinkedHashMap<>();
        texts.forEach((name, text) -> plannings.put(name, planning(sql, text)));
        return plannings;
    }

    /** Each query names the column of the one before several times. */
    private static String doubling(String expression, int levels) {
        StringBuilder text = new StringBuilder("with q0 as (select home_bank as x from cards)");
        for (int level = 1; level <= levels; level++) {
            text.append(", q%d as (select %s as x from q%d)".formatted(level, expression, level - 1));
        }
        return text.append(" select max(x) from q" + levels).toString();
    }

    /** Each replacement would make a text a thousand times as long. */
    private static String replacing(int times) {
        String thousand = "'" + "a".repeat(1_000) + "'";
        return "replace(".repeat(times) + thousand + (", 'a', " + thousand + ")").repeat(times);
    }

    private static String numbers(int count) {
        List<String> numbers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            numbers.add(String.valueOf(i));
        }
        return String.join(",", numbers);
    }

    private static Planning planning(SqlText sql, String text) {
        String outcome = PLANNED;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            final long startNanos = NanoClock.THREAD_CPU.nanoTime();
            try {
                sql.query(text, List.of());
            } catch (QueryFailure refused) {
                outcome = refused.error().inSql().state();
            }
            least = Math.min(least, NanoClock.THREAD_CPU.nanoTime() - startNanos);
        }
        return new Planning(outcome, TimeUnit.NANOSECONDS.toMicros(least));
    }
}
