package dev.aimonflink.matrix.format;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

import static org.assertj.core.api.Assertions.assertThat;

/** Makes damaged bytes: noise, and valid bytes that are truncated or have flipped bits. */
public final class Damage {
    private static final int ROUNDS = 20_000;
    private static final int MAX_NOISE_BYTES = 80;
    private static final long MAX_BYTES_ALLOCATED = 1 << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Damage() {}

    /**
     * Gives damaged bytes to a reader, which may throw only {@link MalformedException}, and may not fill the memory.
     */
    public static void survives(long seed, List<byte[]> good, Consumer<byte[]> reader) {
        Random random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = next(random, good);
            String what = "seed=%d, round=%d, bytes=%s"
                    .formatted(seed, round, HexFormat.of().formatHex(bytes));
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                reader.accept(bytes);
            } catch (MalformedException e) {
                assertThat(e.getMessage()).as(what).isNotBlank().hasSizeLessThan(2_000);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(what, e);
            }
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                    .as(what)
                    .isLessThan(MAX_BYTES_ALLOCATED);
        }
    }

    private static byte[] next(Random random, List<byte[]> good) {
        if (random.nextInt(4) == 0) {
            byte[] noise = new byte[random.nextInt(MAX_NOISE_BYTES)];
            random.nextBytes(noise);
            return noise;
        }
        byte[] bytes = good.get(random.nextInt(good.size())).clone();
        if (random.nextInt(4) == 0) {
            // Now and then longer: zeros follow.
            bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length + 2));
        }
        for (int flips = random.nextInt(4); flips > 0 && bytes.length > 0; flips--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }
}
