package dev.aimonflink.sql;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecentTest {
    @Test
    void shouldForgetWhatNobodyNeededForLongest() {
        Recent<String, Integer> recent = new Recent<>(2);
        recent.put("a", 1);
        recent.put("b", 2);
        assertThat(recent.get("a")).isEqualTo(1);
        recent.put("c", 3);
        assertThat(recent).containsOnlyKeys("a", "c");
    }
}
