package dev.aimonflink.query.compute.partial;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CopiedRowsTest {
    private static final int[] SCALES = {0, 2, CopiedRows.NO_SCALE, 0};
    private static final long[] NUMBERS = {0, 1, -1, 63, -64, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
    private static final List<Object> VALUES = Arrays.asList(
            null,
            true,
            false,
            7L,
            Long.MIN_VALUE,
            0.1,
            -0.0,
            Double.NaN,
            new BigDecimal("12.340"),
            new BigDecimal("123456789012345678901234567890.5"),
            "",
            "Zürich \uD83D\uDE80");

    private final List<byte[]> pieces = new ArrayList<>();

    private List<Object[]> read() throws IOException {
        List<Object[]> rows = new ArrayList<>();
        for (byte[] piece : pieces) {
            new CopiedRows.Reader(piece).forEachRemaining(rows::add);
        }
        return rows;
    }

    private static void set(CopiedRows copy, int column, long number, boolean isWide) {
        if (isWide || number != (int) number) {
            copy.numbers(column, new long[] {-7, number}, new int[] {1}, 0, 1);
        } else {
            copy.numbers(column, new int[] {-7, (int) number}, new int[] {1}, 0, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 5_000, 1 << 20})
    void shouldReadWhatWasWritten(int pieceBytes) throws IOException {
        final long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Object[]> expected = new ArrayList<>();
        CopiedRows copy = new CopiedRows(SCALES, pieceBytes, pieces::add);
        for (int row = random.nextInt(3_000); row > 0; row--) {
            Object[] cells = new Object[SCALES.length];
            for (int column = 0; column < cells.length; column++) {
                if (SCALES[column] == CopiedRows.NO_SCALE) {
                    cells[column] = VALUES.get(random.nextInt(VALUES.size()));
                    copy.value(column, 0, cells[column]);
                } else if (random.nextInt(4) == 0) {
                    copy.empty(column, 0);
                } else {
                    final long number = NUMBERS[random.nextInt(NUMBERS.length)];
                    set(copy, column, number, random.nextBoolean());
                    cells[column] = SCALES[column] == 0 ? number : BigDecimal.valueOf(number, SCALES[column]);
                }
            }
            copy.endRows(1);
            expected.add(cells);
        }
        copy.end();
        assertThat(read()).as("seed %d", seed).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldDivideRowsOfLongTexts() throws IOException {
        CopiedRows copy = new CopiedRows(new int[] {CopiedRows.NO_SCALE}, 10_000, pieces::add);
        List<Object[]> expected = new ArrayList<>();
        for (int row = 0; row < 100; row++) {
            String text = "x".repeat(row % 2 == 0 ? 1 : 900);
            copy.value(0, 0, text);
            copy.endRows(1);
            expected.add(new Object[] {text});
        }
        copy.end();
        assertThat(pieces).hasSizeGreaterThan(4).allMatch(piece -> piece.length <= 10_000);
        assertThat(read()).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldHaveNoPieceWithoutRows() {
        CopiedRows copy = new CopiedRows(SCALES, 100, pieces::add);
        copy.end();
        assertThat(pieces).isEmpty();
    }

    @Test
    void shouldSayThatAPieceIsDamaged() {
        CopiedRows copy = new CopiedRows(new int[] {0}, 100, pieces::add);
        set(copy, 0, 5, true);
        copy.endRows(1);
        copy.end();
        byte[] piece = pieces.get(0);
        assertThatThrownBy(() -> new CopiedRows.Reader(Arrays.copyOf(piece, piece.length - 1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("A piece of an export is damaged: ");
        assertThatThrownBy(() -> new CopiedRows.Reader(Arrays.copyOf(piece, piece.length + 1)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("A piece of an export is damaged: ");
    }
}
