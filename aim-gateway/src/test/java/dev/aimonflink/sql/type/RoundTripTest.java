package dev.aimonflink.sql.type;

import dev.aimonflink.testing.Scale;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class RoundTripTest {
    private static final int VALUES = 300;

    @ParameterizedTest
    @MethodSource("dev.aimonflink.sql.type.DrawnValues#types")
    void shouldReadWhatItHasWritten(PgType type) {
        Scale.seeds(3).forEach(seed -> {
            PgText text = new PgText(ZoneId.of("UTC"), OidNames.NONE);
            for (Object value : new DrawnValues(seed).of(type, VALUES)) {
                String written = text.write(type, value);
                assertThat(DrawnValues.areEqual(text.read(type, written), value))
                        .as("seed " + seed + ", text " + written)
                        .isTrue();
                assertThat(DrawnValues.areEqual(PgBinary.read(type, PgBinary.write(type, value)), value))
                        .as("seed " + seed + ", bytes of " + written)
                        .isTrue();
            }
        });
    }
}
