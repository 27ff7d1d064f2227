package dev.aimonflink.matrix.model;

import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class EntityIdTest {
    @Test
    void shouldBeANumberOrAText() {
        assertThat(EntityId.of(7).isText()).isFalse();
        assertThat(EntityId.of(7)).hasToString("7").isNotEqualTo(EntityId.of("7"));
        assertThat(EntityId.of("A-7").isText()).isTrue();
        assertThat(EntityId.of("A-7")).hasToString("A-7").isEqualTo(EntityId.of("A-" + 7));
        assertFails(IllegalArgumentException.class, () -> new EntityId(7, "A-7"))
                .hasMessage("A key is a number or a text: 7 or A-7.");
    }

    @Test
    void shouldBeTheKeyOfUpdates() {
        EntityUpdate profile = new EntityProfile(EntityId.of("A-7"), Attributes.NONE);
        assertThat(profile.key().text()).isEqualTo("A-7");
        EntityUpdate forget = new EntityUpdate.Forget(EntityId.of(-7));
        assertThat(forget.key().number()).isEqualTo(-7);
        assertThat(forget.key().text()).isNull();
    }
}
