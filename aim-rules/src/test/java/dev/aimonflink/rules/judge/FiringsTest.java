package dev.aimonflink.rules.judge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class FiringsTest {
    private static final long SEED = 20261126;

    private static byte[] write(Firings firings) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        firings.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static Firings read(byte[] bytes) throws IOException {
        return Firings.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    private static int place(Firings firings, int rule) {
        return IntStream.range(0, firings.size())
                .filter(place -> firings.rule(place) == rule)
                .findFirst()
                .orElse(-1);
    }

    @Test
    void shouldRememberWhatHasFiredInSixteenBytesARule() throws IOException {
        Random random = new Random(SEED);
        Firings firings = new Firings(7);
        TreeMap<Integer, Long> plain = new TreeMap<>();
        for (int step = 0; step < 2_000; step++) {
            TreeSet<Integer> begin = new TreeSet<>();
            for (int count = random.nextInt(8); count > 0; count--) {
                int rule = random.nextInt(200);
                if (random.nextInt(4) > 0) {
                    if (plain.put(rule, (long) step) == null) {
                        begin.add(rule);
                    } else if (!begin.contains(rule)) {
                        firings.fired(place(firings, rule), step, random.nextBoolean());
                    }
                } else if (!begin.contains(rule) && plain.remove(rule) != null) {
                    firings.remove(place(firings, rule));
                }
            }
            long[] heads = begin.stream()
                    .mapToLong(rule -> Firings.head(rule, random.nextBoolean()))
                    .toArray();
            firings.begin(heads, heads.length, step);
            assertThat(IntStream.range(0, firings.size()).mapToObj(firings::rule))
                    .containsExactlyElementsOf(plain.keySet());
        }
        int empty = write(new Firings(7)).length;
        assertThat(write(firings)).hasSize(empty + 16 * plain.size());
        Firings copy = firings.copy();
        assertThat(copy).isEqualTo(firings);
        Firings restored = read(write(firings));
        assertThat(restored).isEqualTo(firings);
        plain.forEach((rule, timeMs) ->
                assertThat(restored.firedMs(place(restored, rule))).isEqualTo(timeMs));
        copy.suppress(0);
        assertThat(copy).as("shares nothing").isNotEqualTo(firings);
    }

    /** As in a savepoint: version, topic, how many; a rule, when it fired, for how many events it was silent since, and whether it is open. */
    @Test
    void shouldKeepItsBytes() throws IOException {
        Firings firings = new Firings(7);
        firings.begin(new long[] {Firings.head(12, true)}, 1, 1_796_112_000_000L);
        firings.suppress(0);
        byte[] golden = HexFormat.of()
                .parseHex("01" + "0000000000000007" + "00000001" + "0000000c" + "000001a2309e2400" + "80000001");
        assertThat(write(firings)).isEqualTo(golden);
        assertThat(read(golden)).isEqualTo(firings);
        golden[0] = 5;
        assertFails(IOException.class, () -> read(golden))
                .hasMessage(
                        "What has fired has version 5; this release reads version 1. Use the release that wrote it, or a"
                                + " newer one.");
    }
}
