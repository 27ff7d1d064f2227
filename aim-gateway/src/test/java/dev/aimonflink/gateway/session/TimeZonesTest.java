package dev.aimonflink.gateway.session;

import dev.aimonflink.sql.type.TimeZones;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TimeZonesTest {
    /** In winter. */
    private static final Instant WHEN = Instant.parse("2026-01-15T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "utc, UTC, Z",
        "europe/ZURICH, Europe/Zurich, +01:00",
        "Etc/GMT+2, Etc/GMT+2, -02:00",
        "EST5EDT, EST5EDT, -05:00",
        "GMT-02:00, GMT-02:00, +02:00",
        "UTC+3, UTC+3, -03:00",
        "<+0530>-05:30, <+0530>-05:30, +05:30",
        "-7, <-07>+07, -07:00",
        "5.5, <+0530>-05:30, +05:30",
        "0, <+00>-00, Z",
        "+02:00, +02:00, +02:00"
    })
    void shouldReadZonesAsPostgresDoes(String given, String shown, String offset) {
        assertThat(TimeZones.shown(given)).hasValue(shown);
        assertThat(TimeZones.zone(shown))
                .hasValueSatisfying(
                        zone -> assertThat(zone.getRules().getOffset(WHEN)).isEqualTo(ZoneOffset.of(offset)));
    }

    @Test
    void shouldBeSetAsDriversSetThem() {
        Talk talk = new Talk();
        assertThat(talk.query("SET TIME ZONE -7")).contains("S TimeZone=<-07>+07");
        assertThat(talk.query("SET TIME ZONE 'utc'")).contains("S TimeZone=UTC");
        assertThat(talk.query("SET TimeZone = 'GMT-02:00'; SELECT '2026-01-15 12:00:00Z'::timestamptz"))
                .contains("D 2026-01-15 14:00:00+02");
        assertThat(talk.query("SELECT '2026-01-15 12:00:00Z'::timestamptz AT TIME ZONE 'GMT-02:00'"))
                .contains("D 2026-01-15 14:00:00");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere", "99", "UTC+99", "", "GMT-02:00:00:00", "<>1"})
    void shouldNotKnowOthers(String given) {
        assertThat(TimeZones.shown(given)).isEmpty();
    }
}
