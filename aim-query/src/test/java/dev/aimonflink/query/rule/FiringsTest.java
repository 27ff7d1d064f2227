package dev.aimonflink.query.rule;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    @Test
    void shouldRememberWhatHasFiredInSixteenBytesARule() throws IOException {
        Random random = new Random(SEED);
        Firings firings = new Firings(7);
        TreeMap<Integer, Long> plain = new TreeMap<>();
        for (int step = 0; step < 2_000; step++) {
            int rule = random.nextInt(200);
            if (random.nextInt(4) > 0) {
                if (firings.find(rule) < 0) {
                    firings.begin(rule, step, random.nextBoolean());
                } else {
                    firings.fired(firings.find(rule), step, random.nextBoolean());
                }
                plain.put(rule, (long) step);
            } else if (plain.remove(rule) != null) {
                firings.remove(firings.find(rule));
            }
            assertThat(firings.size()).isEqualTo(plain.size());
        }
        int empty = write(new Firings(7)).length;
        assertThat(write(firings)).hasSize(empty + 16 * plain.size());
        Firings copy = firings.copy();
        assertThat(copy).isEqualTo(firings);
        Firings restored = read(write(firings));
        assertThat(restored).isEqualTo(firings);
        plain.forEach((rule, timeMs) ->
                assertThat(restored.firedMs(restored.find(rule))).isEqualTo(timeMs));
        copy.suppress(0);
        assertThat(copy).as("shares nothing").isNotEqualTo(firings);
    }

    /** As in a savepoint: version, topic, how many; a rule, when it fired, for how many events it was silent since, and whether it is open. */
    @Test
    void shouldKeepItsBytes() throws IOException {
        Firings firings = new Firings(7);
        firings.begin(12, 1_796_112_000_000L, true);
        firings.suppress(0);
        byte[] golden = HexFormat.of()
                .parseHex("01" + "0000000000000007" + "00000001" + "0000000c" + "000001a2309e2400" + "80000001");
        assertThat(write(firings)).isEqualTo(golden);
        assertThat(read(golden)).isEqualTo(firings);
        golden[0] = 5;
        assertThatThrownBy(() -> read(golden))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "What has fired has version 5; this release reads version 1. Use the release that wrote it, or a"
                                + " newer one.");
    }
}
