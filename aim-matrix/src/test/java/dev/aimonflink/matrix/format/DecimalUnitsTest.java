package dev.aimonflink.matrix.format;

import dev.aimonflink.matrix.model.EventField;
import dev.aimonflink.matrix.model.FieldType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DecimalUnitsTest {
    private static final int NUMBERS = 1_000;

    private final DecimalUnits cents = new DecimalUnits(EventField.of("amount", FieldType.MONEY));

    @ParameterizedTest
    @CsvSource({"1.005, 101", "-1.005, -101", "2.675, 268", "0.004, 0", "-0.005, -1", "1e2, 10000", "0, 0"})
    void shouldRoundTheDigitsThatArePrinted(String number, long expected) {
        assertThat(cents.of(number)).isEqualTo(expected);
        assertThat(cents.of(Double.parseDouble(number))).isEqualTo(expected);
        assertThat(cents.of(Float.parseFloat(number))).isEqualTo(expected);
        assertThat(cents.of(new BigDecimal(number))).isEqualTo(expected);
    }

    @RepeatedTest(20)
    void shouldRoundDoublesAndFloatsLikeTheirDigits(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        int scale = random.nextInt(7);
        DecimalUnits units = new DecimalUnits(EventField.of("amount", FieldType.decimal(18, scale)));
        for (int i = 0; i < NUMBERS; i++) {
            // Every other number is a half, which is where errors would change the answer.
            long tenths = random.nextLong(1L << random.nextInt(1, 50)) * 10 + (i % 2 == 0 ? 5 : random.nextInt(10));
            double number = BigDecimal.valueOf(random.nextBoolean() ? tenths : -tenths, scale + 1)
                    .doubleValue();
            String what = "seed %d, %s".formatted(repetition.getCurrentRepetition(), number);
            assertThat(units.of(number)).as(what).isEqualTo(units(Double.toString(number), scale));
            float single = (float) number;
            assertThat(units.of(single)).as(what).isEqualTo(units(Float.toString(single), scale));
        }
    }

    private static long units(String digits, int scale) {
        return new BigDecimal(digits)
                .setScale(scale, RoundingMode.HALF_UP)
                .unscaledValue()
                .longValueExact();
    }

    @Test
    void shouldChangeTheScaleOfWholeNumbers() {
        assertThat(cents.of(1_250, 2)).isEqualTo(1_250);
        assertThat(cents.of(12, 0)).isEqualTo(1_200);
        assertThat(cents.of(-12_345, 3)).isEqualTo(-1_235);
    }

    @Test
    void shouldSayWhichNumberIsNone() {
        String range = " is outside -9999999999999999.99..9999999999999999.99";
        assertThatThrownBy(() -> cents.of(1e300)).hasMessage("amount=1.0E+300" + range);
        assertThatThrownBy(() -> cents.of("12,50")).hasMessage("amount='12,50' is no number");
        assertThatThrownBy(() -> cents.of("")).hasMessage("amount='' is no number");
        assertThatThrownBy(() -> cents.of("1".repeat(41))).hasMessage("amount has more than 40 characters");
        assertThatThrownBy(() -> cents.of(Double.NaN)).hasMessage("amount=NaN is no number that can be summed");
        assertFails(MalformedException.class, () -> cents.of(Float.NEGATIVE_INFINITY))
                .hasMessage("amount=-Infinity is no number that can be summed");
    }
}
