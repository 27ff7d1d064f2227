package dev.aimonflink.matrix.format;

import dev.aimonflink.matrix.model.Limits;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnknownLabelTest {
    private static String message(String written, List<String> labels) {
        return UnknownLabel.of("place", written, labels).getMessage();
    }

    /** {@code PLACE-01} and so on. */
    private static List<String> labels(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> String.format("PLACE-%02d", i))
                .toList();
    }

    @Test
    void shouldListUpToTenValues() {
        assertThat(message("B", List.of("A"))).isEqualTo("place='B' is not one of A");
        assertThat(message("B", labels(UnknownLabel.MAX_LISTED)))
                .isEqualTo("place='B' is not one of PLACE-01, PLACE-02, PLACE-03, PLACE-04, PLACE-05, PLACE-06,"
                        + " PLACE-07, PLACE-08, PLACE-09, PLACE-10");
    }

    @Test
    void shouldNameTheNearestOfMore() {
        assertThat(message("PLACE11", labels(11)))
                .isEqualTo("place='PLACE11' is not one of its 11 values. The nearest is 'PLACE-11'");
    }

    @Test
    void shouldListTheFirstOfMoreIfNoneIsNear() {
        assertThat(message("nowhere", labels(11)))
                .isEqualTo(
                        "place='nowhere' is not one of its 11 values, such as PLACE-01, PLACE-02, PLACE-03, PLACE-04,"
                                + " PLACE-05, PLACE-06, PLACE-07, PLACE-08, PLACE-09, PLACE-10");
    }

    @Test
    void shouldCompareNoLongText() {
        String longest = "x".repeat(UnknownLabel.MAX_COMPARED_LENGTH);
        List<String> labels = IntStream.rangeClosed(1, 11)
                .mapToObj(i -> "x".repeat(UnknownLabel.MAX_COMPARED_LENGTH - i))
                .toList();
        assertThat(message(longest, labels)).endsWith(". The nearest is '" + labels.get(0) + "'");
        assertThat(message(longest + "x", labels)).contains(" is not one of its 11 values, such as ");
    }

    @Test
    void shouldShortenALongText() {
        String longest = "y".repeat(Limits.MAX_NAME_LENGTH);
        assertThat(message(longest + "y", List.of("A"))).isEqualTo("place='" + longest + "...' is not one of A");
    }
}
