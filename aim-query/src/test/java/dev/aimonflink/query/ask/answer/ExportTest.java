package dev.aimonflink.query.ask.answer;

import dev.aimonflink.matrix.kernel.ScalarKernels;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.statement.Payments;
import dev.aimonflink.query.ask.statement.SqlMatrix;
import dev.aimonflink.query.ask.statement.SqlText;
import dev.aimonflink.query.compute.partial.CopiedRows;
import dev.aimonflink.query.serve.mode.ScanMode;
import dev.aimonflink.query.serve.partition.Partition;
import dev.aimonflink.query.serve.pass.QueryError;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.ExportPiece;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ExportTest {
    private static final String CLIENT = "client";
    private static final String ID = "x";
    private static final List<String> SHOWN = List.of(
            "*",
            "card_id",
            "card_id, sum_amount_this_day, min_amount_this_week, note, tier, vip, \"limit\", points, score, since",
            "city, country, bank, zip",
            "avg_amount_this_week, sum_rate_this_day, max_rate_this_week, max_booked_at_this_day",
            "sum_amount_this_week + 1, upper(note), sum_amount_this_day / 3, tier = 'gold', 7, NULL",
            "points, points, count_events_this_day::text");
    private static final List<String> CONDITIONS = List.of(
            "",
            " WHERE sum_amount_this_week > 300",
            " WHERE note LIKE '%b%' OR tier = 'gold'",
            " WHERE sum_amount_this_day / 3 > 1 AND country = 'Switzerland'",
            " WHERE card_id < 0",
            " WHERE upper(note) = 'A' AND min_amount_this_week IS NOT NULL");

    private final SqlMatrix matrix = new SqlMatrix(Payments.TABLES, 3);

    private static ExportQuery export(String text) {
        return ExportQuery.of(ID, new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of()));
    }

    private static List<String> rows(SqlMatrix matrix, long piece) {
        QueryResult answer = matrix.ask(new ExportPiece(ID, piece));
        assertThat(answer.error()).isNull();
        List<String> rows = new ArrayList<>();
        try {
            for (byte[] each : ExportPiece.pieces(answer)) {
                new CopiedRows.Reader(each).forEachRemaining(row -> rows.add(Arrays.toString(row)));
            }
        } catch (IOException damaged) {
            throw new AssertionError(damaged);
        }
        return rows;
    }

    /** The rows of all pieces, after which it ends. */
    private static List<String> exported(SqlMatrix matrix, String text) {
        QueryResult begun = matrix.ask(export(text));
        assertThat(begun.error()).isNull();
        assertThat(begun.rows()).hasSize(matrix.partitions());
        List<String> rows = rows(matrix, 0);
        assertThat(rows)
                .hasSize(begun.rows().stream()
                        .mapToInt(size -> ((Long) size.get(1)).intValue())
                        .sum());
        assertThat(rows(matrix, 1)).isEmpty();
        assertThat(matrix.ask(ExportPiece.endOf(ID)).rows()).isEmpty();
        for (int i = 0; i < matrix.partitions(); i++) {
            assertThat(matrix.partition(i).exports().bytes()).isZero();
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(ScanMode.class)
    void shouldCopyTheRowsOfAnAnswer(ScanMode mode) {
        final long seed = System.nanoTime();
        SqlMatrix inMode = SqlMatrix.in(mode, Payments.TABLES, 3, new ScalarKernels());
        Payments unused = new Payments(new Random(seed), inMode);
        for (String shown : SHOWN) {
            for (String condition : CONDITIONS) {
                String text = "SELECT " + shown + " FROM cards" + condition;
                Query query = new SqlText(Payments.TABLES, AnswerLimits.USUAL).query(text, List.of());
                List<String> expected = inMode.ask(query).rows().stream()
                        .map(row -> Arrays.toString(row.toArray()))
                        .toList();
                assertThat(exported(inMode, text))
                        .as("seed %d: %s", seed, text)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT card_id FROM cards ORDER BY card_id",
                "SELECT card_id FROM cards LIMIT 10",
                "SELECT count(*) FROM cards",
                "SELECT DISTINCT tier FROM cards",
                "SELECT a.card_id FROM cards a JOIN cards b ON a.points = b.points",
                "SELECT card_id FROM cards WHERE points = (SELECT max(points) FROM cards)",
                "SELECT card_id FROM cards WHERE card_id = 5",
                "SELECT row_number() OVER () FROM cards",
                "SELECT 1"
            })
    void shouldRefuseWhatIsNotTheRowsOfTheMatrix(String text) {
        assertThatThrownBy(() -> export(text))
                .isInstanceOfSatisfying(
                        QueryFailure.class,
                        refused -> assertThat(refused.error().inSql().state()).isEqualTo("0A000"))
                .hasMessageStartingWith("Only rows of the matrix can be exported");
    }

    @Test
    void shouldCopyOneCut() {
        Payments payments = new Payments(new Random(7), matrix);
        List<String> before = exported(matrix, "SELECT * FROM cards");
        assertThat(matrix.ask(export("SELECT * FROM cards")).error()).isNull();
        payments.payMore(50);
        assertThat(rows(matrix, 0)).containsExactlyInAnyOrderElementsOf(before);
    }

    @Test
    void shouldBeOfOneMomentAlsoAcrossATurn() {
        String text = "SELECT card_id, sum_amount_this_day FROM cards";
        int turned = 0;
        for (int steps = 0; steps == turned; steps++) {
            SqlMatrix fresh = new SqlMatrix(Payments.TABLES, 1);
            Payments unused = new Payments(new Random(7), fresh);
            final List<String> before = exported(fresh, text);
            QueryResult begun =
                    fresh.askAndTurn(export(text), steps, fresh.partition(0).nowMs() + 86_400_000L);
            if (begun == null) {
                assertThat(turned).isPositive();
                return;
            }
            turned++;
            if (begun.error() == null) {
                List<String> rows = rows(fresh, 0);
                fresh.ask(ExportPiece.endOf(ID));
                assertThat(rows).isIn(before, exported(fresh, text));
            } else {
                assertThat(begun.error().inSql().state()).isEqualTo("40001");
            }
        }
    }

    @Test
    void shouldSayHowMuchMemoryTheCopyNeeds() {
        SqlMatrix small = new SqlMatrix(
                Payments.TABLES,
                1,
                Payments.TABLES.schema().columns().stream()
                        .map(column -> column.name())
                        .toList(),
                5L << 20);
        Payments unused = new Payments(new Random(7), small);
        QueryError error =
                small.ask(export("SELECT repeat('12345678', 12500) FROM cards")).error();
        assertThat(error.inSql().state()).isEqualTo("53200");
        assertThat(error.message())
                .isEqualTo("The copy of the rows needs 6 MiB in a partition, more than aim.exports.memory=5 MiB."
                        + " Ask for fewer rows or columns at a time, or raise the option.");
        assertThat(small.partition(0).exports().bytes()).isZero();
    }

    @Test
    void shouldRefuseARowThatNoAnswerCouldHave() {
        Payments unused = new Payments(new Random(7), matrix);
        QueryError error = matrix.ask(export("SELECT repeat('12345678', 100000) FROM cards"))
                .error();
        assertThat(error.inSql().state()).isEqualTo("54000");
        assertThat(error.message()).startsWith("A row of the export has 80");
    }

    @Test
    void shouldHaveOneAtATime() {
        Payments unused = new Payments(new Random(7), matrix);
        ExportQuery first = export("SELECT * FROM cards");
        ExportQuery other = new ExportQuery("y", first.asked());
        assertThat(matrix.ask(first).error()).isNull();
        assertThat(matrix.ask(other).error().inSql().state()).isEqualTo("53300");
        assertThat(rows(matrix, 0)).isNotEmpty();
        matrix.ask(ExportPiece.endOf("y"));
        assertThat(matrix.ask(other).error()).isNotNull();
        matrix.ask(ExportPiece.endOf(ID));
        assertThat(matrix.ask(other).error()).isNull();
    }

    @Test
    void shouldBeginAnewWhereAPartitionHasRefused() {
        Payments unused = new Payments(new Random(7), matrix);
        assertThat(matrix.partition(2).exports().begin(CLIENT, "y")).isNull();
        ExportQuery export = export("SELECT * FROM cards");
        assertThat(matrix.ask(export).error()).isNotNull();
        matrix.partition(2).exports().end(CLIENT, "y");
        assertThat(matrix.ask(export).error()).isNull();
        assertThat(rows(matrix, 0)).isNotEmpty();
    }

    @Test
    void shouldShowAnExportToItsClientAlone() {
        Payments unused = new Payments(new Random(7), matrix);
        assertThat(matrix.ask(export("SELECT * FROM cards")).error()).isNull();
        Partition partition = matrix.partition(0);
        assertThat(partition.exports().piece(CLIENT, ID, 0)).isNotNull();
        assertThatThrownBy(() -> partition.exports().piece("other", ID, 0))
                .isInstanceOfSatisfying(
                        QueryFailure.class,
                        gone -> assertThat(gone.error().inSql().state()).isEqualTo("40001"));
        assertThatThrownBy(() -> partition.exports().piece(CLIENT, "y", 0)).isInstanceOf(QueryFailure.class);
    }

    @Test
    void shouldKeepNothingOfAScanThatEndsAfterItsExport() {
        Payments unused = new Payments(new Random(7), matrix);
        ExportQuery export = export("SELECT * FROM cards");
        matrix.submit(export);
        matrix.partition(0).exports().end(CLIENT, ID);
        assertThat(matrix.finish(export).error()).isNull();
        assertThat(matrix.partition(0).exports().bytes()).isZero();
        assertThat(matrix.ask(new ExportPiece(ID, 0)).error().inSql().state()).isEqualTo("40001");
    }
}
