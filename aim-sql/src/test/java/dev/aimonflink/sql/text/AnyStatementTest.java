package dev.aimonflink.sql.text;

import dev.aimonflink.sql.SqlException;
import dev.aimonflink.testing.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Statements by chance, and what becomes of them when some of their characters are lost or misplaced. */
class AnyStatementTest {
    private static final long SEED = Long.getLong("aim.test.seed", 42);
    private static final int ROUND_TRIPS = Scale.times(125);
    private static final int MUTATIONS = Scale.times(25_000);

    private static final String[] PIECES = {
        "select",
        "from",
        "where",
        "group",
        "by",
        "having",
        "order",
        "limit",
        "offset",
        "fetch",
        "first",
        "rows",
        "only",
        "union",
        "intersect",
        "except",
        "all",
        "distinct",
        "with",
        "as",
        "values",
        "table",
        "join",
        "left",
        "cross",
        "on",
        "using",
        "natural",
        "lateral",
        "exists",
        "in",
        "any",
        "not",
        "is",
        "null",
        "case",
        "when",
        "then",
        "else",
        "end",
        "cast",
        "extract",
        "position",
        "trim",
        "substring",
        "filter",
        "within",
        "over",
        "interval",
        "date",
        "array",
        "row",
        "explain",
        "analyze",
        "format",
        "set",
        "insert",
        "delete",
        "top",
        "collate",
        "operator",
        "at",
        "time",
        "zone",
        "count(*)",
        "(",
        ")",
        "((",
        "))",
        ",",
        ";",
        ".",
        "*",
        "::",
        "=",
        "==",
        "&&",
        "[",
        "?",
        "'x'",
        "'",
        "\"q\"",
        "\"",
        "$1",
        "1",
        "1.5",
        "a",
        "--",
        "/*",
        "*/",
        "é",
        "\uD83D\uDE00"
    };

    @Test
    void shouldReadAgainWhatWasShown() {
        RandomStatements statements = new RandomStatements(SEED);
        for (int i = 0; i < ROUND_TRIPS; i++) {
            Statement statement = statements.statement();
            String text = ShownStatement.of(statement);
            String as = "seed %d, statement %d: %s".formatted(SEED, i, text);
            List<Statement> again = readOrFail(text, as);
            assertThat(ShownStatement.of(again)).as(as).isEqualTo(text);
            assertThat(withoutPositions(again)).as(as).isEqualTo(withoutPositions(List.of(statement)));
        }
    }

    private static String withoutPositions(List<Statement> statements) {
        return statements.toString().replaceAll("position=[0-9]+", "");
    }

    private static List<Statement> readOrFail(String text, String as) {
        try {
            return StatementParser.parse(text);
        } catch (SqlException error) {
            return fail(as + ": position " + error.position() + ": " + error.getMessage());
        }
    }

    @Test
    void shouldGiveATreeOrAnErrorForEachText() {
        Random random = new Random(SEED);
        List<String> texts = new ArrayList<>();
        RandomStatements statements = new RandomStatements(SEED);
        while (texts.size() < 500) {
            String text = ShownStatement.of(statements.statement());
            if (text.length() < 300) {
                texts.add(text);
            }
        }
        int understood = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            String text = mutated(texts.get(random.nextInt(texts.size())), random);
            try {
                StatementParser.parse(text);
                understood++;
            } catch (SqlException expected) {
                assertThat(expected.position()).as("seed %d: %s", SEED, text).isBetween(0, text.length());
                assertThat(expected.getMessage().charAt(expected.getMessage().length() - 1))
                        .as("seed %d: %s", SEED, text)
                        .isIn('.', '?');
            } catch (RuntimeException | StackOverflowError wrong) {
                throw new AssertionError("seed " + SEED + ": " + text, wrong);
            }
        }
        assertThat(understood).as("seed %d", SEED).isBetween(MUTATIONS / 100, MUTATIONS - MUTATIONS / 100);
    }

    private static String mutated(String text, Random random) {
        StringBuilder changed = new StringBuilder(text);
        for (int times = 1 + random.nextInt(3); times > 0; times--) {
            int at = random.nextInt(changed.length() + 1);
            int end = Math.min(changed.length(), at + random.nextInt(12));
            switch (random.nextInt(5)) {
                case 0 -> changed.delete(at, end);
                case 1 -> changed.insert(at, " " + PIECES[random.nextInt(PIECES.length)] + " ");
                case 2 -> changed.replace(at, end, PIECES[random.nextInt(PIECES.length)]);
                case 3 -> changed.insert(at, changed.substring(at, end));
                default -> changed.insert(random.nextInt(changed.length() + 1), changed.substring(at, end));
            }
        }
        return changed.toString();
    }
}
