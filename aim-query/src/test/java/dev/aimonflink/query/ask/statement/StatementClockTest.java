package dev.aimonflink.query.ask.statement;

import dev.aimonflink.matrix.calls.CallModel;
import dev.aimonflink.matrix.calls.Event;
import dev.aimonflink.matrix.calls.PlainDimensions;
import dev.aimonflink.query.ask.cut.AnswerLimits;
import dev.aimonflink.query.ask.tables.MatrixTables;
import dev.aimonflink.query.serve.pass.QueryFailure;
import dev.aimonflink.query.serve.request.AskedQuery;
import dev.aimonflink.query.serve.request.Catalogue;
import dev.aimonflink.query.serve.request.Query;
import dev.aimonflink.query.serve.request.QueryResult;
import dev.aimonflink.query.setup.Catalogues;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class StatementClockTest {
    private static final Instant NOW = Instant.parse("2026-11-18T23:30:00.5Z");
    private static final MatrixTables TABLES =
            new MatrixTables(CallModel.schema(42), PlainDimensions.benchmark(), CallModel.tableAliases());

    private final Catalogue catalogue = Catalogues.of(TABLES.schema(), PlainDimensions.benchmark(), AnswerLimits.USUAL);
    private final SqlMatrix matrix = new SqlMatrix(TABLES, 2);

    private Query bind(String text, Map<String, Object> clock, Object... values) {
        Map<String, Object> params = new HashMap<>(clock);
        params.put("text", text);
        for (int i = 0; i < values.length; i++) {
            params.put(Integer.toString(i + 1), values[i]);
        }
        return catalogue.bind(new AskedQuery("sql", params));
    }

    private List<Object> row(String text, Object... values) {
        matrix.event(CallModel.event(new Event(7, NOW.toEpochMilli(), 60, 1, false)));
        QueryResult result = matrix.ask(bind(text, StatementClock.parameters(NOW, ZoneOffset.UTC), values));
        assertThat(result.error()).isNull();
        return result.rows().get(0);
    }

    @Test
    void shouldHaveTheTimesOfWhoAsks() {
        assertThat(row(
                        "SELECT now(), current_timestamp, current_date, count(*) FROM subscribers WHERE now() > $1",
                        "2026-11-18T23:30:00Z"))
                .isEqualTo(List.of("2026-11-18T23:30:00.500Z", "2026-11-18T23:30:00.500Z", "2026-11-18", 1L));
        assertThat(row("SELECT count(*) FROM subscribers WHERE current_date > now()"))
                .isEqualTo(List.of(0L));
        assertThat(row("SELECT count(*) FROM subscribers WHERE now/**/ () IS NULL"))
                .isEqualTo(List.of(0L));
    }

    @Test
    void shouldHaveTheLocalTimeOfADayOnWhichClocksChange() {
        matrix.event(CallModel.event(new Event(7, NOW.toEpochMilli(), 60, 1, false)));
        QueryResult result = matrix.ask(bind(
                "SELECT current_date, localtimestamp FROM subscribers",
                StatementClock.parameters(Instant.parse("2026-03-29T10:00:00Z"), ZoneId.of("Europe/Zurich"))));
        assertThat(result.rows()).containsExactly(List.of("2026-03-29", "2026-03-29T12:00"));
    }

    @Test
    void shouldBeginTheDayInTheZoneOfWhoAsks() {
        assertThat(StatementClock.parameters(NOW, ZoneId.of("Europe/Zurich")))
                .isEqualTo(Map.of("now", "2026-11-19T00:30:00.500+01:00", "today", "2026-11-19T00:00+01:00"));
        matrix.event(CallModel.event(new Event(7, NOW.toEpochMilli(), 60, 1, false)));
        QueryResult result = matrix.ask(bind(
                "SELECT current_date, localtimestamp, current_date::timestamptz, current_date <= now(), age(now()) FROM subscribers",
                StatementClock.parameters(NOW, ZoneId.of("Europe/Zurich"))));
        assertThat(result.rows())
                .containsExactly(
                        List.of("2026-11-19", "2026-11-19T00:30:00.500", "2026-11-18T23:00:00Z", true, "-00:30:00.5"));
    }

    /** A text that needs no clock is one query, whatever the time is. */
    @Test
    void shouldKeepOneQueryOfATextWithoutClock() {
        Query first = bind("SELECT count(*) FROM subscribers", StatementClock.parameters(NOW, ZoneOffset.UTC));
        assertThat(bind("SELECT count(*) FROM subscribers", Map.of())).isSameAs(first);
        Query clocked = bind("SELECT now() FROM subscribers", StatementClock.parameters(NOW, ZoneOffset.UTC));
        assertThat(bind("SELECT now() FROM subscribers", StatementClock.parameters(NOW, ZoneOffset.UTC)))
                .isSameAs(clocked);
        assertThat(bind("SELECT now() FROM subscribers", StatementClock.parameters(NOW.plusMillis(1), ZoneOffset.UTC)))
                .isNotSameAs(clocked);
    }

    @Test
    void shouldRefuseWhatNeedsATimeThatTheRequestDoesNotGive() {
        assertFails(
                        QueryFailure.class,
                        () -> bind("SELECT 1 FROM subscribers WHERE now() > $1", Map.of(), "2026-11-18T23:30:00Z"))
                .hasMessageContaining("Ask with the parameters now and today.");
        assertFails(QueryFailure.class, () -> bind("SELECT now()", Map.of("now", "2026-11-18T23:30:00Z")))
                .hasMessageContaining("today='' is no time. Give both now and today, like 2026-01-31T12:00:00Z.");
    }
}
