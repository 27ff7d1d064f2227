package dev.aimonflink.clients.output;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SqlRowsTest {
    private static final long SEED = 42;

    /** What PostgreSQL writes from version 12 on. */
    @ParameterizedTest
    @CsvSource({
        "8.0, 8",
        "-0.0, -0",
        "0.0, 0",
        "0.1, 0.1",
        "0.30000000000000004, 0.30000000000000004",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "1.5e-10, 1.5e-10",
        "100000000000000.0, 100000000000000",
        "1e15, 1e+15",
        "-123456789012345680, -1.2345678901234568e+17",
        "1e300, 1e+300",
        "2e-3, 0.002",
        "2e23, 1.9999999999999998e+23",
        "4.9e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "NaN, NaN",
        "Infinity, Infinity",
        "-Infinity, -Infinity"
    })
    void shouldWriteDoublesInTheirShortestForm(double number, String text) {
        assertThat(SqlRows.text(number, null)).isEqualTo(text);
    }

    @Test
    void shouldWriteDoublesThatReadBackAsTheSame() {
        Random random = new Random(SEED);
        for (int i = 0; i < 10_000; i++) {
            double number = Double.longBitsToDouble(random.nextLong());
            assertThat(Double.valueOf(SqlRows.text(number, null))).isEqualTo(Double.valueOf(number));
        }
    }

    @Test
    void shouldKnowDoublesByTheTypeOfTheirColumn() {
        assertThat(SqlRows.text(new BigDecimal("8.0"), "double precision")).isEqualTo("8");
        assertThat(SqlRows.text(new BigDecimal("8.0"), "numeric")).isEqualTo("8.0");
        assertThat(SqlRows.text("NaN", "double precision")).isEqualTo("NaN");
    }

    @Test
    void shouldWriteAllDigitsOfNumerics() {
        assertThat(SqlRows.text(new BigDecimal("1E-8"), "numeric")).isEqualTo("0.00000001");
        assertThat(SqlRows.text(new BigDecimal("1E+20"), "numeric")).isEqualTo("100000000000000000000");
    }
}
