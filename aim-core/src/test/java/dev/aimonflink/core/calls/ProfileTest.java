package dev.aimonflink.core.calls;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProfileTest {
    private static Profile with(String zip) {
        return new Profile(7, zip, 1, 2, 3);
    }

    @Test
    void shouldAcceptZipsUpToItsLimit() {
        assertThat(with("C").fault()).isEmpty();
        assertThat(with("z".repeat(64)).fault()).isEmpty();
    }

    @Test
    void shouldFaultAZipThatIsNone() {
        assertThat(with(null).fault()).contains("zip is missing");
        assertThat(with("").fault()).contains("zip is missing");
        assertThat(with("z".repeat(65)).fault()).contains("zip is longer than 64 characters");
    }

    @Test
    void shouldAcceptKeysThatNoTableHas() {
        assertThat(new Profile(7, "nowhere", -1, Integer.MIN_VALUE, Integer.MAX_VALUE).fault())
                .isEmpty();
    }
}
