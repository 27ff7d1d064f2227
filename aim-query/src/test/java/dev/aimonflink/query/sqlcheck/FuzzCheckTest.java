package dev.aimonflink.query.sqlcheck;

import dev.aimonflink.testing.Scale;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FuzzCheckTest {
    private static final int TEXTS = Scale.times(6_000);

    @Test
    void shouldPlanOrRefuseWhateverIsWritten() {
        CheckReport report = FuzzCheck.run(TEXTS, Scale.seed());

        report.requireNoDifference(TEXTS);
        report.requireMoreThan(TEXTS / 200L, FuzzCheck.PLANNED);
        report.requireMoreThan(TEXTS / 2L, FuzzCheck.REFUSED);
    }

    @Test
    void shouldReadTextsAsLongAndAsNestedAsTheyMayBe() {
        Map<String, String> outcomes = new LinkedHashMap<>();
        FuzzCheck.longTexts().forEach((text, planning) -> outcomes.put(text, planning.outcome()));
        assertThat(outcomes)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("64 KiB of parentheses", "54001"),
                        Map.entry("64 KiB of parentheses that match", "54001"),
                        Map.entry("64 KiB of CASE in CASE", "54001"),
                        Map.entry("64 KiB of NOT", "54001"),
                        Map.entry("64 KiB of minus", "54001"),
                        Map.entry("64 KiB of a sum", "54001"),
                        Map.entry("64 KiB of OR", "54001"),
                        Map.entry("IN of 10,000 numbers", FuzzCheck.PLANNED),
                        Map.entry("65 KiB", "54001"),
                        Map.entry("60 queries that double a column", "54001"),
                        Map.entry("140 queries that double a text", "54001"),
                        Map.entry("64 KiB of replace", FuzzCheck.PLANNED)));
    }

    /** On a machine that does nothing else. */
    @Test
    @Tag("campaign")
    @Tag("compiled")
    void shouldReadTextsAsLongAndAsNestedAsTheyMayBeInTenMillisecondsOfACore() {
        assertThat(FuzzCheck.longTexts().values())
                .allSatisfy(planning -> assertThat(planning.micros()).isLessThanOrEqualTo(FuzzCheck.MOST_MICROS));
    }
}
