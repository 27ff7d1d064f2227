package dev.aimonflink.matrix.model;

import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SharedValuesTest {
    private final SharedValues shared = new SharedValues(2);

    private static String zip(int number) {
        return "CH-" + number;
    }

    @Test
    void shouldMakeEqualValuesOneObject() {
        Object zip = shared.share(0, zip(8000));
        assertThat(shared.share(0, zip(8000))).isSameAs(zip);
        Object number = shared.share(1, Long.parseLong("123456789"));
        assertThat(shared.share(1, Long.parseLong("123456789"))).isSameAs(number);
        assertThat(shared.share(0, null)).isNull();
        assertThat(shared.share(0, true)).isEqualTo(true);
    }

    @Test
    void shouldReturnEqualValuesWhateverCameBefore() {
        long seed = 1;
        Random random = new Random(seed);
        for (int i = 0; i < 200_000; i++) {
            Object value = random.nextBoolean() ? zip(random.nextInt(50_000)) : (Object) random.nextLong(50_000);
            assertThat(shared.share(0, value)).as("seed=%d, i=%d", seed, i).isEqualTo(value);
        }
    }

    @Test
    void shouldShareNearlyAllOfAFewThousandNames() {
        for (int i = 0; i < 1_000; i++) {
            shared.share(0, zip(i));
        }
        int same = 0;
        for (int i = 0; i < 1_000; i++) {
            String zip = zip(i);
            same += shared.share(0, zip) == zip ? 0 : 1;
        }
        assertThat(same).isGreaterThan(900);
    }

    @Test
    void shouldKeepFrequentNamesWhileAnotherAttributeAlwaysDiffers() {
        Object zip = shared.share(0, zip(8000));
        for (int i = 0; i < 10 * SharedValues.SLOTS; i++) {
            shared.share(1, "name " + i);
        }
        assertThat(shared.share(0, zip(8000))).isSameAs(zip);
    }

    @Test
    void shouldNotKeepLongTexts() {
        String atLimit = "a".repeat(SharedValues.MAX_TEXT_LENGTH);
        assertThat(shared.share(0, atLimit)).isSameAs(shared.share(0, String.valueOf(atLimit.toCharArray())));
        String longer = atLimit + "a";
        shared.share(0, longer);
        assertThat(shared.share(0, String.valueOf(longer.toCharArray()))).isNotSameAs(longer);
    }
}
