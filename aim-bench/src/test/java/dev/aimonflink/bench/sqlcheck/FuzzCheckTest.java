package dev.aimonflink.bench.sqlcheck;

import dev.aimonflink.testing.Scale;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FuzzCheckTest {
    private static final int TEXTS = Scale.times(12_500);

    @Test
    void shouldPlanOrRefuseWhateverIsWritten() {
        long seed = new Random().nextLong();

        CheckReport report = FuzzCheck.run(TEXTS, seed, done -> {});

        assertThat(report.differences()).as("seed=%d", seed).isEmpty();
        assertThat(report.count(Tally.QUERIES)).as("seed=%d", seed).isEqualTo(TEXTS);
        assertThat(report.count(FuzzCheck.PLANNED)).as("seed=%d", seed).isGreaterThan(TEXTS / 200L);
        assertThat(report.count(FuzzCheck.REFUSED)).as("seed=%d", seed).isGreaterThan(TEXTS / 2L);
    }

    /** How long they take is printed by the command. */
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
}
