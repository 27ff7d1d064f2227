package dev.aimonflink.lab.meter;

import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.QueryResult.AsOf;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.lab.meter.Results.MONDAY;
import static org.assertj.core.api.Assertions.assertThat;

class InvariantsTest {
    private static final AsOf NOON = Results.NOON;
    private static final AsOf LATER = Results.asOf(NOON.eventTimeMs() + 1, MONDAY, MONDAY);
    private static final AsOf TOMORROW = Results.asOf(NOON.eventTimeMs() + 86_400_000, MONDAY.plusDays(1), MONDAY);
    private static final AsOf NEXT_WEEK =
            Results.asOf(NOON.eventTimeMs() + 604_800_000, MONDAY.plusDays(7), MONDAY.plusDays(7));

    private final Invariants invariants = new Invariants();

    @Test
    void shouldAcceptThatEverythingGrows() {
        check("q2", NOON, 10, List.of(row((Object) null)));
        check("q2", NOON, 10, List.of(row(amount("1.00"))));
        check("q2", LATER, 11, List.of(row(amount("1.00"))));
        check("q4", LATER, 11, List.of(row("Zurich", amount("6.5"), 700L)));
        check("q4", LATER, 11, List.of(row("Lausanne", amount("6.0"), 100L), row("Zurich", amount("6.2"), 800L)));
        assertThat(invariants.broken()).isEmpty();
    }

    @Test
    void shouldComplainOfTimeThatGoesBack() {
        check("q1", LATER, 10, List.of(row(1L)));
        check("q3", NOON, 10, List.of(row(1L)));
        assertThat(invariants.broken())
                .containsExactly("AskedQuery[query=q3, params={}]: asOf.newest went back from " + LATER.eventTimeMs()
                        + " to " + NOON.eventTimeMs());
    }

    @Test
    void shouldComplainOfTimeThatIsForgotten() {
        check("q1", NOON, 10, List.of(row(1L)));
        check("q1", AsOf.NO_EVENT, 10, List.of(row(1L)));
        assertThat(invariants.broken()).singleElement().asString().endsWith("went back from 1767614400000 to null");
    }

    @Test
    void shouldComplainOfRowsThatVanish() {
        check("q1", NOON, 10, List.of(row(1L)));
        check("q7", NOON, 9, List.of(row(1L)));
        assertThat(invariants.broken())
                .containsExactly("AskedQuery[query=q7, params={}]: rowsScanned fell from 10 to 9");
    }

    @Test
    void shouldTakeAPointQueryForOnePartitionAlone() {
        check("verify", LATER, 10, List.of(row(10L, 0L)));
        check("card", NOON, 1, List.of(row(7L)));
        check("verify", LATER, 10, List.of(row(10L, 0L)));
        assertThat(invariants.broken()).isEmpty();
    }

    @Test
    void shouldComplainOfCellsThatDifferFromTheirRecords() {
        check("verify", NOON, 10, List.of(row(10L, 3L)));
        assertThat(invariants.broken())
                .containsExactly("AskedQuery[query=verify, params={}]: cells differ from their records: [[10, 3]]");
    }

    @Test
    void shouldComplainOfASumThatFallsOrAGroupThatIsGone() {
        check(
                "q5",
                NOON,
                10,
                List.of(row("ASIA", amount("5.00"), amount("7.00")), row("EUROPE", amount("1.00"), amount("1.00"))));
        check("q5", NOON, 10, List.of(row("ASIA", amount("5.00"), amount("6.99"))));
        assertThat(invariants.broken())
                .containsExactly(
                        "AskedQuery[query=q5, params={}]: column2 fell from [ASIA, 5.00, 7.00] to [ASIA, 5.00, 6.99]",
                        "AskedQuery[query=q5, params={}]: row [EUROPE, 1.00, 1.00] is gone");
    }

    @Test
    void shouldCompareAnswersToTheSameQuestionOnly() {
        invariants.check(
                new AskedQuery("q2", Map.of("beta", 2L)),
                Results.ok(AskedQuery.withDefaults("q2"), List.of(row(amount("9.00"))), NOON, 10));
        invariants.check(
                new AskedQuery("q2", Map.of("beta", 5L)),
                Results.ok(AskedQuery.withDefaults("q2"), List.of(row(amount("8.00"))), NOON, 10));
        assertThat(invariants.broken()).isEmpty();
    }

    @Test
    void shouldAcceptThatAWindowTurns() {
        check("q6", NOON, 10, List.of(row("local", "day", 7L, 300L), row("local", "week", 7L, 300L)));
        check("q6", TOMORROW, 10, List.of(row("local", "day", null, null), row("local", "week", 7L, 300L)));
        check("q6", NEXT_WEEK, 10, List.of(row("local", "day", 8L, 20L), row("local", "week", 8L, 20L)));
        assertThat(invariants.broken()).isEmpty();
    }

    @Test
    void shouldNotExcuseTheWeekWhenTheDayTurns() {
        check("q6", NOON, 10, List.of(row("local", "day", 7L, 300L), row("local", "week", 7L, 300L)));
        check("q6", TOMORROW, 10, List.of(row("local", "day", 8L, 20L), row("local", "week", 8L, 20L)));
        assertThat(invariants.broken())
                .containsExactly("AskedQuery[query=q6, params={}]: column3 fell from [local, week, 7, 300] to"
                        + " [local, week, 8, 20]");
    }

    private void check(String query, AsOf asOf, long rowsScanned, List<List<Object>> rows) {
        AskedQuery call = AskedQuery.withDefaults(query);
        invariants.check(call, Results.ok(call, rows, asOf, rowsScanned));
    }

    private static List<Object> row(Object... cells) {
        return Arrays.asList(cells);
    }

    private static BigDecimal amount(String number) {
        return new BigDecimal(number);
    }
}
