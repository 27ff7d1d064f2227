package dev.aimonflink.matrix.model;

import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class AttributesTest {
    @Test
    void shouldHaveValuesByTheIndexOfTheirAttribute() {
        Attributes attributes = Attributes.of("CH-8000", null, 7L, true, 0.5);
        assertThat(attributes.value(0)).isEqualTo("CH-8000");
        assertThat(attributes.value(1)).isNull();
        assertThat(attributes.value(2)).isEqualTo(7L);
        assertThat(attributes.value(3)).isEqualTo(true);
        assertThat(attributes.value(4)).isEqualTo(0.5);
        assertThat(attributes).hasToString("[CH-8000, null, 7, true, 0.5]");
    }

    @Test
    void shouldBeNullBehindTheLastValue() {
        Attributes attributes = Attributes.of("a", null, null);
        assertThat(attributes).isEqualTo(Attributes.of("a")).hasSameHashCodeAs(Attributes.of("a"));
        assertThat(attributes.value(2)).isNull();
        assertThat(attributes.value(EntityType.MAX_ATTRIBUTES)).isNull();
    }

    @Test
    void shouldBeOneObjectForAllThatHaveNone() {
        assertThat(Attributes.of(null, null)).isSameAs(Attributes.NONE);
        assertThat(Attributes.of()).isSameAs(Attributes.NONE);
        assertThat(Attributes.NONE.isEmpty()).isTrue();
        assertThat(Attributes.of(null, 1L).isEmpty()).isFalse();
    }

    @Test
    void shouldDifferInAnyValue() {
        assertThat(Attributes.of("a", 1L)).isNotEqualTo(Attributes.of("a", 2L)).isNotEqualTo(Attributes.of("a", 1.0));
    }

    @Test
    void shouldKeepItsValuesWhenTheirArrayIsFilledAgain() {
        Object[] values = {"a", "b"};
        Attributes attributes = Attributes.of(values);
        values[0] = "c";
        assertThat(attributes).isEqualTo(Attributes.of("a", "b"));
    }

    @Test
    void shouldRefuseOtherClasses() {
        assertFails(IllegalArgumentException.class, () -> Attributes.of(1L, 7))
                .hasMessage("A java.lang.Integer is no value of an attribute.");
    }
}
