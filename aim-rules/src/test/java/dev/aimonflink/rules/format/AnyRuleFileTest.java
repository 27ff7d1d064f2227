package dev.aimonflink.rules.format;

import dev.aimonflink.matrix.model.InvalidInputException;
import dev.aimonflink.rules.judge.Rule;
import dev.aimonflink.testing.Scale;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever a file or a record says, it is read or refused with a sentence. */
class AnyRuleFileTest {
    private static final int TEXTS = Scale.times(10_000);

    private static final List<String> FILES = List.of(
            RuleFileTest.ALL_KEYS,
            "- {id: dear, when: 'event.cost > :x', params: {x: 100}, valid: {from: 2026-12-01}, mute: {}}\n",
            "- id: a-{x}\n  when: total_cost_this_day > :x\n  params: [{x: 1}, {x: 2.5}]\n  message: '{x} {zip}'\n",
            "- {id: dear, when: event.cost > 1}\n- {id: cheap, when: event.cost < 1, every: 1d}\n");

    private static final List<String> RECORDS = List.of(
            "{\"id\":\"dear\",\"when\":\"event.cost > :x\",\"params\":{\"x\":1.5},\"valid\":{\"from\":\"2026-12-01T00:00:00Z\"}}",
            "{\"id\":\"dear\",\"when\":\"before(total_cost_this_day) < 1\",\"mute\":{\"keys\":[\"1\"]},\"enabled\":false}");

    private static final List<String> PIECES = List.of(
            "'",
            "\"",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "-",
            "\n",
            "  ",
            "\t",
            "#",
            "*",
            "&a",
            "|",
            ">",
            "!!int",
            "$1",
            ":x",
            "::",
            "(",
            ")",
            "before(",
            "case when",
            "null",
            "-- ",
            "/*",
            "\\",
            "1e9",
            ".inf",
            "0x1F",
            "2026-13-45",
            "event.",
            "{{",
            "}}",
            "\u0000",
            "\u007f",
            "\ud83d\ude00",
            "\ud83d",
            "\u2028",
            "9999999999999999999999",
            "x".repeat(200));

    private final long seed = Scale.seed();
    private final Random random = new Random(seed);

    @Test
    void shouldReadOrRefuseWhateverIsWritten() {
        readFiles(TEXTS);
        readRecords(TEXTS);
    }

    @Test
    @Tag("campaign")
    void shouldReadOrRefuseAMillionTexts() {
        readFiles(500_000);
        readRecords(500_000);
    }

    private void readFiles(int texts) {
        int read = 0;
        for (int i = 0; i < texts; i++) {
            String yaml = broken(FILES.get(random.nextInt(FILES.size())));
            try {
                for (Rule rule : Rules.parse(yaml)) {
                    assertThat(RuleJson.read(RuleJson.key(rule), RuleJson.write(rule), Rules.COLUMNS))
                            .isEqualTo(rule);
                    read++;
                }
            } catch (InvalidInputException refused) {
                assertThat(refused).as(yaml).hasMessageMatching("(?s)rules.yaml, line \\d+, column \\d+: .*[.?]");
            } catch (RuntimeException | StackOverflowError crash) {
                throw new AssertionError("seed=" + seed + " file " + i + ": " + yaml, crash);
            }
        }
        assertThat(read).as("seed=" + seed).isBetween(texts / 40, texts);
    }

    private void readRecords(int texts) {
        int read = 0;
        for (int i = 0; i < texts; i++) {
            String json = broken(RECORDS.get(random.nextInt(RECORDS.size())));
            try {
                RuleJson.read(bytes("dear"), bytes(json), Rules.COLUMNS);
                read++;
            } catch (InvalidInputException refused) {
                assertThat(refused).as(json).hasMessageMatching("(?s)Rule dear(, line \\d+, column \\d+)?: .*[.?]");
            } catch (RuntimeException | StackOverflowError crash) {
                throw new AssertionError("seed=" + seed + " record " + i + ": " + json, crash);
            }
        }
        assertThat(read).as("seed=" + seed).isBetween(texts / 100, texts);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A text in which some pieces are others, missing, or where they are not expected. */
    private String broken(String text) {
        StringBuilder broken = new StringBuilder(text);
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(broken.length() + 1);
            int end = Math.min(broken.length(), at + random.nextInt(6));
            switch (random.nextInt(4)) {
                case 0 -> broken.delete(at, end);
                case 1 -> broken.insert(at, PIECES.get(random.nextInt(PIECES.size())));
                case 2 -> broken.replace(at, end, PIECES.get(random.nextInt(PIECES.size())));
                default -> broken.insert(at, text, 0, random.nextInt(text.length()));
            }
        }
        return broken.toString();
    }
}
