package dev.aimonflink.clients;

import dev.aimonflink.matrix.model.InvalidInputException;
import org.junit.jupiter.api.Test;

import static dev.aimonflink.testing.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

class TopicsTest {
    @Test
    void shouldBeNamedAsDocumented() {
        assertThat(Topics.defaults().names())
                .containsExactly(
                        "aim.events.v1",
                        "aim.profiles.v1",
                        "aim.queries.v1",
                        "aim.results.v1",
                        "aim.dead-letters.v1",
                        "aim.rules.v1",
                        "aim.alerts.v1");
    }

    @Test
    void shouldGiveEachRoleItsOwnName() {
        Topics topics = new Topics("e", "s", "q", "r", "d", "ru", "a");
        assertThat(topics.name(TopicRole.EVENTS)).isEqualTo(topics.events());
        assertThat(topics.name(TopicRole.PROFILES)).isEqualTo(topics.profiles());
        assertThat(topics.name(TopicRole.QUERIES)).isEqualTo(topics.queries());
        assertThat(topics.name(TopicRole.RESULTS)).isEqualTo(topics.results());
        assertThat(topics.name(TopicRole.DEAD_LETTERS)).isEqualTo(topics.deadLetters());
        assertThat(topics.name(TopicRole.RULES)).isEqualTo(topics.rules());
        assertThat(topics.name(TopicRole.ALERTS)).isEqualTo(topics.alerts());
    }

    @Test
    void shouldTakeAPrefixAndSingleNames() {
        Topics topics = Topics.withPrefix("staging.").with(TopicRole.RESULTS, "answers");
        assertThat(topics.events()).isEqualTo("staging.events.v1");
        assertThat(topics.results()).isEqualTo("answers");
    }

    @Test
    void shouldRefuseANameThatKafkaRefuses() {
        assertFails(InvalidInputException.class, () -> Topics.defaults().with(TopicRole.EVENTS, "no spaces"))
                .hasMessage(
                        "events=no spaces is not a topic name. Use letters, digits, '.', '_' and '-', at most 249 of"
                                + " them.");
        assertFails(InvalidInputException.class, () -> Topics.defaults().with(TopicRole.EVENTS, ".."));
        assertFails(InvalidInputException.class, () -> Topics.defaults().with(TopicRole.EVENTS, "x".repeat(250)));
        assertThat(Topics.defaults().with(TopicRole.EVENTS, "x".repeat(249)).events())
                .hasSize(249);
    }

    @Test
    void shouldRefuseOneTopicForTwoRoles() {
        assertFails(InvalidInputException.class, () -> Topics.defaults().with(TopicRole.RESULTS, "aim.queries.v1"))
                .hasMessage("queries=aim.queries.v1 and results=aim.queries.v1 are one topic. Give each its own.");
    }

    @Test
    void shouldFindARoleByItsLabel() {
        for (TopicRole role : TopicRole.values()) {
            assertThat(TopicRole.of(role.label())).isEqualTo(role);
        }
        assertFails(InvalidInputException.class, () -> TopicRole.of("event"))
                .hasMessage(
                        "topic=event is not a topic of AIM. Give one of events, profiles, queries, results, dead-letters,"
                                + " rules, alerts.");
    }
}
