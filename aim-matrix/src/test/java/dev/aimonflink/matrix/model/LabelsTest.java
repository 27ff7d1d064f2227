package dev.aimonflink.matrix.model;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class LabelsTest {
    private enum Size {
        SMALL,
        LARGE;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static Size find(String label) {
        return Labels.find(label, List.of(Size.values()), Size::label, "size=" + label + " is none. Give one of ");
    }

    @Test
    void shouldFindTheValueOfALabel() {
        assertThat(find("large")).isEqualTo(Size.LARGE);
    }

    @Test
    void shouldListAllLabelsWhereThereIsNone() {
        assertFails(InvalidInputException.class, () -> find("LARGE"))
                .hasMessage("size=LARGE is none. Give one of small, large.");
    }
}
